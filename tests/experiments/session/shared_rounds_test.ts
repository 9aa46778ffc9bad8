/**
 * A suite whose workloads share the rounds of one loop: a session that is resumed within it measures all of
 * them anew, so that claims which compare them are decided.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { EarlierAttempts } from "../../../experiments/session/earlier_attempts.ts";
import { repro } from "../../../experiments/session/repro.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { comparison, sessionDocument } from "../../results/session_fixture.ts";

/** Suite of three workloads; `measured` gets each as it is measured, and the second one may stop the run. */
function sharing(id: string, shares: boolean, measured: string[], stop: () => void): Suite {
  return {
    id,
    artifact: id,
    title: "Workloads of one loop",
    question: "Are they of one run?",
    contenders: [{ id: "one", label: "one" }],
    baseline: "one",
    ...(shares && { sharesRounds: true }),
    workloads: () => ["a", "b", "c"].map((id) => ({ id, factors: {} })),
    settings: {},
    measurement: {
      kind: "joint",
      measure(lab, _dataset, { id }) {
        measured.push(id);
        if (id === "b") stop();
        lab.signal!.throwIfAborted();
        return Promise.resolve(() => ({ times: {}, facts: { number: 7 } }));
      },
    },
    metrics: { number: { label: "number", unit: "1" } },
    plots: [],
    notes: [],
    claims: [],
  };
}

/** Workloads that were measured in an interrupted run, in its resumption, and in a third run. */
async function threeRuns(id: string, shares: boolean): Promise<{ measured: string[][]; runs: number[] }> {
  const all: string[] = [], controller = new AbortController(), measured: string[][] = [];
  registerSuite(sharing(id, shares, all, () => controller.abort(new Interrupted("SIGINT"))));
  let runs: number[] = [];
  await inFolder(async (out) => {
    const always = { papers: [id], profile: "smoke", device: "wasm", threads: 1, quiet: true, out } as const;
    await assert.rejects(repro({ ...always, session: "s", signal: controller.signal }), Interrupted);
    measured.push(all.splice(0));
    for (const _ of [2, 3]) {
      await repro({ ...always, session: "s" });
      measured.push(all.splice(0));
    }
    const { journal } = await readSession(join(out, "s"));
    runs = ["a", "b", "c"].map((each) => journal.findLast(({ workload }) => workload === each)!.run!);
  });
  return { measured, runs };
}

Deno.test("a suite that shares rounds is measured anew as a whole after an interruption, and only once", async () => {
  const { measured, runs } = await threeRuns("own/shares-rounds", true);
  assert.deepEqual(measured, [["a", "b"], ["a", "b", "c"], []]);
  assert.deepEqual(runs, [2, 2, 2]);
});

Deno.test("another suite goes on where it was interrupted", async () => {
  const { measured, runs } = await threeRuns("own/shares-none", false);
  assert.deepEqual(measured, [["a", "b"], ["b", "c"], []]);
  assert.deepEqual(runs, [1, 2, 2]);
});

Deno.test("of a suite that shares rounds what this run has not measured is not finished, where runs differ", async () => {
  const suite = sharing("hetu-gnn/figure-8", true, [], () => {});
  const planned = ["a", "b"].map((id) => ({ suite, workload: { id, factors: {} }, contenders: [] }));
  await inFolder(async (folder) => {
    const runs = [["a"], ["b"], ["a"], ["b"], []], finished: boolean[][] = [];
    for (const measured of runs) {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      const earlier = new EarlierAttempts(store, "abc123");
      earlier.findApart(planned);
      for (const workload of measured) await store.commitComparison(comparison(workload));
      finished.push(planned.map((each) => earlier.isFinished(each)));
    }
    // Each run measures one workload alone: no two are ever of one run.
    assert.deepEqual(finished, [[true, false], [false, true], [true, false], [false, true], [false, false]]);
  });
});
