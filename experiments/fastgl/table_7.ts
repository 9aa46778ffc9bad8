/**
 * fastgl Table 7: memory IO of an epoch where neighbours are drawn by random walks.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import { lower } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { meanMatchDegree } from "./input_lists.ts";
import {
  loadedEpochs,
  type LoadingPolicy,
  MEMORY_IO_METRICS,
  MEMORY_IO_NOTES,
  MEMORY_IO_SETTINGS,
  MEMORY_IO_STACK,
  memoryIo,
  memoryIoFacts,
} from "./memory_io.ts";
import { onceAWorkload } from "./once_a_workload.ts";
import { DGL_POLICY, FASTGL, MATCH_ONLY } from "./policies.ts";
import { ratios } from "./round_times.ts";
import {
  FOUR_GRAPHS,
  PAPER_NAMES,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { samplingOf } from "./training_iterations.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

const [DGL, MATCH, REORDER] = [DGL_POLICY.id, MATCH_ONLY.id, FASTGL.id];

const POLICIES: readonly (LoadingPolicy & TextContender & { readonly system: string })[] = [
  { ...DGL_POLICY, label: "everything is copied (DGL)" },
  { ...MATCH_ONLY, label: "Match (FastGL-nG)" },
  { ...FASTGL, label: `Match and Reorder, ${FASTGL.window} at a time (FastGL)` },
];

/** Steps of a walk (Section 6.3). */
const WALK_LENGTH = 3;

/** Walks take long on the host: of an epoch no more mini-batches are sampled, five windows. */
const MOST_BATCHES = 40;

const measured = onceAWorkload(async (lab, dataset, { id }) => {
  const graph = sampledGraph(lab.profile, id);
  const loaded = await loadedEpochs(lab, dataset, {
    graph,
    sampling: samplingOf({ walkLength: WALK_LENGTH }, lab.seed),
    most: MOST_BATCHES,
  });
  const matchDegree = meanMatchDegree(loaded.epochs[0], dataset.graph.rows);
  return { features: loaded.features, matchDegree, io: await memoryIo(lab, loaded, POLICIES) };
});

/** `io_time(fastgl) < io_time(fastgl-nG) < io_time(dgl)` on all four graphs. */
function sameOrder(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [[REORDER, MATCH], [MATCH, DGL]].map(([fast, slow]) =>
      evidence.faster({ workload, contender: fast }, { workload, contender: slow }, "memory_io_time")
    )
  );
}

/** `io_speedup(reddit) > io_speedup(products) > io_speedup(mag | papers)`: no round has two graphs, so that intervals decide. */
function gainFollowsMatch(evidence: SuiteEvidence): ClaimPart[] {
  const of = (workload: string) => evidence.row({ workload, contender: REORDER }, "io_speedup");
  const pairs = [["ogbn-products", "reddit"], ["mag", "ogbn-products"], ["ogbn-papers100m", "ogbn-products"]];
  return pairs.map(([less, more]) => lower(evidence, of(less), of(more)));
}

/** The suite. */
export const table7: TextSuite = {
  id: "fastgl/table-7",
  paper: "fastgl",
  artifact: "Table 7",
  title: "Memory IO under random-walk sampling",
  question: "Do Match and Reorder save memory IO as well where neighbours are drawn by random walks?",
  contenders: POLICIES.map(({ id, label, window }) => ({ id, label, factors: { window: String(window) } })),
  baseline: DGL,
  workloads: (profile) =>
    samplingWorkloads(profile, { graphs: FOUR_GRAPHS }).map((workload) => ({
      ...workload,
      factors: { ...workload.factors, sampler: "random-walk" },
    })),
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "sampler":
      `3 hops, 10 walks of length ${WALK_LENGTH} from each vertex, of which the 5, 10, 15 most visited ` +
      "neighbours are kept, from the input on",
    "counts": `of the first ${MOST_BATCHES} mini-batches, scaled to an epoch; of all where it has no more`,
  },
  measurement: {
    kind: "counted",
    count: async (lab, dataset, workload, { id }) => {
      const { features, matchDegree, io } = await measured(lab, dataset, workload);
      const own = io.get(id)!;
      return [
        ...memoryIoFacts(own, features),
        { metric: "io_speedup", unit: "x", value: ratios(io.get(DGL)!.ms, own.ms) },
        ...(id === DGL ? [{ metric: "match_degree_mean", unit: "%", value: 100 * matchDegree }] : []),
      ];
    },
  },
  metrics: [
    ...MEMORY_IO_METRICS,
    { id: "io_speedup", label: "speed-up", unit: "x", better: "higher" },
    { id: "match_degree_mean", label: "mean match degree", unit: "%", better: "neither" },
  ],
  plots: [
    { metric: "io_speedup", x: "workload" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    "Neither the number of walks nor how many neighbours are kept is printed: PinSAGE's sampler with 10 walks and the fan-outs of " +
    "the other experiments.",
    `The size of the window is not printed either: ${FASTGL.window}.`,
  ],
  publishedAs: ({ id }, contender, metric) => {
    const { system } = POLICIES.find((policy) => policy.id === contender.id)!;
    const shared = {
      ...{ dataset: PAPER_NAMES[id], model: "GCN" },
      config: { sampler: "random-walk", walk_length: String(WALK_LENGTH) },
    };
    if (metric === "memory_io_time") return { ...shared, metric, system };
    return metric === "io_speedup" && contender.id !== DGL
      ? { ...shared, metric: "memory_io_speedup", system: `${system} vs ${DGL_POLICY.system}` }
      : undefined;
  },
  claims: [
    { claimId: "fastgl.q.random-walk", decide: sameOrder },
    { claimId: "fastgl.q.gain-follows-match", decide: gainFollowsMatch },
  ],
};
