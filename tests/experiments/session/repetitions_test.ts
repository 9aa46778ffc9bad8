/**
 * What a cell contributes besides its time: exact values as they are, repetitions with their interval and every sample.
 *
 * @module
 */
import assert from "node:assert/strict";
import { NO_DATASET } from "../../../experiments/lab.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { runComparison, testLab } from "../lab.ts";

const ACCURACIES = [81, 82, 80.5, 81.5, 79];

const suite: Suite = {
  id: "own/repetitions",
  artifact: "Repetitions",
  title: "Seeds",
  question: "What do several seeds give?",
  contenders: ["seeded", "broken"].map((id) => ({ id, label: id })),
  baseline: "seeded",
  workloads: () => [{ id: "all", factors: {} }],
  settings: {},
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, _workload, { id }) => {
      if (id === "broken") return Promise.reject(new Error("no seeds"));
      return Promise.resolve({
        accuracy: ACCURACIES,
        parameters: 23_063,
        correlation: NaN,
        gains: [1, Infinity, Infinity],
      });
    },
  },
  metrics: {
    accuracy: { label: "accuracy", unit: "%", better: "higher" },
    parameters: { label: "parameters", unit: "1", shown: false },
    correlation: { label: "correlation", unit: "1", shown: false },
    gains: { label: "gains", unit: "x", shown: false },
  },
  plots: [],
  notes: [],
  claims: [],
};

Deno.test("repetitions leave a median with an interval and a sample each, an exact value neither", async () => {
  using device = openDevice();
  const lab = testLab(device.device);
  const [workload] = suite.workloads(lab.profile);
  const { rows, samples } = await runComparison(lab, { suite, workload, dataset: NO_DATASET });

  const accuracy = rows.find(({ metric, status }) => metric === "accuracy" && status === "ok")!;
  assert.equal(accuracy.n, ACCURACIES.length);
  assert.equal(accuracy.median, 81);
  assert.ok(accuracy.ci_lo! >= 79 && accuracy.ci_lo! <= 81 && accuracy.ci_hi! >= 81 && accuracy.ci_hi! <= 82);
  const drawn = samples.filter(({ metric }) => metric === "accuracy");
  assert.deepEqual(drawn.map(({ value }) => value), ACCURACIES);
  assert.deepEqual(new Set(samples.map(({ cell }) => cell)), new Set(["own/repetitions:all:seeded"]));

  const parameters = rows.find(({ metric }) => metric === "parameters")!;
  assert.deepEqual([parameters.n, parameters.median, parameters.ci_lo], [1, 23_063, undefined]);
  assert.equal(rows.find(({ contender }) => contender === "broken")!.status, "failed");

  for (const [metric, value] of [["correlation", "NaN"], ["gains", "Infinity"]]) {
    const row = rows.find((each) => each.metric === metric)!;
    assert.deepEqual([row.status, row.median, row.n], ["skipped", undefined, 0], metric);
    assert.match(row.reason, new RegExp(`no value: .* give ${value}`));
  }
});

function openDevice() {
  const device = openWasmDevice({ threads: 1 });
  return { device, [Symbol.dispose]: () => device.close() };
}
