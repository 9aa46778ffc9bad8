/**
 * The memo of a session: a value is computed once for all suites, a measurement once for the suites that take
 * as many rounds.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Contender, Workload } from "../../../experiments/cell.ts";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import type { Metrics } from "../../../experiments/metrics.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { ComparisonRun } from "../../../experiments/session/comparison/comparison_run.ts";
import { SessionMemo } from "../../../experiments/session/session_memo.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { testContext, testLab } from "../lab.ts";

const METRICS = {
  time: { label: "time", unit: "ms", better: "lower" },
  value: { label: "value", unit: "1" },
} as const satisfies Metrics;

/** Rounds of each measurement, and each value that was computed. */
const made: (number | "value")[] = [];

function value(): number {
  made.push("value");
  return 7;
}

function measurement({ profile: { rounds } }: Lab): readonly number[] {
  made.push(rounds);
  return new Array<number>(rounds).fill(1);
}

const suiteOf = (id: string, decidesFrom?: "paper"): Suite<Workload, Contender, typeof METRICS> => ({
  id: `own/${id}`,
  artifact: "Memo",
  title: id,
  ...(decidesFrom && { decidesFrom }),
  question: "How many rounds does a shared measurement take?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => [{ id: "none", factors: {} }],
  settings: {},
  measurement: {
    kind: "joint",
    measure: async (lab) => {
      const ms = await lab.once(measurement, NO_DATASET, {}, lab.profile);
      const facts = { value: await lab.once(value, NO_DATASET, {}) };
      const check = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };
      return () => ({ times: { time: { ms, check, timer: "wall", waits: 0 } }, facts });
    },
  },
  metrics: METRICS,
  plots: [],
  notes: [],
  claims: [],
});

Deno.test("suites share a measurement with those of as many rounds, and values with all", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { rounds, contextRounds } = profileOf("standard"), lab = testLab(device, profileOf("standard"));
    const rows: (number | undefined)[] = [];
    for (
      const suite of [
        suiteOf("few", "paper"),
        suiteOf("many"),
        suiteOf("as-few", "paper"),
        suiteOf("as-many"),
      ]
    ) {
      const [workload] = suite.workloads(lab.profile);
      const run = new ComparisonRun(suite, workload, suite.contenders, { lab, context: testContext() });
      await run.open(NO_DATASET);
      const outcome = await run.run();
      rows.push(outcome.rows.find(({ metric }) => metric === "time")?.n);
    }
    assert.notEqual(rounds, contextRounds);
    assert.deepEqual(rows, [contextRounds, rounds, contextRounds, rounds]);
    assert.deepEqual(made, [contextRounds, "value", rounds]);
  } finally {
    device.close();
  }
});

Deno.test("an interrupted run goes on at the next call where parts of it are kept, any other has failed", async () => {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo(), lab = testLab(device);
  try {
    let stops = true;
    const compute = () => stops ? Promise.reject(new Interrupted("a test")) : Promise.resolve(8);
    const kept = () => memo.get(lab, compute, NO_DATASET, { kept: true }, undefined, compute);
    const once = () => memo.get(lab, compute, NO_DATASET, {});
    await assert.rejects(kept(), Interrupted);
    await assert.rejects(once(), Interrupted);
    stops = false;
    assert.equal(await kept(), 8);
    await assert.rejects(once(), Interrupted);
  } finally {
    device.close();
  }
});
