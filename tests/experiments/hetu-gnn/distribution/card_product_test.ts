import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { cardProductFacts } from "../../../../experiments/hetu-gnn/distribution/card_product.ts";
import { ONE_D_4 } from "../../../../experiments/hetu-gnn/distribution/schemes.ts";
import { BLOCK_METIS } from "../../../../experiments/hetu-gnn/distribution/scoped_orderings.ts";
import { partitionEngine } from "../../../../graph/partitions/mod.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

Deno.test("what is simulated under an ordering is kept for the engine that ordered, and for no other", async () => {
  const device = openWasmDevice({ threads: 1 }), keys: string[] = [];
  const lab = {
    ...testLab(device),
    cached: (key: Readonly<Record<string, unknown>>) => {
      keys.push(JSON.stringify(key));
      return Promise.resolve(Uint32Array.of(1));
    },
  };
  try {
    const dataset = await loadDataset("archaea@1/16384", { seed: 1 });
    await cardProductFacts(lab, dataset, { scheme: ONE_D_4, ordering: BLOCK_METIS });
    assert.ok(keys.length === 1 && keys[0].includes(`"engine":"${partitionEngine()}"`), keys[0]);
  } finally {
    device.close();
  }
});
