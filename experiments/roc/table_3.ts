/**
 * roc Table 3 and Algorithm 1: states, active tensors, and what the dynamic program loads beside LRU and no cache.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { type ClaimPart, openPart } from "../../results/evidence.ts";
import {
  type CachingPolicy,
  countStates,
  ginExample,
  type OperationGraph,
  planTransfers,
  validStates,
} from "../../training/memory_manager/mod.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { ExactLab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { MANAGED_MODELS, type ManagedModel, oneMapCommNet, publishedOperations } from "./managed_graphs.ts";
import { CACHING_POLICIES } from "../trials/caching_policies.ts";
import { fewestLoads, randomOperations } from "./plan_search.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const PROGRAM = "dynamic-program";

/** The graph whose sizes count, and columns of the hidden layers (the authors' sample run). */
const GRAPH = "reddit", HIDDEN = 256;

const EXAMPLE = "example", RANDOM = "random", ONE_MAP = "CommNet, one map";
const KINDS = [...MANAGED_MODELS, ONE_MAP] as const;
const DEPTHS = [1, 2, 3];
/** Layers of typical models, as the paper says. */
const PAPER_DEPTH = 2;

/** Random graphs by profile. */
const RANDOM_GRAPHS: Readonly<Record<Profile["id"], number>> = { smoke: 40, standard: 400, paper: 4000 };
/** Capacities of a sweep, from what an operation needs to all tensors together. */
const CAPACITIES = 16;

/** Table 3: the active tensors after 1, 2, ... of the seven operations. */
const ROWS = [
  ["g", "a"],
  ["g", "a", "b", "w1"],
  ["g", "a", "b", "h1", "w1", "w2"],
  ["g", "a", "b", "w1", "w2", "dh1"],
  ["g", "a", "b", "w1", "db"],
  ["g", "a", "da"],
  [],
];

/** States of the example that are in no row of Table 3, and rows whose active tensors are others. */
function exampleFacts(graph: OperationGraph): Fact[] {
  const text = (tensors: readonly string[]) => tensors.toSorted().join();
  const states = validStates(graph).filter(({ operations }) => operations.length > 0);
  const isPrefix = (operations: readonly number[]) => operations.every((operation, at) => operation === at);
  const wrong = ROWS.filter((row, at) =>
    !states.some(({ operations, activeTensors }) =>
      isPrefix(operations) && operations.length === at + 1 &&
      text(activeTensors.map((place) => graph.tensors[place].name)) === text(row)
    )
  );
  const others = states.filter(({ operations }) => !isPrefix(operations));
  return [
    { metric: "wrong_rows", unit: "count", value: wrong.length },
    { metric: "other_states", unit: "states", value: others.length },
  ];
}

function graphOf({ id, factors }: TextWorkload): OperationGraph {
  if (id === EXAMPLE) return ginExample();
  const layers = Number(factors.layers), kind = factors.graph;
  return kind === ONE_MAP
    ? oneMapCommNet(GRAPH, { hidden: HIDDEN, layers })
    : publishedOperations({ model: kind as ManagedModel, graph: GRAPH, hidden: HIDDEN, layers });
}

/** Bytes of the tensors that operations read and none writes. */
function inputBytes({ tensors, operations }: OperationGraph): number {
  const written = new Set(operations.flatMap(({ writes }) => writes));
  const read = new Set(operations.flatMap(({ reads }) => reads));
  return [...read.difference(written)].reduce((sum, place) => sum + tensors[place].bytes, 0);
}

/** Capacities, ascending, evenly from the least in which every operation runs to where nothing ever has to leave. */
function capacitiesOf({ tensors, operations }: OperationGraph, count: number): number[] {
  const bytes = (places: readonly number[]) => places.reduce((sum, place) => sum + tensors[place].bytes, 0);
  const least = Math.max(...operations.map(({ reads, writes }) => bytes([...reads, ...writes])));
  const most = bytes([...tensors.keys()]);
  return Array.from({ length: count }, (_, i) => Math.ceil(least + (most - least) * i / (count - 1)));
}

/** What one policy gets of another where it should never load more. */
const WORSE_THAN: Readonly<Record<string, CachingPolicy>> = { "dynamic-program": "lru", "lru": "streaming" };

/** What a sweep over capacities counts. */
interface Sweep {
  /** Bytes at each capacity, ascending. */
  readonly loads: readonly number[];
  /** Capacities at which more is loaded than at the next smaller one. */
  readonly increases: number;
  /** Capacities at which more is loaded than by the policy that should be no better. */
  readonly worse: number;
  /** Bytes above one load of each input, where everything has room. */
  readonly excess: number;
}

function sweep(graph: OperationGraph, policy: CachingPolicy, capacities: readonly number[]): Sweep {
  const loadsBy = (policy: CachingPolicy) =>
    capacities.map((capacityBytes) => planTransfers(graph, { policy, capacityBytes }).loadedBytes);
  const loads = loadsBy(policy), rival = WORSE_THAN[policy];
  const others = rival === undefined ? loads : loadsBy(rival);
  return {
    loads,
    increases: loads.filter((bytes, at) => at > 0 && bytes > loads[at - 1]).length,
    worse: loads.filter((bytes, at) => bytes > others[at]).length,
    excess: loads.at(-1)! - inputBytes(graph),
  };
}

function randomFacts({ profile, seed }: ExactLab, policy: CachingPolicy): Fact[] {
  let cases = 0, dearer = 0, increases = 0, worse = 0, excess = 0;
  for (let i = 0; i < RANDOM_GRAPHS[profile.id]; i++) {
    const graph = randomOperations(2 ** 16 * seed + i), capacities = capacitiesOf(graph, 4);
    const found = sweep(graph, policy, capacities);
    cases += capacities.length;
    dearer += found.loads.filter((bytes, at) => bytes !== fewestLoads(graph, capacities[at])).length;
    increases += found.increases;
    worse += found.worse;
    if (found.excess !== 0) excess++;
  }
  return [
    { metric: "cases", unit: "count", value: cases },
    { metric: "not_optimal", unit: "count", value: dearer },
    { metric: "increases", unit: "count", value: increases },
    { metric: "worse", unit: "count", value: worse },
    { metric: "unlimited_excess", unit: "bytes", value: excess },
  ];
}

/** Capacities of the example that matter: one less is none, and what LRU and the dynamic program load changes at the others. */
const EXAMPLE_CAPACITIES = [33, 34, 35, 47, 48];

/** Bytes that are loaded in the example at each of them; none where it does not fit. */
function exampleLoads(graph: OperationGraph, policy: CachingPolicy): Fact[] {
  return EXAMPLE_CAPACITIES.flatMap((capacityBytes): Fact[] => {
    try {
      const { loadedBytes } = planTransfers(graph, { policy, capacityBytes });
      return [{ metric: `transfer_at_${capacityBytes}`, unit: "bytes", value: loadedBytes }];
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) throw error;
      return [];
    }
  });
}

function count(
  lab: ExactLab,
  _dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const policy = id as CachingPolicy;
  if (workload.id === RANDOM) return Promise.resolve(randomFacts(lab, policy));
  const graph = graphOf(workload);
  const { states, tensorSets } = countStates(graph);
  const { loads, increases, worse, excess } = sweep(graph, policy, capacitiesOf(graph, CAPACITIES));
  const published = workload.id !== EXAMPLE;
  const unit = published ? "GB/epoch" : "bytes", scale = published ? 1e9 : 1;
  const bytes = (metric: string, value: number): Fact => ({
    ...{ metric, unit, value: value / scale },
    ...(published ? { source: "modelled" as const } : {}),
  });
  return Promise.resolve([
    { metric: "states", unit: "states", value: states },
    { metric: "tensor_sets", unit: "sets", value: tensorSets },
    bytes("transfer_least", loads[0]),
    bytes("transfer_unlimited", loads.at(-1)!),
    { metric: "increases", unit: "count", value: increases },
    { metric: "worse", unit: "count", value: worse },
    { metric: "unlimited_excess", unit: "bytes", value: excess },
    ...(published ? [] : [...exampleFacts(graph), ...exampleLoads(graph, policy)]),
  ]);
}

const idOf = (kind: string, layers: number) => `${kind}:${layers}`;
const GRAPHS = [EXAMPLE, ...KINDS.flatMap((kind) => DEPTHS.map((layers) => idOf(kind, layers)))];

/** No row of these workloads counts anything. */
function never(
  evidence: SuiteEvidence,
  { metric, contender, workloads, words }: {
    readonly metric: string;
    readonly contender: string;
    readonly workloads: readonly string[];
    readonly words: string;
  },
): ClaimPart {
  const rows = workloads.map((workload) => evidence.row({ workload, contender }, metric));
  const total = rows.reduce((sum, { median }) => sum + Math.abs(median!), 0);
  return evidence.exact(total === 0, `${words}: ${total} on ${rows.length} workloads`, rows, total);
}

/** `S <= 16` and `T <= 4096` in the depth of typical models. */
function fewStates(evidence: SuiteEvidence): ClaimPart[] {
  const counts = (kind: string) => {
    const key = { workload: idOf(kind, PAPER_DEPTH), contender: PROGRAM };
    const rows = ["states", "tensor_sets"].map((metric) => evidence.row(key, metric));
    const [states, sets] = rows.map(medianOf);
    const words = `${kind}, ${PAPER_DEPTH} layers: ${states} states, ${sets} tensor sets`;
    return evidence.exact(states <= 16 && sets <= 4096, words, rows, states);
  };
  const [gcn, gin, maps, map] = KINDS.map(counts);
  if (maps.holds === map.holds) return [gcn, gin, maps, map];
  const either = { ...maps, words: `${maps.words}; ${map.words}` };
  return [gcn, gin, openPart(either, "what is one operation of CommNet, the paper does not say")];
}

/** The suite. */
export const table3: TextSuite = {
  id: "roc/table-3",
  paper: "roc",
  artifact: "Table 3",
  title: "States, active tensors and Algorithm 1",
  question: "Is the memory manager's dynamic program small enough to be solved, and optimal?",
  contenders: [...CACHING_POLICIES],
  baseline: "streaming",
  workloads: () => [
    { id: EXAMPLE, model: "GIN", factors: { graph: "Figure 3", layers: "1" } },
    ...KINDS.flatMap((kind) =>
      DEPTHS.map((layers) => ({
        ...{ id: idOf(kind, layers), model: kind === ONE_MAP ? "CommNet" : kind },
        factors: { graph: kind, layers: String(layers) },
      }))
    ),
    { id: RANDOM, factors: { graph: "random" } },
  ],
  settings: {
    "sizes": `Reddit as printed, ${HIDDEN} hidden units; the example's are the harness's own`,
    "capacities": `${CAPACITIES}, from what the largest operation needs to all tensors together`,
    "random graphs":
      `${RANDOM_GRAPHS.standard} of 2 to 6 operations, 4 capacities each; every schedule is searched`,
    "recurrence": "corrected: what an operation reads may have been cached before it and be dropped after",
  },
  measurement: { kind: "exact", count },
  metrics: [
    { id: "states", label: "valid states S", unit: "states", better: "lower" },
    { id: "tensor_sets", label: "tensor sets T of the state that has most", unit: "sets", better: "lower" },
    { id: "transfer_least", label: "loaded in the least capacity", unit: "GB/epoch", better: "lower" },
    { id: "transfer_unlimited", label: "loaded in any capacity", unit: "GB/epoch", better: "lower" },
    { id: "wrong_rows", label: "rows of Table 3 that are others", unit: "count", better: "lower" },
    { id: "other_states", label: "states that Table 3 does not have", unit: "states", better: "lower" },
    { id: "not_optimal", label: "cases in which a schedule loads less", unit: "count", better: "lower" },
    { id: "increases", label: "capacities that load more than less would", unit: "count", better: "lower" },
    {
      id: "worse",
      label: "capacities that load more than the plainer policy",
      unit: "count",
      better: "lower",
    },
    { id: "unlimited_excess", label: "loaded again with room for all", unit: "bytes", better: "lower" },
    { id: "cases", label: "cases", unit: "count", better: "neither" },
    ...EXAMPLE_CAPACITIES.map((capacity) => ({
      ...{ id: `transfer_at_${capacity}`, label: `loaded in ${capacity} bytes`, unit: "bytes" },
      better: "lower" as const,
    })),
  ],
  plots: [],
  notes: [
    "As printed, Algorithm 1 caches nothing: line 14 lets no tensor be cached before an operation that is not cached after it, and " +
    "the answer starts from an empty cache. What is judged is the corrected recurrence.",
    "CommNet is counted twice: with a linear map each for a vertex and its neighbours' mean, as this project's layers have it, and " +
    "with one map of both, which leaves a chain of operations.",
    "The paper prints neither operation lists nor depths: claims about counts are judged at 2 layers, its typical depth.",
  ],
  publishedAs: ({ factors }, { id }, metric) => {
    if (id !== PROGRAM || factors.layers !== String(PAPER_DEPTH)) return undefined;
    const printed = { states: "valid_state_count", tensor_sets: "tensor_set_count" }[metric];
    return printed === undefined ? undefined : {
      ...{ metric: printed, dataset: "all", system: "ROC" },
      model: factors.graph === ONE_MAP ? "CommNet" : factors.graph,
    };
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
    { claimId: "roc.q.state-count", decide: fewStates },
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
          never(evidence, { contender: PROGRAM, workloads: [...GRAPHS, RANDOM], metric, words })
        ),
    },
    {
      claimId: "roc.q.dp-never-worse",
      decide: (evidence) =>
        Object.entries(WORSE_THAN).map(([contender, rival]) => {
          const words = `capacities in which ${contender} loads more than ${rival}`;
          return never(evidence, { contender, workloads: [...GRAPHS, RANDOM], metric: "worse", words });
        }),
    },
  ],
};
