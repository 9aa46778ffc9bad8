/**
 * Built-in multilevel k-way partitioner, the fallback where METIS is absent (Karypis and Kumar, "Multilevel
 * k-way partitioning scheme for irregular graphs", J. Parallel Distrib. Comput. 48, 1998).
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import type { CsrMatrix } from "../csr.ts";
import { symmetrise } from "../symmetry.ts";
import { type PartLimits, rebalance } from "./balance.ts";
import { type CoarseLevel, coarsen } from "./coarsen.ts";
import { recursiveBisection } from "./initial.ts";
import {
  describePartition,
  type Partition,
  type PartitionOptions,
  resolvePartition,
  trivialParts,
} from "./partition.ts";
import { kwayState, refineKway } from "./refine.ts";
import { maxWeight, totalWeight, type WeightedGraph, weightedGraph } from "./weighted_graph.ts";
import { fillEmptyParts } from "./empty_parts.ts";

/** Number of vertices a part of the graph with the initial partition, and its least number of vertices. */
const COARSE_VERTICES_PER_PART = 30, MIN_COARSE_VERTICES = 2000;

/** Refinement passes on each level. */
const PASSES = 12;

/** Weights of a part on the finest level, by constraint. */
interface PartRange {
  readonly limits: PartLimits;
  readonly floors: PartLimits;
}

/** The mean part and its tolerance either way; a limit is never less than what whole vertices need. */
function partRange(graph: WeightedGraph, count: number, imbalance: readonly [number, number]): PartRange {
  const total = totalWeight(graph);
  const limit = (c: 0 | 1) =>
    Math.max(Math.floor(total[c] / count * (1 + imbalance[c])), Math.ceil(total[c] / count));
  const floor = (c: 0 | 1) => Math.floor(total[c] / count / (1 + imbalance[c]));
  return { limits: [limit(0), limit(1)], floors: [floor(0), floor(1)] };
}

/** The parts of the coarsest vertices, where no coarse vertex spans two. */
function restrict(levels: readonly CoarseLevel[], finest: Uint32Array): Uint32Array {
  let parts = finest;
  for (const { graph, coarseOf } of levels) {
    const coarse = new Uint32Array(graph.vertices);
    for (let v = 0; v < coarseOf.length; v++) coarse[coarseOf[v]] = parts[v];
    parts = coarse;
  }
  return parts;
}

/** Carries a partition of the coarsest graph down to the finest, balanced and refined on every level. */
function uncoarsen(
  hierarchy: { readonly graph: WeightedGraph; readonly levels: readonly CoarseLevel[] },
  coarsest: Uint32Array,
  goal: { readonly count: number; readonly range: PartRange; readonly random: RandomStream },
): Uint32Array {
  const { graph, levels } = hierarchy, { count, range: { limits, floors }, random } = goal;
  let parts = coarsest;
  for (let l = levels.length; l >= 0; l--) {
    const current = l > 0 ? levels[l - 1].graph : graph;
    if (l < levels.length) {
      const projected = new Uint32Array(current.vertices);
      for (let v = 0; v < current.vertices; v++) projected[v] = parts[levels[l].coarseOf[v]];
      parts = projected;
    }
    const state = kwayState(current, parts, count);
    // Coarse vertices are heavy: a part may exceed its limit by one of them until they are split.
    const heaviest = l > 0 ? maxWeight(current) : [0, 0];
    const loose: PartLimits = [limits[0] + heaviest[0], limits[1] + heaviest[1]];
    const lowest: PartLimits = [floors[0] - heaviest[0], floors[1] - heaviest[1]];
    rebalance(state, loose);
    refineKway(state, { limits: loose, floors: lowest, passes: PASSES, random });
    if (l === 0) fillEmptyParts(state);
  }
  return parts;
}

/** Refuses a third weight: the levels balance two. */
function assertTwoWeights({ entryImbalance }: PartitionOptions): void {
  if (entryImbalance === undefined) return;
  throw new UsageError({
    action: "cut a graph with the built-in multilevel partitioner",
    current: "entries to be balanced",
    wanted: "vertices and a second weight alone",
    next: "use Fennel or METIS, or do not balance entries",
  });
}

/**
 * Cuts a graph into `count` parts of about equal weight with few edges between them: heavy-edge matching down
 * to a small graph, recursive bisection there, greedy k-way refinement on the way back. A directed graph is
 * taken as undirected, loops and values play no part. No part is empty if there are as many vertices as
 * parts.
 *
 * @throws {UsageError} for a number of parts or a tolerance that cannot be, or entries to be balanced.
 * @throws {ReproError} for a matrix that is not square or weights that do not fit it.
 */
export function partitionMultilevel(
  matrix: CsrMatrix,
  count: number,
  options: PartitionOptions = {},
): Partition {
  assertTwoWeights(options);
  const { seed, imbalance, secondImbalance, vertexWeight, secondWeight } = resolvePartition(
    matrix,
    count,
    options,
  );
  const structure = symmetrise(matrix, { selfLoops: "drop" });
  const describe = (parts: Uint32Array) =>
    describePartition(structure, { parts, count, engine: "built-in multilevel" }, options);
  const trivial = trivialParts(matrix.rows, count);
  if (trivial) return describe(trivial);

  const random = new RandomStream(seed, "multilevel partition");
  const graph = weightedGraph(structure, { first: vertexWeight, second: secondWeight });
  const tolerance = [imbalance, secondImbalance] as const;
  const goal = { count, range: partRange(graph, count, tolerance), random };
  const until = Math.max(COARSE_VERTICES_PER_PART * count, MIN_COARSE_VERTICES);
  const levels = coarsen(graph, { until, random });
  const coarsest = levels.length > 0 ? levels[levels.length - 1].graph : graph;
  const grown = recursiveBisection(coarsest, count, { imbalance: tolerance, random });
  const first = describe(uncoarsen({ graph, levels }, grown, goal));
  // A second cycle coarsens within the parts only: the coarse moves it tries are those that the first one
  // missed.
  const within = coarsen(graph, { until, random, labels: first.parts });
  const second = describe(uncoarsen({ graph, levels: within }, restrict(within, first.parts), goal));
  const excess = (partition: Partition) =>
    Math.max(0, partition.balance - 1 - imbalance) +
    Math.max(0, (partition.secondBalance ?? 1) - 1 - secondImbalance);
  const change = excess(second) - excess(first);
  return change < 0 || (change === 0 && second.edgeCut <= first.edgeCut) ? second : first;
}
