/** Exit codes and sentences where data are absent or damaged. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { cli } from "./run_cli.ts";

Deno.test("exit code 3 where a real dataset is demanded and absent, and the command that gets it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { code, stderr } = await cli(
      [
        "repro",
        "own",
        "--filter",
        "dataset=cora && width=16",
        "--strict-data",
        "--device",
        "wasm",
        "--out",
        folder,
      ],
      { GNN_REPRO_DATA: "", GNN_REPRO_CACHE: join(folder, "cache") },
    );
    assert.equal(code, 3, stderr);
    assert.match(stderr, /datasets fetch cora/);
    assert.doesNotMatch(stderr, /A\/A/, "nothing is timed before");
    assert.deepEqual([...Deno.readDirSync(folder)], [], "no session was begun");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("exit code 3 where a dataset's file is damaged, for verify and --strict-data", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "ind.cora.graph");
    await Deno.writeTextFile(file, "damaged");
    const env = { GNN_REPRO_DATA: "", GNN_REPRO_CACHE: join(folder, "cache") };
    const verified = await cli(["datasets", "verify", "cora", "--data-dir", folder], env);
    assert.equal(verified.code, 3, verified.stderr);
    assert.match(verified.stdout, /ind\.cora\.graph.*wrong size/);
    const filter = ["--filter", "dataset=cora && width=16", "--device", "wasm", "--threads", "1"];
    const strict = ["--strict-data", "--data-dir", folder, "--out", join(folder, "sessions")];
    const { code, stderr } = await cli(["repro", "own", ...filter, ...strict], env);
    assert.equal(code, 3, stderr);
    assert.ok(stderr.includes(`${JSON.stringify(file)}, offset 7`), stderr);
    assert.match(stderr, /remove or replace it; .*datasets fetch cora/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
