/**
 * Completion scripts in the shells themselves: verbs, flags, fixed values, and values that the program is
 * asked for. PowerShell's is held to a text, since there is none to run it.
 *
 * @module
 */
import assert from "node:assert/strict";
import { delimiter, join } from "node:path";
import { completionScript, type Shell } from "../../../platform/command_line/completion/completion_script.ts";
import {
  choice,
  folderToWrite,
  text,
  type ValueKind,
  wholeNumber,
} from "../../../platform/command_line/value_kind.ts";
import {
  defaulting,
  defineVerb,
  optional,
  required,
  several,
  toggle,
  type VerbEntry,
} from "../../../platform/command_line/verb.ts";

const NEVER = "$(touch never)";

const asked = (ask: string, inSessions = false): ValueKind<string> =>
  text(ask, { ask, values: () => Promise.resolve([]), ...(inSessions && { inSessions }) });

const nothing = { needs: [], run: () => Promise.resolve() };
const out = defaulting({ ...folderToWrite, holdsSessions: true as const }, "/standard", "where they lie");

const VERBS: readonly VerbEntry[] = [
  defineVerb({
    ...nothing,
    name: "repro",
    description: "run: it's all",
    arguments: { papers: several(asked("suite"), "papers") },
    flags: {
      profile: optional(choice("name", ["smoke", "standard", NEVER]), "how large"),
      threads: optional(wholeNumber(1), "threads"),
      dryRun: toggle("say: what"),
      out,
    },
  }),
  defineVerb({
    ...nothing,
    name: "report",
    description: "rebuild",
    arguments: { session: optional(asked("session", true), "which") },
    flags: { out },
  }),
  {
    name: "datasets",
    description: "data",
    verbs: [
      defineVerb({
        ...nothing,
        name: "fetch",
        description: "get them",
        arguments: { name: required(asked("dataset"), "which") },
        flags: { json: toggle("for machines") },
      }),
      defineVerb({ ...nothing, name: "report", description: "another", arguments: {}, flags: {} }),
    ],
  },
  defineVerb({ ...nothing, name: "ask", description: "hidden", hidden: true, arguments: {}, flags: {} }),
];

/** Words up to the cursor, the last one unfinished, and what is offered for it. */
const CASES: readonly [words: readonly string[], offered: readonly string[]][] = [
  [["rep"], ["repro", "report"]],
  [[""], ["datasets", "report", "repro"]],
  [["repro", "--"], ["--dry-run", "--out", "--profile", "--threads"]],
  [["repro", "--profile", "s"], ["smoke", "standard"]],
  [["repro", "own", "--dry-run", "--profile=s"], ["smoke", "standard"]],
  [["repro", "--threads", ""], []],
  [["repro", "own", "complete"], ["complete-suite"]],
  [["report", "complete"], ["complete-session"]],
  [["report", "--out", "/s", "complete"], ["complete-session---out--s"]],
  [["report", "--out=/s", "complete"], ["complete-session---out--s"]],
  [["repro", "--out", "/s", "complete"], ["complete-suite"]],
  [["datasets", ""], ["fetch", "report"]],
  [["datasets", "fetch", "--"], ["--json"]],
  [["datasets", "fetch", "complete"], ["complete-dataset"]],
  [["datasets", "report", "--"], []],
];

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Programs that print what a script offers, one a line, on a program that says how it was called. */
const DRIVERS: Readonly<
  Record<Exclude<Shell, "powershell">, (script: string, words: readonly string[]) => string>
> = {
  bash: (script, words) => {
    // readline splits words at an equals sign.
    const split = ["gnn-repro", ...words].flatMap((word) =>
      word.startsWith("--") ? word.split(/(=)/) : [word]
    );
    return `gnn-repro() { local all="$*"; echo "\${all//[^a-z]/-}"; echo 'complete '${quoted(NEVER)}; }
${script}
compopt() { :; }
COMP_WORDS=(${split.map(quoted).join(" ")}); COMP_CWORD=${split.length - 1}
_gnn_repro; printf '%s\\n' "\${COMPREPLY[@]}"`;
  },
  zsh: (script, words) => {
    const last = words.at(-1)!;
    return `gnn-repro() { local all="$*"; print -r -- "\${all//[^a-z]/-}"; print -r -- 'complete '${
      quoted(NEVER)
    }; }
compdef() { : }; _files() { : }
compset() { PREFIX="\${PREFIX#*=}" }
_describe() { for entry in "\${entries[@]}"; do
  [[ \${entry%%:*} == "$PREFIX"* ]] && print -r -- "\${entry%%:*}"; done; true }
${script}
words=(${["gnn-repro", ...words].map(quoted).join(" ")}); CURRENT=${words.length + 1}; PREFIX=${quoted(last)}
_gnn_repro`;
  },
  fish: (script, words) =>
    `function gnn-repro; string replace -ra '[^a-z]' '-' -- "$argv"; echo 'complete '${quoted(NEVER)}; end
${script}
complete -C ${quoted(["gnn-repro", ...words].join(" "))}`,
};

/** Whether a program is installed. */
function installed(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(delimiter).some((folder) => {
    try {
      return Deno.statSync(join(folder, program)).isFile;
    } catch {
      return false;
    }
  });
}

/** Offers of a shell, sorted; descriptions and what only a file's name could be are left out. */
async function offeredBy(
  shell: keyof typeof DRIVERS,
  words: readonly string[],
  cwd: string,
): Promise<string[]> {
  const driver = DRIVERS[shell](completionScript(shell, "gnn-repro", VERBS), words);
  const args = shell === "fish"
    ? ["--no-config", "-c", driver]
    : shell === "zsh"
    ? ["-f", "-c", driver]
    : ["-c", driver];
  const { code, stdout, stderr } = await new Deno.Command(shell, { args, cwd, env: { HOME: cwd } }).output();
  assert.equal(new TextDecoder().decode(stderr), "", `${shell}: ${words.join(" ")}`);
  assert.ok(code <= 1, `${shell} ended with ${code}`);
  const lines = new TextDecoder().decode(stdout).split("\n").map((line) => line.split("\t")[0]);
  // fish offers the whole word.
  const values = lines.map((line) => line.replace(/^--profile=/, ""));
  return values.filter((line) => line !== "" && !/touch/.test(line)).sort();
}

for (const shell of ["bash", "zsh", "fish"] as const) {
  const present = installed(shell);
  if (!present) console.log(`the ${shell} script is not run: no ${shell} here`);
  Deno.test({
    name:
      `${shell} completes verbs, flags, values of flags and arguments, and runs nothing of what is in them`,
    ignore: !present,
    fn: async () => {
      const folder = await Deno.makeTempDir();
      try {
        for (const [words, offered] of CASES) {
          assert.deepEqual(await offeredBy(shell, words, folder), [...offered].sort(), words.join(" "));
        }
        assert.deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => name === "never"), []);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });

  Deno.test({
    name: `${shell} parses the script of a program by any name`,
    ignore: !present,
    fn: async () => {
      for (const program of ["gnn-repro", "it's; a program"]) {
        const script = completionScript(shell, program, VERBS);
        const { code, stderr } = await new Deno.Command(shell, { args: ["-n", "-c", script] }).output();
        assert.equal(code, 0, new TextDecoder().decode(stderr));
      }
    },
  });
}

Deno.test("the script of PowerShell is the one that was looked at", async () => {
  const golden = new URL("completion_golden.ps1", import.meta.url);
  assert.equal(completionScript("powershell", "gnn-repro", VERBS), await Deno.readTextFile(golden));
});

Deno.test("a hidden verb is in no script", () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"] as const) {
    assert.doesNotMatch(completionScript(shell, "gnn-repro", VERBS), /\bhidden\b|'ask'/);
  }
});
