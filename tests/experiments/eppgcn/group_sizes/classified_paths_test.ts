import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { pathProducts } from "../../../../experiments/eppgcn/backward_products.ts";
import {
  classifiedProducts,
  CLASSIFIER_WEIGHTS,
} from "../../../../experiments/eppgcn/group_sizes/classified_paths.ts";
import { pathsOf } from "../../../../experiments/eppgcn/drawn_paths.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { testExactLab } from "../../lab.ts";
import { sagPoolRule } from "../../../../training/group_size/mod.ts";

const dataset = await loadDataset("blog@1/256", { seed: 1 });
const drawn = { seed: 1, percent: 10 };
const paths = await pathsOf(testExactLab(), dataset, drawn);

Deno.test("the sizes are the classifier's own, and the time is that of choosing them", async () => {
  const slots = 14;
  const lab: Pick<Lab, "cachedWithCost"> = {
    cachedWithCost: async (_key, compute) => ({ value: await compute(), ms: 12.5 }),
  };
  const { products, chooseMs } = await classifiedProducts(lab, dataset, { paths, slots, drawn });
  assert.deepEqual(products, await pathProducts(dataset, paths, sagPoolRule({ slots })));
  assert.equal(chooseMs, 12.5);
});

Deno.test("kept sizes are used as they are, under a key of graph, draw, widths, slots and weights", async () => {
  const keys: Readonly<Record<string, unknown>>[] = [];
  const lab: Pick<Lab, "cachedWithCost"> = {
    cachedWithCost: (key) => {
      keys.push(key);
      return Promise.resolve({ value: Uint32Array.of(3, 5), ms: 1 });
    },
  };
  for (const slots of [14, 20]) {
    const { products } = await classifiedProducts(lab, dataset, { paths, slots, drawn });
    assert.deepEqual(products.map(({ groupSize }) => groupSize), [3, 5]);
  }
  assert.deepEqual(keys[0], {
    rule: "sagpool",
    weights: CLASSIFIER_WEIGHTS,
    graph: dataset.hash,
    ...drawn,
    widths: [32, 16],
    slots: 14,
  });
  assert.deepEqual(keys[1], { ...keys[0], slots: 20 });
});
