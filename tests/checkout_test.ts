/**
 * The repository as Git for Windows checks it out, which writes CRLF unless told otherwise.
 *
 * @module
 */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ATTRIBUTES = fileURLToPath(new URL("../.gitattributes", import.meta.url));

/** Runs git as a fixed author, apart from any configuration of this machine. */
function git(folder: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command("git", {
    args: ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
}

const hasGit = (() => {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
})();
if (!hasGit) console.log("ignored: ends of lines in a checkout: there is no git");

Deno.test({
  name: "a checkout has the bytes of the repository, also where git is to write CRLF",
  ignore: !hasGit,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      // An archive whose only control characters are ends of lines: git takes it for text.
      const files: Record<string, string> = {
        "module.ts": "export {};\n",
        "kernel.wgsl": "fn main() {}\n",
        "rows.csv": "a,b\n1,2\n",
        "archive.zip": "PK\r\nis\nso\r\n",
        "module.wasm": "\0asm\n",
      };
      git(folder, "init", "--quiet");
      copyFileSync(ATTRIBUTES, join(folder, ".gitattributes"));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      git(folder, "add", ".");
      git(folder, "commit", "--quiet", "-m", "files");
      for (const name of Object.keys(files)) rmSync(join(folder, name));
      git(folder, "-c", "core.autocrlf=true", "checkout", "--quiet", "--", ".");
      for (const [name, text] of Object.entries(files)) {
        assert.equal(readFileSync(join(folder, name), "utf8"), text, name);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
