import assert from "node:assert/strict";
import { join } from "node:path";
import { needsCalibration } from "../../../../experiments/session/planning/session_needs.ts";
import { repro } from "../../../../experiments/session/repro.ts";
import { allSuites } from "../../../../experiments/suites.ts";
import { readSession } from "../../../../results/store/store.ts";

const suite = (id: string) => allSuites().find((each) => each.id === id)!;

Deno.test("counts and accuracies need no A/A run; times, their ratios and claims about them do", () => {
  for (const id of ["fastgl/figure-16", "roc/figure-7", "distgnn-mb/table-3", "hetu-gnn/section-2-1"]) {
    assert.ok(!needsCalibration(suite(id)), id);
  }
  const timed = [
    "hetu-gnn/figure-8",
    "roc/figure-6",
    "eppgcn/accuracy",
    "fastgl/figure-15",
    "eppgcn/table-2",
  ];
  for (const id of timed) assert.ok(needsCalibration(suite(id)), id);
});

Deno.test("a session of counts is calibrated when times come into it", async () => {
  const out = await Deno.makeTempDir();
  try {
    const run = async (paper: string, filter?: string) => {
      const always = { profile: "smoke", device: "wasm", threads: 1, session: "s", quiet: true } as const;
      await repro({ ...always, papers: [paper], out, ...(filter !== undefined && { filter }) });
      return (await readSession(join(out, "s"))).document.calibration;
    };
    assert.equal(await run("hetu-gnn/section-2-1"), null);
    const calibration = await run("hetu-gnn/figure-8", "contender=degsort && dataset~archaea");
    assert.ok(calibration!.aaRounds > 0);
    assert.deepEqual((await run("hetu-gnn/section-2-1"))!.aaRounds, calibration!.aaRounds);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
