/**
 * Counts of roc Table 3 and Algorithm 1: states of a graph of operations, and what plans of its transfers
 * load and break over capacities.
 *
 * @module
 */
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { recordOf } from "../../../platform/record_of.ts";
import {
  type CachingPolicy,
  countStates,
  type OperationGraph,
  planTransfers,
} from "../../../training/memory_manager/mod.ts";
import type { ExactLab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { CachingContender } from "../../trials/caching_policies.ts";
import { capacitiesOf, sweepCapacities, sweepRandomGraphs } from "./capacity_sweep.ts";
import { PAPER_DEPTH, type PlannedWorkload } from "./planned_workloads.ts";
import { EXAMPLE_STATES, exampleDifferences } from "./state_example.ts";

/** Number of random graphs by profile. */
export const RANDOM_GRAPHS: Readonly<Record<Profile["id"], number>> = {
  smoke: 40,
  standard: 400,
  paper: 4000,
};

/** Number of capacities of a sweep, from what an operation needs to all tensors together. */
export const CAPACITIES = 16;

/**
 * Capacities of the example that matter: one less is none, and the loads of LRU and of the program change at
 * the others.
 */
const EXAMPLE_CAPACITIES = [33, 34, 35, 47, 48] as const;

/** Rows of the printed table by the number of operations that are done. */
export const PRINTED_STATES = Array.from({ length: EXAMPLE_STATES }, (_, at) => at + 1);

/** Metrics of the counts. */
export const PLAN_METRICS = {
  states: { label: "valid states S", unit: "states", better: "lower" },
  layers_scale: { label: "layers over the printed depth", unit: "1", shown: false },
  tensor_sets: { label: "tensor sets T of the state that has most", unit: "sets", better: "lower" },
  transfer_least: { label: "loaded in the least capacity", unit: "GB/epoch", better: "lower" },
  transfer_unlimited: { label: "loaded in any capacity", unit: "GB/epoch", better: "lower" },
  wrong_rows: { label: "rows of Table 3 that are others", unit: "count", better: "lower" },
  ...recordOf(
    PRINTED_STATES.map((done) =>
      [`active_after_${done}`, {
        label: `active tensors after ${done}: difference from the printed set`,
        unit: "set",
        better: "lower",
      }] as const
    ),
  ),
  other_states: { label: "states that Table 3 does not have", unit: "states", better: "lower" },
  not_optimal: { label: "cases in which a schedule loads less", unit: "count", better: "lower" },
  increases: { label: "capacities that load more than less would", unit: "count", better: "lower" },
  worse: { label: "capacities that load more than the plainer policy", unit: "count", better: "lower" },
  unlimited_excess: { label: "loaded again with room for all", unit: "bytes", better: "lower" },
  cases: { label: "cases", unit: "count" },
  example_least: { label: "loaded by the example in the least capacity", unit: "bytes", better: "lower" },
  example_unlimited: { label: "loaded by the example in any capacity", unit: "bytes", better: "lower" },
  ...recordOf(
    EXAMPLE_CAPACITIES.map((capacity) =>
      [
        `transfer_at_${capacity}`,
        { label: `loaded in ${capacity} bytes`, unit: "bytes", better: "lower" },
      ] as const
    ),
  ),
} as const satisfies Metrics;

/** Bytes that the example loads at each of its capacities; none where it does not fit. */
function exampleLoads(graph: OperationGraph, policy: CachingPolicy): Facts<typeof PLAN_METRICS> {
  const loads = EXAMPLE_CAPACITIES.flatMap((capacityBytes) => {
    try {
      const { loadedBytes } = planTransfers(graph, { policy, capacityBytes });
      return [[`transfer_at_${capacityBytes}`, loadedBytes] as const];
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) throw error;
      return [];
    }
  });
  return recordOf(loads);
}

/** Differences from the printed table. */
function exampleFacts(graph: OperationGraph): Facts<typeof PLAN_METRICS> {
  const { rows, otherStates } = exampleDifferences(graph);
  return {
    wrong_rows: rows.filter((differences) => differences > 0).length,
    other_states: otherStates,
    ...recordOf(rows.map((differences, at) => [`active_after_${at + 1}`, differences] as const)),
  };
}

/** Counts states, and plans the transfers of a policy over capacities. */
export function countPlans(
  { profile, seed }: ExactLab,
  { operations, publishedLayers }: PlannedWorkload,
  { id: policy }: CachingContender,
): Facts<typeof PLAN_METRICS> {
  if (operations === undefined) {
    return { ...sweepRandomGraphs(policy, { graphs: RANDOM_GRAPHS[profile.id], seed }) };
  }
  const graph = operations(), { states, tensorSets } = countStates(graph);
  const { loads, increases, worse, excess } = sweepCapacities(graph, policy, capacitiesOf(graph, CAPACITIES));
  const least = loads[0], unlimited = loads.at(-1)!;
  return {
    states,
    tensor_sets: tensorSets,
    increases,
    worse,
    unlimited_excess: excess,
    ...(publishedLayers === undefined
      ? {
        example_least: least,
        example_unlimited: unlimited,
        ...exampleFacts(graph),
        ...exampleLoads(graph, policy),
      }
      : {
        layers_scale: publishedLayers / PAPER_DEPTH,
        transfer_least: modelled(least / 1e9),
        transfer_unlimited: modelled(unlimited / 1e9),
      }),
  };
}
