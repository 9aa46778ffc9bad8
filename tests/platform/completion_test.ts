import assert from "node:assert/strict";
import { completionScript, type Shell, SHELLS } from "../../platform/completion.ts";

const COMMANDS = [
  {
    name: "repro",
    description: "run: it's all",
    options: [{ flag: "--profile", description: "how large" }],
    words: ["own/kernel-ladder", "$(touch /tmp/never)"],
  },
  { name: "report", description: "rebuild", options: [], words: [] },
];

/** Whether a program is installed. */
function installed(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

for (const shell of SHELLS) {
  const present = installed(shell);
  if (!present) console.log(`the ${shell} script is not parsed: no ${shell} here`);
  Deno.test({
    name: `${shell} parses its completion script`,
    ignore: !present,
    fn: async () => {
      const script = completionScript(shell satisfies Shell, "gnn-repro", COMMANDS);
      const { code, stderr } = await new Deno.Command(shell, { args: ["-n", "-c", script] }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
    },
  });
}

Deno.test({
  name: "bash completes verbs, and flags and words of a verb",
  ignore: !installed("bash"),
  fn: async () => {
    const script = completionScript("bash", "gnn-repro", COMMANDS);
    const complete = async (...words: string[]) => {
      const list = ["gnn-repro", ...words].map((word) => `'${word}'`).join(" ");
      const ask =
        `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _gnn_repro; echo "\${COMPREPLY[*]}"`;
      const { stdout } = await new Deno.Command("bash", { args: ["-c", ask] }).output();
      return new TextDecoder().decode(stdout).trim();
    };
    assert.equal(await complete("rep"), "repro report");
    assert.equal(await complete("repro", "--p"), "--profile");
    assert.equal(await complete("repro", "own"), "own/kernel-ladder");
    assert.equal(await complete("report", "x"), "");
  },
});
