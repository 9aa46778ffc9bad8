/** Comparisons beside other programs: which of their times say so. @module */
import assert from "node:assert/strict";
import type { Contender } from "../../../../experiments/cell.ts";
import { NO_DATASET } from "../../../../experiments/lab.ts";
import type { Trial } from "../../../../experiments/measurement.ts";
import { ComparisonRun } from "../../../../experiments/session/comparison/comparison_run.ts";
import { isReachedByOthers } from "../../../../experiments/session/comparison/waiting_reason.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testContext, testLab } from "../../lab.ts";
import { readingsBeside } from "../../processor_readings.ts";
import { instantTrial, ON_CPU } from "./instant_trial.ts";

const GPU = { threads: 0, adapterKind: "hardware", timer: "gpu-timestamp" } as const;

/** Outcome of a comparison of contenders on these devices, the first of which is the baseline. */
async function compare(
  on: Readonly<Record<string, NonNullable<Trial["ranOn"]>>>,
  ...loads: readonly number[]
) {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, { rounds: 3, maxRounds: 3, preparations: 1, comparisonMs: 6e4 });
    const contenders = Object.keys(on).map((id): Contender => ({ id, label: id }));
    const suite = {
      ...{ id: "own/disturbed", artifact: "Disturbed", settings: {}, contenders },
      baseline: contenders[0].id,
      measurement: {
        ...{ kind: "timed", decides: true },
        trial: (...[, , , { id }]: readonly [unknown, unknown, unknown, Contender]) =>
          Promise.resolve(instantTrial({ ranOn: on[id] })),
      },
      metrics: { size: { label: "size", unit: "1" } },
    } as unknown as Suite;
    const context = { ...testContext(), readProcessors: readingsBeside(...loads) };
    const run = new ComparisonRun(suite, { id: "w", factors: {} }, contenders, { lab, context });
    const { rows, othersLoad } = await (await run.open(NO_DATASET)).measure();
    const marked = rows.filter(({ reason }) => reason === "other programs kept 1.00 of 2 processors busy");
    const silent = rows.filter(({ reason }) => reason === "");
    return {
      busy: othersLoad?.busy,
      silent: silent.map(({ contender, metric }) => `${contender} ${metric}`),
      marked: marked.map(({ contender, metric }) => `${contender} ${metric}`),
      others: rows.length - marked.length - silent.length,
    };
  } finally {
    device.close();
  }
}

Deno.test("times beside other programs, and what is computed from them, say so; counts and bounds do not", async () => {
  const { busy, marked, silent, others } = await compare({ a: ON_CPU, b: ON_CPU }, 1);
  assert.deepEqual(marked, ["a time", "a gflops", "b time", "b gflops", "b speedup"]);
  assert.deepEqual([busy, others], [1, 0]);
  assert.deepEqual(silent.filter((name) => /size|prepare/.test(name)), [
    "a size",
    "b size",
    "a prepare",
    "b prepare",
  ]);
});

Deno.test("a usual load is kept beside its comparison, and no row says so", async () => {
  const { busy, marked, others } = await compare({ a: ON_CPU, b: ON_CPU }, 0.1);
  assert.deepEqual([marked, others], [[], 0]);
  assert.ok(busy !== undefined && Math.abs(busy - 0.1) < 1e-9, `${busy}`);
});

Deno.test("where the system tells nothing, no row says anything", async () => {
  const { busy, marked, others } = await compare({ a: ON_CPU, b: ON_CPU });
  assert.deepEqual([busy, marked, others], [undefined, [], 0]);
});

Deno.test("times by a GPU's own clock say nothing of the host, but ratios of them to others do", async () => {
  const { busy, marked, others } = await compare({ card: GPU, host: { ...GPU, timer: "wall" } }, 1);
  assert.deepEqual(marked, ["host time", "host gflops"]);
  // The ratio says also that its clocks differ.
  assert.deepEqual([busy, others], [1, 1]);
  const alone = await compare({ card: GPU, other: GPU }, 1);
  assert.deepEqual([alone.busy, alone.marked, alone.others], [undefined, [], 0]);
});

Deno.test("other programs reach all but our kernels by the clock of a GPU", () => {
  const own = {}, peer = { runtime: "python" } as const;
  assert.equal(isReachedByOthers(own, GPU), false);
  assert.equal(isReachedByOthers(peer, GPU), true);
  assert.equal(isReachedByOthers(own, { ...GPU, adapterKind: "software" }), true);
  assert.equal(isReachedByOthers(own, { ...GPU, timer: "wall-slope" }), true);
  assert.equal(isReachedByOthers(own, ON_CPU), true);
});
