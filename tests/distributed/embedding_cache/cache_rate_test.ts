/**
 * Rate of a full cache of a million lines. The test needs 1.4 GiB and an idle machine, so it runs on request
 * only.
 *
 * @module
 */
import assert from "node:assert/strict";
import { HistoricalEmbeddingCache } from "../../../distributed/embedding_cache/historical_embedding_cache.ts";
import { RandomStream } from "../../../platform/random.ts";

const asked = Deno.env.get("GNN_REPRO_RATES") !== undefined;
if (!asked) console.log("The cache's rates are not measured: GNN_REPRO_RATES is not set");

Deno.test({
  name: "1 M lines of 256 floats are stored, overwritten in any order and searched at 3 M lines a second",
  ignore: !asked,
  fn() {
    const capacity = 2 ** 20, width = 256, batch = 2 ** 15;
    const stream = new RandomStream(1, "rates");
    const ids = () => stream.shuffle(Uint32Array.from({ length: capacity }, (_, i) => i));
    const cache = new HistoricalEmbeddingCache({ width, capacity, reserved: capacity });
    const rows = new Float32Array(batch * width).fill(1), best = new Map<string, number>();
    const rate = (name: string, order: Uint32Array, run: (part: Uint32Array) => void) => {
      const start = performance.now();
      for (let begin = 0; begin < capacity; begin += batch) run(order.subarray(begin, begin + batch));
      best.set(name, Math.max(best.get(name) ?? 0, capacity / (performance.now() - start) / 1e3));
    };
    rate("store", ids(), (part) => cache.store(part, rows));
    for (let round = 0; round < 5; round++) {
      rate("overwrite", ids(), (part) => cache.store(part, rows));
      rate("search", ids(), (part) => cache.search(part));
      rate("search and load", ids(), (part) => cache.load(cache.search(part), rows));
    }
    for (let round = 1; round <= 3; round++) {
      const others = ids().map((id) => id + round * capacity);
      rate("replace the oldest", others, (part) => cache.store(part, rows));
    }
    for (const [name, value] of best) console.log(`${name}: ${value.toFixed(2)} M lines a second`);
    for (const name of ["store", "overwrite", "replace the oldest", "search"]) {
      assert.ok(best.get(name)! >= 3, `${name}: ${best.get(name)} M lines a second`);
    }
  },
});
