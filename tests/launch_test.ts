/**
 * The launcher: a run gets the permissions that its flags need, and no verb fails for a link in a path.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LAUNCHER = fileURLToPath(new URL("../launch.ts", import.meta.url));

async function launch(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-env", "--allow-read", "--allow-write", "--allow-run", "--allow-sys"],
      ...[LAUNCHER, ...args],
    ],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, `${args.join(" ")}: ${said}`);
  return said;
}

Deno.test("verbs that read or write sessions work behind a symbolic link, and below one", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(root, "real", "below"), { recursive: true });
    await Deno.symlink(join(root, "real"), join(root, "link"));
    const filter = ["own/kernel-ladder", "--filter", "dataset=cora && width=16 && kernel=row-split-scalar"];
    for (const out of [join(root, "link"), join(root, "link", "below")]) {
      const run = ["repro", ...filter, "--profile", "smoke", "--device", "wasm", "--session", "one"];
      await launch([...run, "--out", out]);
      await launch(["report", "one", `--out=${out}`]);
      await launch(["noise", "one", "--out", out]);
      await launch(["compare", "one", "one", "--out", out, "--page", join(out, "pages", "page.html")]);
      await launch(["dashboard", "--out", out, "--site", join(out, "site")]);
      assert.match(await launch(["gc", "--out", out, "--keep", "0", "--yes"]), /Removed 1 of 1/);
      const names = [...Deno.readDirSync(out)].map(({ name }) => name).sort();
      assert.deepEqual(names.filter((name) => name !== "below"), ["pages", "site"]);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
