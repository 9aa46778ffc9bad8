import assert from "node:assert/strict";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy } from "../../../../experiments/fastgl/policies.ts";
import { policyRounds, roundsOf } from "../../../../experiments/fastgl/training/round_times.ts";
import {
  type PolicyIterations,
  TrainingIterations,
} from "../../../../experiments/fastgl/training/training_iterations.ts";
import { Outcomes } from "../../../../experiments/trials/outcomes.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import type { IterationRecord, IterationTimes } from "../../../../training/mini_batch/mod.ts";
import {
  checkedPhases,
  epochOutcome,
  epochPhases,
} from "../../../../experiments/fastgl/training/epoch_phases.ts";

/** An iteration of 20 ms of phases and 8 ms of preparation, of which sorting rows is 1 ms. */
function record(position: number, times: Partial<IterationTimes> = {}): IterationRecord {
  return {
    ...{ iteration: position + 1, epoch: 1, position, batch: position, seeds: 4, vertices: 9, edges: 12 },
    times: {
      ...{ drawMs: 2, idMapMs: 2, sortMs: 1, readMs: 1, reorderMs: 0, topologyMs: 2, prefetched: false },
      ...{ prepareMs: 4, aggregationPrepareMs: 1, computeMs: 10 },
      ...times,
    },
    loading: {
      ...{
        loaded: 5,
        reused: 3,
        cached: 1,
        gatherKernel: "host",
        bytes: 80,
        matchMs: 0.5,
        gatherMs: 3,
        copyMs: 1.5,
        assembleMs: 1,
      },
    },
    waits: 6,
    peakBytes: 0,
  };
}

const PLAIN = { window: 1, plain: [] };

Deno.test("an epoch has every part of its iterations once: three phases, and preparation in none of them", () => {
  const phases = epochPhases(roundsOf({ epochLength: 5, records: [record(1), record(2)] }, PLAIN));
  assert.deepEqual(phases.sample, [20, 20], "sorting is no part of sampling");
  assert.deepEqual(phases.memoryIo, [30, 30]);
  assert.deepEqual(phases.computation, [50, 50]);
  assert.deepEqual(phases.preparation, [40, 40]);
  assert.deepEqual(phases.total, [100, 100]);
});

/** Check that names itself by its rows; wrong where it has none. */
const check = (checkedRows: number) => ({ ok: checkedRows > 0, relErr: 0, tolerance: 0, checkedRows });
const PROVED = {
  checks: { sample: check(1), loading: check(20), steps: check(300) },
  timers: { sample: "wall", computation: "gpu-timestamp" },
} as const;

Deno.test("shares of the three phases are of their sum, and make up 100 % in every round", () => {
  const records = [record(1), record(2, { computeMs: 30 })];
  const { times, facts } = epochOutcome({ ...roundsOf({ epochLength: 3, records }, PLAIN), ...PROVED });
  const shares = [facts.sample_share, facts.memory_io_share, facts.computation_share] as number[][];
  for (const round of [0, 1]) {
    assert.ok(Math.abs(sumOf(shares, (share) => share[round]) - 100) < 1e-9);
  }
  assert.deepEqual(facts.computation_share, [50, 75]);
  assert.deepEqual(times.whole_time?.ms, [84, 144]);
  assert.deepEqual(facts.waits, [18, 18]);
});

Deno.test("each phase has the check of its own output, and the whole epoch the worst of all", () => {
  const rounds = roundsOf({ epochLength: 1, records: [record(1)] }, PLAIN);
  const phases = checkedPhases({ ...rounds, ...PROVED });
  const rowsOf = Object.fromEntries(
    Object.entries(phases).map(([phase, times]) => [phase, times.check.checkedRows]),
  );
  assert.deepEqual(rowsOf, {
    sample: 1,
    memoryIo: 20,
    computation: 300,
    preprocessing: 300,
    preparation: 321,
    total: 321,
  });
  assert.deepEqual([phases.computation.timer, phases.total.timer], ["gpu-timestamp", "wall"]);
  const checks = { ...PROVED.checks, loading: check(0) };
  const wrong = checkedPhases({ ...rounds, ...PROVED, checks });
  const ok = ([phase, { check }]: [string, { check: { ok: boolean } }]) => check.ok ? [phase] : [];
  assert.deepEqual(Object.entries(wrong).flatMap(ok), ["sample", "computation", "preprocessing"]);
});

Deno.test("every batch of a window bears its share of the reordering, whichever of them was measured", () => {
  const records = [6, 7, 8, 9].map((position) => record(position, position === 8 ? { reorderMs: 4 } : {}));
  const { sample } = epochPhases(roundsOf({ epochLength: 1, records }, { window: 8, plain: [] }));
  assert.deepEqual(sample, [4.5, 4.5, 4.5, 4.5]);
  const none = epochPhases(roundsOf({ epochLength: 1, records: [record(3)] }, { window: 8, plain: [] }));
  assert.deepEqual(none.sample, [4]);
  const checked = [record(0, { reorderMs: 8 })], few = { epochLength: 1, records: [record(3)], checked };
  const begun = epochPhases(roundsOf(few, { window: 8, plain: [] }));
  assert.deepEqual(begun.sample, [5], "a window that began with an iteration that was checked");
});

Deno.test("GNNAdvisor's preprocessing is what its kernels take to prepare beyond DGL's on the same batch, and is computation", () => {
  const of = (aggregationPrepareMs: number) => ({
    epochLength: 1,
    records: [record(1, { aggregationPrepareMs })],
    checks: PROVED.checks,
    checked: [],
    timer: "wall" as const,
  });
  const policies = new Outcomes<PolicyIterations>();
  for (const [{ id }, ms] of [[DGL_POLICY, 1], [GNNADVISOR, 3], [FASTGL, 3]] as const) {
    policies.set(id, of(ms));
  }
  const iterations = new TrainingIterations(
    policies,
    { vertices: 1, naive: { gflops: 1, overPrinted: 1, outputs: 1 }, shapes: [] },
  );
  const phasesOf = (policy: Policy, model: "GCN" | "GAT") =>
    epochPhases(policyRounds(iterations, policy, model));

  const grouped = phasesOf(GNNADVISOR, "GCN");
  assert.deepEqual([grouped.preprocessing, grouped.computation, grouped.preparation], [[2], [12], [6]]);
  assert.deepEqual(phasesOf(DGL_POLICY, "GCN").preprocessing, [0]);
  assert.deepEqual(phasesOf(FASTGL, "GCN").computation, [10]);
  assert.deepEqual(phasesOf(GNNADVISOR, "GAT").computation, [10], "attention has one kernel, not grouped");
});
