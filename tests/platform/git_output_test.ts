import assert from "node:assert/strict";
import { gitOutput } from "../../platform/git_output.ts";

/** Whether this machine has git. */
function hasGit(): boolean {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "git answers for a folder, trimmed, and with nothing where it fails",
  ignore: !hasGit(),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      assert.equal(gitOutput(folder, "rev-parse", "HEAD"), undefined);
      assert.equal(gitOutput(folder, "init", "--quiet", "--initial-branch", "trunk"), "");
      assert.equal(gitOutput(folder, "symbolic-ref", "--short", "HEAD"), "trunk");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
