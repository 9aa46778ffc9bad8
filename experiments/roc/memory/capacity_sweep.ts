/**
 * Loads of one caching policy over a range of capacities, and how often they break what Algorithm 1 promises.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import {
  type CachingPolicy,
  neededBytes,
  type OperationGraph,
  planTransfers,
} from "../../../training/memory_manager/mod.ts";
import { fewestLoads, randomOperations } from "./plan_search.ts";

/** Policy of the dynamic program, which Algorithm 1 solves. */
export const PROGRAM = "dynamic-program";

/** The plainer policy that a policy should never load more than; none for streaming. */
export const PLAINER: Readonly<Partial<Record<CachingPolicy, CachingPolicy>>> = {
  [PROGRAM]: "lru",
  "lru": "streaming",
};

/** Bytes of the tensors that operations read and none writes. */
function inputBytes({ tensors, operations }: OperationGraph): number {
  const written = new Set(operations.flatMap(({ writes }) => writes));
  const read = new Set(operations.flatMap(({ reads }) => reads));
  return sumOf(read.difference(written), (place) => tensors[place].bytes);
}

/**
 * Capacities, ascending, evenly from the least in which every operation runs to where nothing ever has to
 * leave.
 */
export function capacitiesOf(graph: OperationGraph, count: number): readonly number[] {
  const least = neededBytes(graph), most = sumOf(graph.tensors, ({ bytes }) => bytes);
  return Array.from({ length: count }, (_, i) => Math.ceil(least + (most - least) * i / (count - 1)));
}

/** Loads over capacities, and counts of what they break. */
export interface CapacitySweep {
  /** Bytes at each capacity, ascending. */
  readonly loads: readonly number[];
  /** Number of capacities at which more is loaded than at the next smaller one. */
  readonly increases: number;
  /** Number of capacities at which more is loaded than by the plainer policy. */
  readonly worse: number;
  /** Bytes above one load of each input, where everything has room. */
  readonly excess: number;
}

/** Plans the transfers of a policy at each capacity. */
export function sweepCapacities(
  graph: OperationGraph,
  policy: CachingPolicy,
  capacities: readonly number[],
): CapacitySweep {
  const loadsBy = (policy: CachingPolicy) =>
    capacities.map((capacityBytes) => planTransfers(graph, { policy, capacityBytes }).loadedBytes);
  const loads = loadsBy(policy), plainer = PLAINER[policy];
  const others = plainer === undefined ? loads : loadsBy(plainer);
  return {
    loads,
    increases: loads.filter((bytes, at) => at > 0 && bytes > loads[at - 1]).length,
    worse: loads.filter((bytes, at) => bytes > others[at]).length,
    excess: loads.at(-1)! - inputBytes(graph),
  };
}

/** Sums over random graphs. */
export interface RandomSweep {
  /** Number of graphs and capacities. */
  readonly cases: number;
  /** Number of cases in which some schedule loads less. */
  readonly not_optimal: number;
  /** Sum of {@linkcode CapacitySweep.increases}. */
  readonly increases: number;
  /** Sum of {@linkcode CapacitySweep.worse}. */
  readonly worse: number;
  /** Number of graphs with an excess. */
  readonly unlimited_excess: number;
}

/** Capacities of a random graph. */
const RANDOM_CAPACITIES = 4;

/** Sweeps over random graphs, each of which is small enough to search all its schedules. */
export function sweepRandomGraphs(
  policy: CachingPolicy,
  { graphs, seed }: { readonly graphs: number; readonly seed: number },
): RandomSweep {
  const sums = { cases: 0, not_optimal: 0, increases: 0, worse: 0, unlimited_excess: 0 };
  for (let i = 0; i < graphs; i++) {
    const graph = randomOperations(2 ** 16 * seed + i);
    const capacities = capacitiesOf(graph, RANDOM_CAPACITIES);
    const { loads, increases, worse, excess } = sweepCapacities(graph, policy, capacities);
    sums.cases += capacities.length;
    sums.not_optimal += loads.filter((bytes, at) => bytes !== fewestLoads(graph, capacities[at])).length;
    sums.increases += increases;
    sums.worse += worse;
    if (excess !== 0) sums.unlimited_excess++;
  }
  return sums;
}
