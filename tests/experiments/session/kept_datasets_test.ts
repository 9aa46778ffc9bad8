import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { KeptDatasets } from "../../../experiments/session/kept_datasets.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";

function datasetOf(edges: number): LoadedDataset {
  const graph = {
    rows: 1,
    cols: edges,
    rowPtr: Uint32Array.of(0, edges),
    colIdx: new Uint32Array(edges).map((_, e) => e),
  };
  return { ...NO_DATASET, graph };
}

async function loads(kept: KeptDatasets, asked: readonly (readonly [string, number])[]): Promise<string> {
  let loaded = "";
  for (const [name, edges] of asked) {
    await kept.get({ dataset: name }, () => {
      loaded += name;
      return Promise.resolve(datasetOf(edges));
    });
  }
  return loaded;
}

Deno.test("graphs that fit together are loaded once", async () => {
  assert.equal(await loads(new KeptDatasets(10), [["a", 4], ["b", 6], ["a", 4], ["b", 6]]), "ab");
});

Deno.test("the graph used longest ago goes first, and a graph above all limits stays alone", async () => {
  const kept = new KeptDatasets(10);
  assert.equal(await loads(kept, [["a", 4], ["b", 4], ["a", 4], ["c", 4]]), "abc");
  assert.equal(await loads(kept, [["a", 4], ["c", 4]]), "");
  assert.equal(await loads(kept, [["big", 50], ["big", 50], ["a", 4]]), "biga");
});

Deno.test("what failed to load is asked for again", async () => {
  const kept = new KeptDatasets();
  await assert.rejects(kept.get({ dataset: "a" }, () => Promise.reject(new Error("no"))));
  assert.equal(await loads(kept, [["a", 1]]), "a");
});

Deno.test("datasets that are still asked for stay, all others go", async () => {
  const kept = new KeptDatasets(10);
  assert.equal(await loads(kept, [["a", 1], ["b", 1], ["c", 1]]), "abc");
  kept.keepOnly([{ dataset: "b" }, { dataset: "d" }]);
  assert.equal(await loads(kept, [["a", 1], ["b", 1], ["c", 1]]), "ac");
});
