import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { raceToTarget } from "../../../../experiments/hetu-gnn/convergence/training_race.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { DeviceExecutor } from "../../../../training/executors/device_executor.ts";
import { testLab } from "../../lab.ts";

const OPTIONS = { hidden: 16, epochs: 12, repetitions: 3 };
const DATASET = "archaea@1/2048";
const NATURAL = {
  id: "natural",
  label: "natural",
  variant: { ordering: "natural", kernel: "row-split" },
} as const;
const ORDERED = {
  id: "ordered",
  label: "ordered",
  variant: { ordering: "metis", kernel: "block-sparse" },
} as const;

const labOf = (device: Device): Lab => {
  const lab = testLab(device);
  const compute: Lab["cachedWithCost"] = async (_key, compute) => ({ value: await compute(), ms: 1 });
  return Object.assign(lab, { cachedWithCost: compute });
};

Deno.test("trainings that differ in numbering and kernel race to the same losses; one that cannot start stops no other", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const dataset = await loadDataset(DATASET, { seed: 1 }), lab = labOf(device);
    const outcome = await raceToTarget(lab, dataset, {
      ...OPTIONS,
      target: 2.2,
      contenders: [NATURAL, ORDERED, { id: "none", label: "none", peer: "no-such-peer" }],
    });
    assert.throws(() => outcome.of("none"), /no such peer/);

    const [natural, ordered] = ["natural", "ordered"].map((id) => outcome.of(id));
    assert.equal(natural.ordering, undefined);
    assert.deepEqual(ordered.ordering?.ms, [1]);
    assert.ok(ordered.ordering?.check.ok && ordered.ordering.check.checkedRows === dataset.graph.rows);
    for (const { testLosses, training, toTarget } of [natural, ordered]) {
      assert.equal(testLosses.length, OPTIONS.epochs);
      assert.ok(testLosses[OPTIONS.epochs - 1] < testLosses[0]);
      assert.ok(training.ms.every((value, at) => value > (training.ms[at - 1] ?? 0)), "time only grows");
      assert.ok(training.check.ok && training.check.checkedRows > 0);
      assert.equal(toTarget?.epochs, testLosses.findIndex((loss) => loss <= 2.2) + 1);
      assert.equal(toTarget.times.ms.length, OPTIONS.repetitions);
      assert.equal(toTarget.times.check.checkedRows, training.check.checkedRows + OPTIONS.repetitions);
    }
    natural.testLosses.forEach((loss, epoch) => {
      assert.ok(Math.abs(ordered.testLosses[epoch] / loss - 1) < 1e-4, `epoch ${epoch + 1}`);
    });

    const unreached = await raceToTarget(lab, dataset, {
      ...OPTIONS,
      epochs: 2,
      target: 0,
      contenders: [NATURAL],
    });
    const curve = unreached.of("natural");
    assert.equal(curve.toTarget, undefined);
    assert.deepEqual(curve.testLosses, natural.testLosses.slice(0, 2), "bit for bit on one backend");
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("repetitions that end with another loss than the curve have times whose check fails", async () => {
  const device = openWasmDevice({ threads: 1 }), { train } = DeviceExecutor.prototype;
  const dataset = await loadDataset(DATASET, { seed: 1 });
  const lab = labOf(device);
  let calls = 0;
  // An epoch of warm-up and two of the curve train; every later call claims to.
  DeviceExecutor.prototype.train = function (step) {
    if (++calls <= 3) train.call(this, step);
  };
  try {
    const racing = raceToTarget(lab, dataset, { ...OPTIONS, epochs: 2, target: 100, contenders: [NATURAL] });
    const { training, toTarget } = (await racing).of("natural");
    assert.ok(training.check.ok);
    assert.equal(toTarget?.times.check.ok, false);
  } finally {
    DeviceExecutor.prototype.train = train;
    device.close();
  }
});

Deno.test("a training whose steps are wrong after the race has an error in place of its curve", async () => {
  const device = openWasmDevice({ threads: 1 }), { open } = DeviceExecutor;
  const dataset = await loadDataset(DATASET, { seed: 1 }), lab = labOf(device);
  let executor: DeviceExecutor | undefined;
  DeviceExecutor.open = async (...given) => executor = await open.apply(DeviceExecutor, given);
  // From the second epoch on, the product with the adjacency does nothing.
  const say = (text: string) => {
    if (text !== "epoch 2 of 2") return;
    for (const planned of executor!.evaluatePlans.filter(({ step }) => step.op === "spmm")) {
      planned.plan.run = () => {};
    }
  };
  try {
    const outcome = await raceToTarget(Object.assign(lab, { say }), dataset, {
      ...OPTIONS,
      epochs: 2,
      target: 0,
      contenders: [NATURAL],
    });
    assert.throws(() => outcome.of("natural"), WrongResultError);
  } finally {
    DeviceExecutor.open = open;
    device.close();
  }
});
