import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import {
  fittedRates,
  modelledTimes,
  P100_SLOTS,
} from "../../../../experiments/eppgcn/group_sizes/grouping_rates.ts";
import { RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import {
  ENUMERATED,
  labelledMatrices,
} from "../../../../experiments/eppgcn/group_sizes/labelled_matrices.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { fastestGroupSize } from "../../../../kernels/spmm/group_size/mod.ts";
import { testLab } from "../../lab.ts";

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
