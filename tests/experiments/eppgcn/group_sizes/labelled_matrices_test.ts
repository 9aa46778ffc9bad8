import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import {
  fittedRates,
  modelledTimes,
  P100_SLOTS,
} from "../../../../experiments/eppgcn/group_sizes/grouping_rates.ts";
import { RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import {
  distinctSizes,
  type DrawnSize,
  drawnSizes,
  ENUMERATED,
  labelledMatrices,
  matrices,
} from "../../../../experiments/eppgcn/group_sizes/labelled_matrices.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { fastestGroupSize } from "../../../../kernels/spmm/group_size/mod.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Device } from "../../../../hardware/device.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { testLab } from "../../lab.ts";

/** A device as far as the choice of matrices looks at it. */
const card = { backend: "webgpu", adapterKind: "hardware" } as Device;
const cpu = { backend: "x86", adapterKind: "none" } as Device;

Deno.test("a card labels whole graphs, as many as a fit needs; the model parts of larger ones", () => {
  const drawn = (device: Device) =>
    drawnSizes({ device, profile: PROFILES.standard }).flatMap((size) =>
      [...matrices({ seed: 1 }, size)].map((matrix) => ({ matrix, scale: size.scale }))
    );
  const onCard = drawn(card), modelled = drawn(cpu);
  assert.ok(onCard.every(({ scale }) => scale === 1));
  assert.equal(onCard.length, 3 * 49, "49 graphs and two paths of each");
  assert.ok(onCard.some(({ matrix }) => matrix.rows === 2 ** 16));
  assert.ok(modelled.every(({ matrix, scale }) => matrix.rows <= 2 ** 12 && scale >= 1));
  assert.ok(modelled.some(({ matrix, scale }) => matrix.rows * scale === 2 ** 20));
});

Deno.test("sizes end with the first that holds the longest row", () => {
  assert.deepEqual(distinctSizes({ device: card }, 20), [1, 2, 4, 8, 16, 32]);
  assert.deepEqual(distinctSizes({ device: cpu }, 20), [1, 2, 3, 4, 6, 8, 12, 16, 24]);
  assert.deepEqual(distinctSizes({ device: card }, 1e6).at(-1), ENUMERATED.at(-1));
});

Deno.test("a matrix's label under a change of the rates is the fastest size at the changed rates", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const { byChange, source } = await labelledMatrices(lab);
    assert.equal(source, "modelled");
    assert.deepEqual(byChange.map(({ length }) => length), RATE_CHANGES.map(() => 252));
    // The first matrix that is labelled: a graph of 2^10 vertices and as many edges, for 16 columns.
    const matrix = gcnNormalise(rmat({ vertices: 1024, edges: 1024 }, 1));
    const { rates } = await fittedRates(lab);
    const times = ENUMERATED.map((groupSize) =>
      modelledTimes({ matrix, width: 16, groupSize }, { rates, slots: P100_SLOTS })
    );
    RATE_CHANGES.forEach(({ id }, change) => {
      const curve = ENUMERATED.map((groupSize, i) => ({ groupSize, seconds: times[i][change] }));
      assert.equal(byChange[change][0].best, fastestGroupSize(curve).groupSize, id);
    });
  } finally {
    device.close();
  }
});

Deno.test("labels go on after an interruption with the size that was in progress", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const known = new Map<string, unknown>(), drawn: number[] = [];
    let left = 2;
    const lab: Lab = {
      ...testLab(device),
      kept: async (name, compute, on, settings) => {
        const key = JSON.stringify([name, settings]);
        if (!known.has(key)) {
          if (left-- === 0) throw new Error("stopped");
          drawn.push((settings as DrawnSize).scale);
          known.set(key, await compute(lab, on, settings));
        }
        return known.get(key) as Awaited<ReturnType<typeof compute>>;
      },
    };
    await assert.rejects(labelledMatrices(lab), /stopped/);
    left = Infinity;
    const { byChange, graphs } = await labelledMatrices(lab);
    assert.deepEqual(drawn, drawnSizes(lab).map(({ scale }) => scale), "each size once");
    assert.deepEqual([byChange[0].length, graphs], [252, 42]);
  } finally {
    device.close();
  }
});
