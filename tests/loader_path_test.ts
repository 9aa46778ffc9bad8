/**
 * Runs under `LD_LIBRARY_PATH`, as `module load` and CUDA's instructions set it: programs are started,
 * libraries found, and where a start is refused the sentence says what to do.
 *
 * @module
 */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { harnessCommit } from "../hardware/commit.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../platform/native/native_library.ts";
import { readSession } from "../results/store/store.ts";
import { inFolder } from "./in_folder.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const LINUX = Deno.build.os === "linux";

async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: HOME,
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1", ...env },
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: out, stderr: err };
}

const launch = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  run([
    ...["run", "--quiet", "--allow-env", "--allow-read", "--allow-write", "--allow-run", "--allow-sys"],
    ...["launch.ts", ...args],
  ], env);

Deno.test({
  name: "a run asks git for its commit as ever, and says that programs do not get the variable",
  ignore: !LINUX || harnessCommit(HOME) === "unknown",
  fn: () =>
    inFolder(async (folder) => {
      const { code, stderr } = await launch(
        [
          ...["repro", "hetu-gnn/table-2", "--profile", "smoke", "--device", "wasm", "--threads", "1"],
          ...["--session", "s", "--out", folder],
        ],
        { LD_LIBRARY_PATH: folder, GNN_REPRO_CACHE: join(folder, "cache"), GNN_REPRO_DATA: "" },
      );
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^note: LD_LIBRARY_PATH is not passed on to programs/);
      const { rows } = await readSession(join(folder, "s"));
      assert.match(rows[0].commit, /^[0-9a-f]{12}\+?$/);
    }),
});

const metis = findLibrary(NATIVE_LIBRARIES.metis);
if (metis === undefined) {
  console.log("LD_LIBRARY_PATH: no library is looked for there, METIS is not installed");
}

for (const variable of ["LD_LIBRARY_PATH", "GNN_REPRO_LIBRARY_PATH"]) {
  Deno.test({
    name: `a library in a folder of ${variable} is found, first of all`,
    ignore: !LINUX || metis === undefined,
    fn: () =>
      inFolder(async (folder) => {
        const path = join(folder, basename(metis!));
        await Deno.copyFile(metis!, path);
        const env = { [variable]: `/no/such/folder:${folder}`, GNN_REPRO_METIS: "" };
        const { code, stdout, stderr } = await launch(["doctor", "--json"], env);
        assert.equal(code, 0, stderr);
        const { parts } = JSON.parse(stdout) as { parts: { part: string; detail: string }[] };
        assert.equal(parts.find(({ part }) => part === "METIS")!.detail, path);
      }),
  });
}

Deno.test({
  name: "a start that Deno refuses because of the variable is exit code 3, and says to unset it",
  ignore: !LINUX,
  fn: () =>
    inFolder(async (folder) => {
      const program = join(folder, "program.ts");
      const errors = new URL("../platform/system_error.ts", import.meta.url).href;
      await Deno.writeTextFile(
        program,
        `import { systemError } from ${JSON.stringify(errors)};
try {
  await new Deno.Command("true").output();
} catch (error) {
  const known = systemError(error, "start a peer");
  console.log(known?.message);
  Deno.exit(known?.exitCode);
}`,
      );
      const flags = ["run", "--quiet", "--allow-run=true", "--allow-env", program];
      const { code, stdout, stderr } = await run(flags, { LD_LIBRARY_PATH: "/opt/lib" });
      assert.equal(code, 3, stdout + stderr);
      assert.match(stdout, /^Cannot start a peer: found LD_LIBRARY_PATH set, .*Next: unset LD_LIBRARY_PATH/);
    }),
});
