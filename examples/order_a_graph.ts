/**
 * Which numbering of the vertices keeps neighbours near each other? Orders a small graph in every way that
 * the library knows and prints how far apart the ends of its edges then lie.
 *
 *     deno run -A examples/order_a_graph.ts
 *
 * @module
 */
import { bandwidth, isPermutation, loadDataset, ORDERINGS, permuteSymmetric } from "gnn-repro";

const { id, graph } = await loadDataset("ogbn-products@1/512", { seed: 1 });
console.log(`${id}: ${graph.rows} vertices, ${graph.colIdx.length} stored edges`);

for (const ordering of ORDERINGS) {
  const started = performance.now();
  const { perm } = ordering.compute(graph, { seed: 1 });
  const ms = performance.now() - started;
  if (!isPermutation(perm)) throw new Error(`${ordering.id} is no permutation`);

  const ordered = permuteSymmetric(graph, perm);
  let distance = 0;
  for (let row = 0; row < ordered.rows; row++) {
    for (let e = ordered.rowPtr[row]; e < ordered.rowPtr[row + 1]; e++) {
      distance += Math.abs(ordered.colIdx[e] - row);
    }
  }
  const mean = (distance / ordered.colIdx.length).toFixed(0);
  console.log(
    `${ordering.id.padEnd(12)} mean distance ${mean.padStart(5)}, bandwidth ${bandwidth(ordered)}, ${
      ms.toFixed(1)
    } ms`,
  );
}
