import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { type Curve, race } from "../../../experiments/hetu-gnn/convergence.ts";
import type { Lab } from "../../../experiments/lab.ts";
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { testLab } from "../lab.ts";

const OPTIONS = { hidden: 16, epochs: 12, repetitions: 3 };

Deno.test("trainings that differ in numbering and kernel race to the same losses; one that cannot start stops no other", async () => {
  const device = await openWasmDevice({ threads: 2 });
  try {
    const dataset = await loadDataset("reddit@1/512:fill", { seed: 1 });
    const lab: Lab = {
      ...testLab(device),
      cached: async (_key, compute) => ({ value: await compute(), ms: 1 }),
    };
    const outcome = await race(lab, dataset, {
      ...OPTIONS,
      target: 3.6,
      racers: [
        { id: "natural", variant: { ordering: "natural", kernel: "row-split" } },
        { id: "ordered", variant: { ordering: "metis", kernel: "block-sparse" } },
        { id: "none", peer: "no-such-peer" },
      ],
    });
    const failed = outcome.get("none")!;
    assert.ok("error" in failed && /no such peer/.test(String(failed.error)));

    const [natural, ordered] = ["natural", "ordered"].map((id) => {
      const curve = outcome.get(id)!;
      if ("error" in curve) throw curve.error;
      return curve as Curve;
    });
    assert.equal(natural.orderingMs, undefined);
    assert.equal(ordered.orderingMs, 1);
    for (const { testLosses, seconds, epochsToTarget, secondsToTarget } of [natural, ordered]) {
      assert.equal(testLosses.length, OPTIONS.epochs);
      assert.ok(testLosses[OPTIONS.epochs - 1] < testLosses[0]);
      assert.ok(seconds.every((value, at) => value > (seconds[at - 1] ?? 0)), "time only grows");
      assert.equal(epochsToTarget, testLosses.findIndex((loss) => loss <= 3.6) + 1);
      assert.equal(secondsToTarget.length, OPTIONS.repetitions);
    }
    natural.testLosses.forEach((loss, epoch) => {
      assert.ok(Math.abs(ordered.testLosses[epoch] / loss - 1) < 1e-4, `epoch ${epoch + 1}`);
    });

    const unreached = await race(lab, dataset, {
      ...{ ...OPTIONS, epochs: 2, target: 0 },
      racers: [{ id: "natural", variant: { ordering: "natural", kernel: "row-split" } }],
    });
    const curve = unreached.get("natural") as Curve;
    assert.equal(curve.epochsToTarget, undefined);
    assert.deepEqual(curve.secondsToTarget, []);
    assert.deepEqual(curve.testLosses, natural.testLosses.slice(0, 2), "bit for bit on one backend");
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
