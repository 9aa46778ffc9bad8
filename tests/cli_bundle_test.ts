/**
 * Archives through the launcher, which grants the verbs what they read and write, and nothing more.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT } from "../platform/errors.ts";
import { SessionStore } from "../results/store/store.ts";
import { comparison, sessionDocument } from "./results/session_fixture.ts";

const LAUNCH = fileURLToPath(new URL("../launch.ts", import.meta.url));

async function launch(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", LAUNCH, ...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("bundle packs a session from anywhere, the verbs read the archive, and remarks go to standard error", async () => {
  const folder = await Deno.makeTempDir();
  try {
    {
      using store = await SessionStore.open(join(folder, "s1"), { create: sessionDocument() });
      await store.commitComparison(comparison("cora", { rounds: 5 }));
    }
    await Deno.writeTextFile(join(folder, "s1", "rows.csv"), '1,"to', { append: true });
    const archive = join(folder, "packed", "x.zip");
    await Deno.mkdir(join(folder, "packed"));

    const packed = await launch(folder, "bundle", "s1", "--out", archive, "--json");
    assert.equal(packed.code, EXIT.ok, packed.err);
    const { bytes, files, session } = JSON.parse(packed.out);
    assert.deepEqual([bytes, session], [(await Deno.stat(archive)).size, "s1"]);
    assert.ok(files.includes("rows.csv"));
    assert.match(packed.err, /rows.csv: the last line, 4, does not count: it is torn after 5 characters/);
    const beside = await launch(join(folder, "s1"), "bundle", ".");
    assert.equal(beside.code, EXIT.ok, beside.err);
    assert.match(beside.out, /[\\/]s1\.zip\n6 files, /);

    // Of an archive that was packed whole there is nothing to remark.
    for (
      const args of [["report", "packed/x"], ["explain", "packed/x.zip", "c0"], ["noise", "packed/x.zip"]]
    ) {
      const { code, err } = await launch(folder, ...args);
      assert.deepEqual([code, err], [EXIT.ok, ""], args.join(" "));
    }
    assert.ok((await Deno.stat(join(folder, "packed", "x-report", "report.html"))).isFile);
    const { code, out, err } = await launch(folder, "compare", "s1", "packed/x.zip", "--json");
    assert.equal(code, EXIT.ok, err);
    assert.equal(JSON.parse(out).page, join("packed", "x-report", "compare-s1.html"));
    assert.match(err, /does not count/);

    const refused = await launch(
      folder,
      "repro",
      "own",
      "--out",
      "packed",
      "--session",
      "x",
      "--device",
      "wasm",
    );
    assert.equal(refused.code, EXIT.usage);
    assert.match(
      refused.err,
      /^error: Cannot resume session "packed\/x.zip": found an archive.*unpack it first/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
