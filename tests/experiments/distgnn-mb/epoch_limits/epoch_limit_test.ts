/** Limit of an iteration on real ranks, by hand. @module */
import assert from "node:assert/strict";
import type { RankIteration } from "../../../../distributed/training/mod.ts";
import { iterationLimit, oneRankRates } from "../../../../experiments/distgnn-mb/epoch_limits/epoch_limit.ts";
import { iteration, layer, LINK } from "../overlap/iterations.ts";

/** Iteration of so many edges drawn, a quarter of them dropped, with a push of so many bytes. */
function drawn(edges: number, sentBytes: number): RankIteration {
  const counts = { edges: 3 * edges / 4, droppedEdges: edges / 4 };
  return iteration([{
    ...layer(6, sentBytes),
    ...counts,
    topologyMs: 2,
    prepareMs: 1,
    readMs: 2,
    backwardMs: 3,
  }]);
}

Deno.test("rates of one rank are its milliseconds by drawn edges, computed edges and iterations", () => {
  const rates = oneRankRates([drawn(400, 0), drawn(400, 0)]);
  // Sampling 2 and topology 2; computing 6, preparing 1, reading 2, backward 3; the optimizer 1.
  assert.deepEqual(rates, { drawnEdgeMs: 4 / 400, computedEdgeMs: 12 / 300, iterationMs: 1 });
});

Deno.test("the slowest rank's edges decide, pushes are added as far as its work does not hide them, and sums always", () => {
  const rates = { drawnEdgeMs: 0.01, computedEdgeMs: 0.04, iterationMs: 1 };
  const [ranks, work] = [[drawn(400, 5000), drawn(800, 3000)], 8 + 24 + 1];
  const of = (delay: number, link?: typeof LINK) => iterationLimit(ranks, { rates, link, delay }).toFixed(6);
  assert.equal(of(0), work.toFixed(6));
  // A ring of two sends 400 bytes in two steps.
  const sum = 0.4 + 2;
  assert.equal(of(0, LINK), (work + 6 + sum).toFixed(6));
  assert.equal(of(1, LINK), (work + sum).toFixed(6));
  const slow = { ...LINK, bytesPerSecond: 1e5 };
  assert.equal(of(1, slow), (work + (51 - work) + 4 + 2).toFixed(6));
});
