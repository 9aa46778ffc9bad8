/**
 * Shell completion: a script for bash, zsh or fish from a tree of commands.
 *
 * @module
 */

/** A command with the words that may follow it. */
export interface CompletionCommand {
  /** Name of the command. */
  readonly name: string;
  /** Description in one line. */
  readonly description: string;
  /** Long flags with their leading `--`, each with one line. */
  readonly options: readonly { readonly flag: string; readonly description: string }[];
  /** Words that may follow as arguments: suites, datasets, the next verbs. */
  readonly words: readonly string[];
}

/** Shells that have a script. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of {@link SHELLS}. */
export type Shell = typeof SHELLS[number];

/** Quotes a text for a POSIX shell, so that no character of it is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text for fish, which escapes quotes and backslashes within quotes. */
function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

function bash(program: string, commands: readonly CompletionCommand[]): string {
  const own = `_${program.replace(/[^A-Za-z0-9]/g, "_")}`;
  const cases = commands.map(({ name, options, words }) =>
    `    ${quoted(name)}) words=${quoted([...options.map(({ flag }) => flag), ...words].join(" "))} ;;`
  );
  return [
    `${own}() {`,
    `  local words=${quoted(commands.map(({ name }) => name).join(" "))}`,
    `  if ((COMP_CWORD > 1)); then case "\${COMP_WORDS[1]}" in`,
    ...cases,
    `    *) words='' ;;`,
    `  esac; fi`,
    `  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")`,
    `}`,
    `complete -o default -F ${own} ${quoted(program)}`,
    ``,
  ].join("\n");
}

function zsh(program: string, commands: readonly CompletionCommand[]): string {
  const own = `_${program.replace(/[^A-Za-z0-9]/g, "_")}`;
  // A colon ends the word that _describe offers.
  const item = (name: string, description: string) =>
    quoted(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);
  const cases = commands.map(({ name, options, words }) =>
    `    ${quoted(name)}) entries=(${
      [
        ...options.map(({ flag, description }) => item(flag, description)),
        ...words.map((word) => item(word, "")),
      ]
        .join(" ")
    }) ;;`
  );
  return [
    `#compdef ${program}`,
    `${own}() {`,
    `  local -a entries`,
    `  if ((CURRENT == 2)); then`,
    `    entries=(${commands.map(({ name, description }) => item(name, description)).join(" ")})`,
    `  else case "$words[2]" in`,
    ...cases,
    `  esac; fi`,
    `  _describe 'completion' entries || _files`,
    `}`,
    `compdef ${own} ${quoted(program)}`,
    ``,
  ].join("\n");
}

function fish(program: string, commands: readonly CompletionCommand[]): string {
  const complete = `complete -c ${fishQuoted(program)}`;
  const first = commands.map(({ name, description }) =>
    `${complete} -n __fish_use_subcommand -f -a ${fishQuoted(name)} -d ${fishQuoted(description)}`
  );
  const rest = commands.flatMap(({ name, options, words }) => {
    const within = `${complete} -n ${fishQuoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      ...options.map(({ flag, description }) =>
        `${within} -l ${fishQuoted(flag.slice(2))} -d ${fishQuoted(description)}`
      ),
      ...(words.length > 0 ? [`${within} -a ${fishQuoted(words.join(" "))}`] : []),
    ];
  });
  return [...first, ...rest, ""].join("\n");
}

/**
 * Generates the completion script of a program.
 *
 * @example
 * ```ts
 * const list = { name: "list", description: "what there is", options: [], words: [] };
 * if (!completionScript("bash", "gnn-repro", [list]).includes("'list'")) throw new Error("completion");
 * ```
 */
export function completionScript(
  shell: Shell,
  program: string,
  commands: readonly CompletionCommand[],
): string {
  switch (shell) {
    case "bash":
      return bash(program, commands);
    case "zsh":
      return zsh(program, commands);
    case "fish":
      return fish(program, commands);
    default:
      shell satisfies never;
      throw new TypeError("Cannot write a completion script for an unknown shell");
  }
}
