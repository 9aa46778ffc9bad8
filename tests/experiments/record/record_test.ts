/** Recordings of a device in a given time. @module */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { record, type RecordOptions } from "../../../experiments/record/record.ts";
import { recordingText } from "../../../experiments/record/recording_text.ts";
import { renderSummary } from "../../../experiments/session/summary.ts";
import { EXIT, MissingError } from "../../../platform/errors.ts";
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import { readSession } from "../../../results/store/store.ts";

const { adapter } = await requestAdapter({ allowSoftware: true });
const { adapter: hardware } = await requestAdapter();

async function inFolder(use: (options: Omit<RecordOptions, "budget">) => Promise<void>): Promise<void> {
  const out = await Deno.makeTempDir();
  try {
    await use({ out, profile: "smoke", device: "wasm", threads: 1, quiet: true });
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** Whether a cell is of the few that a test runs: some of each stage. */
function few({ suite, workload }: Readonly<Record<string, string>>): boolean {
  return suite === "hetu-gnn/section-2-1" ||
    (suite.startsWith("own/") && ["add", "cora:w16"].includes(workload));
}
/** Seconds that are enough on any machine. */
const AMPLE = 600;

Deno.test("a recording checks, climbs the ladder, then asks the papers, in one archive; the next call goes on", () =>
  inFolder(async (given) => {
    const options = { ...given, select: few, session: "card" };
    const short = await record({ ...options, budget: 0.1 });
    assert.ok(short.left >= 3, "no time for anything");
    assert.equal((await readSession(short.bundle)).rows.length, 0);
    const whole = await record({ ...options, budget: AMPLE });
    const { journal, document, rows } = await readSession(whole.bundle);
    assert.equal(whole.left, 0);
    const order = [...new Set(journal.map(({ suite }) => suite))];
    assert.deepEqual(order, ["own/kernel-checks", "own/kernel-ladder", "hetu-gnn/section-2-1"]);
    assert.equal(document.session, "card");
    assert.ok(document.calibration !== null);
    assert.ok(
      rows.every(({ contender }) => !contender.startsWith("peer:")),
      "peers are measured when asked for",
    );
    assert.equal((await Deno.stat(whole.bundle)).size, whole.bundleBytes);
    const again = await record({ ...options, budget: AMPLE });
    assert.deepEqual((await readSession(again.bundle)).journal, journal, "nothing is run again");
  }));

Deno.test("the words at the end name the file, the comparison, the next call and the device's folder", () =>
  inFolder(async (options) => {
    const empty = await record({ ...options, budget: 0.1, session: "card" });
    assert.ok(empty.failed, "a recording of nothing is a success");
    assert.equal(await recordingText(empty), "", "a recording of nothing is to be contributed");
    assert.match(
      await renderSummary(empty),
      /^nothing was measured: of \d+ comparisons none .*\n.*--session card/,
    );
    const recording = { ...empty, cells: { ...empty.cells, ok: 1 } };
    const { document } = await readSession(recording.paths.session);
    const text = await recordingText(recording);
    assert.ok(text.includes(`\n    ${recording.bundle}\n`), text);
    const compare = /deno task compare (\S+) (\S+)/.exec(text)!;
    assert.equal(compare[2], recording.bundle);
    assert.ok((await Deno.stat(join(import.meta.dirname!, "../../..", `${compare[1]}.zip`))).isFile);
    assert.match(text, /\d+ comparisons did not fit.*\n +--session card/);
    const folder = /results\/recorded\/(\S+)\/card\.zip/.exec(text)![1];
    assert.match(folder, /^[a-z0-9-]+-1-threads?$/);
    assert.ok(document.device.name.toLowerCase().startsWith(folder.split("-")[0]));
    assert.equal(basename(recording.bundle), "card.zip");
    assert.doesNotMatch(await recordingText({ ...recording, left: 0 }), /did not fit/);
  }));

Deno.test("a recording of a GPU ends with the install command where there is none, and leaves no session", {
  ignore: hardware !== undefined,
}, () =>
  inFolder(async (options) => {
    const recorded = record({ ...options, device: "webgpu", budget: 8, session: "card" });
    await assert.rejects(recorded, (error) => {
      assert.ok(error instanceof MissingError);
      assert.equal(error.exitCode, EXIT.missing);
      assert.match(error.message, adapter === undefined ? /no adapter/ : /emulates one.*Next: install/);
      return true;
    });
    await assert.rejects(Deno.stat(join(options.out, "card")), Deno.errors.NotFound);
  }));
