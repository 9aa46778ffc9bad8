/**
 * The completion script of fish.
 *
 * @module
 */
import type { CompletionSource, CompletionTree } from "./completion_tree.ts";
import { commandWord, functionName } from "./posix_text.ts";

/** Text in single quotes: fish escapes a quote and a backslash within them. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** Values as a list that fish evaluates when it completes, so that quotes within quotes protect the words. */
function evaluated(own: string, source: CompletionSource): string | undefined {
  if (typeof source === "string") return undefined;
  const list = "words" in source
    ? source.words.map(quoted).join(" ")
    : `(${own}_ask ${quoted(source.ask)}${source.within === undefined ? "" : ` ${quoted(source.within)}`})`;
  return quoted(list);
}

/** The script; it completes the program by the name that it is called by. */
export function fish(program: string, { first, second, verbs }: CompletionTree): string {
  const own = functionName(program);
  const complete = `complete -c ${quoted(program)}`;
  const menu = (condition: string, words: CompletionTree["first"]) =>
    words.map(({ word, description }) =>
      `${complete} -n ${quoted(condition)} -f -a ${quoted(quoted(word))} -d ${quoted(description)}`
    );
  const ofVerb = ({ path, flags, values }: CompletionTree["verbs"][number]) => {
    const within = `${complete} -n ${quoted(`${own}_at ${path}`)}`;
    // A session may be named by its path.
    const paths = values.some((source) => typeof source === "string" || "ask" in source);
    return [
      ...(paths ? [] : [`${within} -f`]),
      ...flags.map(({ word, description, values }) => {
        const flag = `${within} -l ${quoted(word.slice(2))} -d ${quoted(description)}`;
        if (values === undefined) return flag;
        const list = evaluated(own, values);
        return list === undefined
          ? `${flag} -r${values === "unknown" ? " -f" : " -F"}`
          : `${flag} -x -a ${list}`;
      }),
      ...values.flatMap((source) => {
        const list = evaluated(own, source);
        return list === undefined ? [] : [`${within} -a ${list}`];
      }),
    ];
  };
  return [
    `# Whether these words come first.`,
    `function ${own}_at`,
    `  set -l words (commandline -opc)`,
    `  test (count $words) -gt (count $argv); or return 1`,
    `  test "$words[2..$(math 1 + (count $argv))]" = "$argv"`,
    `end`,
    `# Whether these words are all that there is so far.`,
    `function ${own}_after`,
    `  set -l words (commandline -opc)`,
    `  test "$words[2..]" = "$argv"`,
    `end`,
    `# Values that the program knows, of the folder that a flag names where it was typed.`,
    `function ${own}_ask`,
    `  set -l words (commandline -opc)`,
    `  set -l place`,
    `  for i in (seq 2 (count $words))`,
    `    set -q argv[2]; or break`,
    `    set -l next (math $i + 1)`,
    `    test "$words[$i]" = "$argv[2]"; and set -q words[$next]; and set place --out=$words[$next]`,
    `    string match -q -- "$argv[2]=*" "$words[$i]"; and set place --out=(string replace -r '^[^=]*=' '' -- $words[$i])`,
    `  end`,
    `  ${commandWord(program)} complete $argv[1] (string replace -- '=~' "=$HOME" $place) 2>/dev/null`,
    `end`,
    ...menu(`${own}_after`, first),
    ...second.flatMap(({ word, below }) => menu(`${own}_after ${word}`, below)),
    ...verbs.flatMap(ofVerb),
    ``,
  ].join("\n");
}
