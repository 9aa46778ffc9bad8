/** Operands of a product that is timed, and of one that is only checked. @module */
import assert from "node:assert/strict";
import { productTrial } from "../../../experiments/trials/product_trial.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { findKernel } from "../../../kernels/registry.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { SHAPES } from "../../graph/graph_fixture.ts";
import { testLab } from "../lab.ts";

Deno.test("a product that runs once has one set of operands, one that is timed as many as rotate", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const matrix = SHAPES.clique, width = 8, features = randomFeatures(matrix.cols, width, 1);
    const kernel = findKernel("spmm", "row-split", "wasm") as Kernel<SpmmOperandsOf>;
    const bytesOf = async (operandSets: number, extent?: "once") => {
      const trial = productTrial(testLab(device, { operandSets }), { matrix, features, width, kernel });
      const prepared = await trial.prepare(extent);
      const { live } = device.ledger;
      prepared.destroy();
      return live;
    };
    const one = await bytesOf(1);
    assert.ok(one > 0);
    assert.equal(await bytesOf(3, "once"), one);
    assert.ok(await bytesOf(3) > 2 * one);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
