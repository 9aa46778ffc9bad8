/**
 * Whether an ordering only relabels a product.
 *
 * @module
 */
import { spmmOracle } from "../../../kernels/spmm/oracle.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { OrderedGraph } from "../../trials/ordered_graph.ts";

/** Vertices whose rows are compared. */
const DRAWS = 200;

/**
 * Largest relative difference, over 200 random vertices, between the product of the relabelled graph and
 * the relabelled product of the graph, both by the float64 oracle: `P A P^T P H` against `P (A H)`.
 */
export function relabelError({ natural, ordered, perm }: OrderedGraph, seed: number): number {
  const stream = new RandomStream(seed, "relabel check");
  const { width } = natural;
  const [a, b, magnitude] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  let worst = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const vertex = stream.below(natural.matrix.rows);
    spmmOracle.row(natural, vertex, a, magnitude);
    spmmOracle.row(ordered, perm[vertex], b, magnitude);
    for (let k = 0; k < width; k++) {
      if (magnitude[k] > 0) worst = Math.max(worst, Math.abs(a[k] - b[k]) / magnitude[k]);
    }
  }
  return worst;
}
