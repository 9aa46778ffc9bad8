/** A session beside other programs that compute says so, in what it keeps and as it ends. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import { renderSummary } from "../../../experiments/session/summary.ts";
import { BUSY_FACT } from "../../../results/environment_text.ts";
import { readSession } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { startOtherPrograms } from "../../other_programs.ts";

Deno.test({
  name: "a session keeps what other programs did when it began, and during what it timed",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (out) => {
      const sessionOf = async (suite: string) => {
        const always = { profile: "smoke", device: "wasm", threads: 1, quiet: true } as const;
        const session = suite.replace("/", "-");
        const summary = await repro({ ...always, papers: [suite], out, session });
        const { document: { environment }, journal } = await readSession(join(out, session));
        const loads = journal.map(({ othersLoad }) => othersLoad);
        return { summary, busy: environment[BUSY_FACT], loads };
      };
      using _others = await startOtherPrograms();
      const timed = await sessionOf("hetu-gnn/table-5"), counted = await sessionOf("hetu-gnn/table-2");
      assert.match(timed.busy ?? "", /^\d+\.\d\d of \d+ processors?$/);
      assert.ok(timed.loads.length > 0 && timed.loads.every((load) => load !== undefined));
      assert.equal(timed.summary.disturbed.told, timed.loads.length);
      assert.equal(counted.busy, undefined);
      assert.ok(counted.loads.length > 0 && counted.loads.every((load) => load === undefined));
      assert.deepEqual(counted.summary.disturbed, { disturbed: 0, told: 0 });
      assert.doesNotMatch(await renderSummary(counted.summary), /other programs/);
      const greatest = { busy: 1.2, processors: 2, notable: 0.2 };
      assert.match(
        await renderSummary({ ...counted.summary, disturbed: { disturbed: 3, told: 40, greatest } }),
        /^disturbed by other programs: 3 of 40 comparisons \(up to 1\.20 of 2 processors\)$/m,
      );
    }),
});
