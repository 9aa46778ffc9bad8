/**
 * roc Table 3 and Algorithm 1: states, active tensors, and loads of the dynamic program beside LRU and no
 * cache.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { recordOf } from "../../../platform/record.ts";
import {
  type CachingPolicy,
  countStates,
  type OperationGraph,
  planTransfers,
} from "../../../training/memory_manager/mod.ts";
import { medianOf } from "../../../results/row.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import { between } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import type { PublishedKey } from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { CACHING_POLICIES, type CachingContender } from "../../trials/caching_policies.ts";
import { capacitiesOf, PLAINER, sweepCapacities, sweepRandomGraphs } from "./capacity_sweep.ts";
import { MANAGED_MODELS } from "./managed_graphs.ts";
import {
  EXAMPLE,
  HIDDEN,
  idOf,
  ONE_MAP,
  PAPER_DEPTH,
  type PlannedWorkload,
  PUBLISHED,
  RANDOM,
  WORKLOADS,
} from "./planned_workloads.ts";
import { EXAMPLE_STATES, exampleDifferences } from "./state_example.ts";
import { fewStates, never } from "./table_3_claims.ts";

const PROGRAM = "dynamic-program";

/** Number of random graphs by profile. */
const RANDOM_GRAPHS: Readonly<Record<Profile["id"], number>> = { smoke: 40, standard: 400, paper: 4000 };
/** Number of capacities of a sweep, from what an operation needs to all tensors together. */
const CAPACITIES = 16;
/**
 * Capacities of the example that matter: one less is none, and the loads of LRU and of the program change at
 * the others.
 */
const EXAMPLE_CAPACITIES = [33, 34, 35, 47, 48] as const;

/** Rows of the printed table by the number of operations that are done. */
const PRINTED_STATES = Array.from({ length: EXAMPLE_STATES }, (_, at) => at + 1);

const METRICS = {
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
function exampleLoads(graph: OperationGraph, policy: CachingPolicy): Facts<typeof METRICS> {
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
function exampleFacts(graph: OperationGraph): Facts<typeof METRICS> {
  const { rows, otherStates } = exampleDifferences(graph);
  return {
    wrong_rows: rows.filter((differences) => differences > 0).length,
    other_states: otherStates,
    ...recordOf(rows.map((differences, at) => [`active_after_${at + 1}`, differences] as const)),
  };
}

/** Counts states, and plans the transfers of a policy over capacities. */
function countPlans(
  { profile, seed }: ExactLab,
  { operations, publishedLayers }: PlannedWorkload,
  { id: policy }: CachingContender,
): Facts<typeof METRICS> {
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
        transfer_least: { value: least / 1e9, source: "modelled" },
        transfer_unlimited: { value: unlimited / 1e9, source: "modelled" },
      }),
  };
}

/** Published columns of the example's sets, and of their number. */
function exampleKey(metric: string): PublishedKey | undefined {
  const shared = { dataset: "toy", model: "GIN", system: "ROC" };
  if (metric === "states") {
    return { ...shared, metric: "valid_state_count", config: { empty_state: "excluded" } };
  }
  const done = PRINTED_STATES.find((done) => metric === `active_after_${done}`);
  const state = `{${PRINTED_STATES.slice(0, done).join()}}`;
  return done === undefined ? undefined : { ...shared, metric: "active_tensors", config: { state } };
}

const GRAPHS = [EXAMPLE, ...PUBLISHED.map(({ id }) => id)];
const ALL = [...GRAPHS, RANDOM];

/** Counts states of the memory manager, and compares its dynamic program with every schedule. */
export const table3: Suite<PlannedWorkload, CachingContender, typeof METRICS> = {
  id: "roc/table-3",
  artifact: "Table 3",
  title: "States, active tensors and Algorithm 1",
  question: "Is the memory manager's dynamic program small enough to be solved, and optimal?",
  contenders: CACHING_POLICIES,
  baseline: "streaming",
  workloads: () => WORKLOADS,
  settings: {
    "sizes": `Reddit as printed, ${HIDDEN} hidden units; the example's are the harness's own`,
    "capacities": `${CAPACITIES}, from what the largest operation needs to all tensors together`,
    "random graphs":
      `${RANDOM_GRAPHS.standard} of 2 to 6 operations, 4 capacities each; every schedule is searched`,
    "recurrence": "corrected: what an operation reads may have been cached before it and be dropped after",
  },
  measurement: {
    kind: "exact",
    count: (lab: ExactLab, _dataset: LoadedDataset, workload, contender) =>
      Promise.resolve(countPlans(lab, workload, contender)),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "As printed, Algorithm 1 caches nothing: line 14 lets no tensor be cached before an operation that is not cached after it, and " +
    "the answer starts from an empty cache. What is judged is the corrected recurrence.",
    "CommNet is counted twice: with a linear map each for a vertex and its neighbours' mean, as this project's layers have it, and " +
    "with one map of both, which leaves a chain of operations.",
    "The paper prints neither operation lists nor depths: claims about counts are judged at 2 layers, its typical depth.",
  ],
  publishedAs: ({ id: workload, model, publishedLayers }, { id }, metric) => {
    if (id === PROGRAM && workload === EXAMPLE) return exampleKey(metric);
    if (id !== PROGRAM || publishedLayers !== PAPER_DEPTH || model === undefined) return undefined;
    const shared = { dataset: "all", model, system: "ROC" };
    if (metric === "states") return { ...shared, metric: "valid_state_count" };
    return metric === "tensor_sets" ? { ...shared, metric: "tensor_set_count" } : undefined;
  },
  claims: [
    {
      claimId: "roc.q.active-tensors",
      decide: (evidence) => {
        const shared = { contender: PROGRAM, workloads: [EXAMPLE] };
        return [
          never(evidence, { ...shared, metric: "wrong_rows", words: "other active tensors than Table 3" }),
          never(evidence, { ...shared, metric: "other_states", words: "other valid states" }),
        ];
      },
    },
    {
      claimId: "roc.q.state-count",
      premise: [between(0.5, 2, {
        name: "layers over the printed depth",
        readings: workloadMetric(
          "layers_scale",
          [...MANAGED_MODELS, ONE_MAP].map((model) => idOf(model, PAPER_DEPTH)),
          PROGRAM,
        ),
        elsewhere: `models of ${PAPER_DEPTH} layers`,
      })],
      decide: (evidence) => {
        const model = (name: string) => ({ name, workload: idOf(name, PAPER_DEPTH) });
        return fewStates(evidence, {
          contender: PROGRAM,
          layers: PAPER_DEPTH,
          gcn: model("GCN"),
          gin: model("GIN"),
          commNets: [model("CommNet"), model(ONE_MAP)],
        });
      },
    },
    {
      claimId: "roc.q.dp-optimal",
      decide: (evidence) => {
        const cases = medianOf(evidence.row({ workload: RANDOM, contender: PROGRAM }, "cases"));
        const words = `of ${cases} cases, those in which some schedule loads less`;
        return [never(evidence, { contender: PROGRAM, workloads: [RANDOM], metric: "not_optimal", words })];
      },
    },
    {
      claimId: "roc.q.dp-monotone",
      decide: (evidence) =>
        ([["increases", "capacities that load more than a smaller one"], [
          "unlimited_excess",
          "bytes loaded twice with room for all",
        ]] as const).map(([metric, words]) =>
          never(evidence, { contender: PROGRAM, workloads: ALL, metric, words })
        ),
    },
    {
      claimId: "roc.q.dp-never-worse",
      decide: (evidence) =>
        Object.entries(PLAINER).map(([contender, plainer]) => {
          const words = `capacities in which ${contender} loads more than ${plainer}`;
          return never(evidence, { contender, workloads: ALL, metric: "worse", words });
        }),
    },
  ],
};
