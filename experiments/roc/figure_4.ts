/**
 * roc Figure 4: training throughput on one GPU, with everything on it or with everything in host memory, and whether Reddit fits.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { planTransfers } from "../../training/memory_manager/mod.ts";
import { programLedger, type SparseCopy, type StoragePolicy } from "../../training/program/memory_ledger.ts";
import { vertexData } from "../../training/vertex_data.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type EpochOutcomes, epochRounds, type EpochWay } from "../trials/epoch_rounds.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "./framework_speedup.ts";
import {
  DROPOUT,
  MANAGED_MODELS,
  managedAdjacency,
  managedLayers,
  type ManagedModel,
  printedGraph,
  publishedOperations,
  publishedProgram,
} from "./managed_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const GB = 1e9;
/** Memory of a P100; the paper names the card and not its memory. */
const CARD_GB = 16;

const ROC = "roc";

/** A framework that keeps everything on the GPU. */
interface Framework extends TextContender {
  /** The kernel that aggregates as it does. */
  readonly kernel: string;
  /** How it stores things. */
  readonly storage: StoragePolicy;
}

const INT64 = 8, FLOAT32 = 4;
const indexed = (format: "csr" | "csc"): SparseCopy => ({ format, indexBytes: INT64, entryBytes: INT64 });
/** What autograd saves stays to the end of a step. */
const AUTOGRAD = { keepActivations: true, separateEpilogues: true } as const;

const FRAMEWORKS: readonly Framework[] = [
  {
    ...{ id: "policy:tensorflow", label: "policy of TensorFlow", kernel: "row-split-scalar" },
    storage: {
      ...AUTOGRAD,
      sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
    },
  },
  {
    ...{ id: "policy:dgl", label: "policy of DGL", kernel: "row-split" },
    storage: {
      ...AUTOGRAD,
      sparseCopies: () => [
        { format: "coo", indexBytes: INT64, entryBytes: 0 },
        indexed("csc"),
        indexed("csr"),
      ],
    },
  },
  {
    ...{ id: "policy:pyg", label: "policy of PyG", kernel: "naive-rmw" },
    storage: {
      ...AUTOGRAD,
      sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
      // Messages: a row an entry, gathered before they are summed.
      spmmWorkspace: ({ matrix: { nnz }, out }) => FLOAT32 * nnz * out.cols,
    },
  },
];

/** Graphs, with columns of the hidden layers: those of the authors' sample run on Reddit, of Kipf and Welling on Pubmed. */
const GRAPHS = {
  pubmed: { hidden: 16, scales: { smoke: 64, standard: 4 } },
  reddit: { hidden: 256, scales: { smoke: 2048, standard: 512 } },
} as const;

type GraphId = keyof typeof GRAPHS;

const workloadId = (graph: GraphId, model: ManagedModel) => `${graph}:${model}`;
const graphOf = ({ id }: TextWorkload) => id.split(":")[0] as GraphId;

function datasetOf({ id }: Profile, graph: GraphId): string {
  const scale = id === "paper" ? 1 : GRAPHS[graph].scales[id];
  return scale === 1 ? graph : `${graph}@1/${scale}`;
}

const measured = new WeakMap<LoadedDataset, Map<ManagedModel, Promise<EpochOutcomes>>>();

/** Once for all contenders: they take turns. */
function epochs(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
): Promise<EpochOutcomes> {
  const graph = graphOf(workload), model = workload.model as ManagedModel;
  const ofGraph = measured.getOrInsertComputed(dataset, () => new Map());
  return ofGraph.getOrInsertComputed(model, async () => {
    const { features: randomWidth, classes } = printedGraph(graph);
    const data = await vertexData(dataset, {
      ...{ seed: lab.seed, randomWidth, classes, normalise: managedAdjacency(model) },
    });
    const ways: EpochWay[] = [
      ...FRAMEWORKS.map(({ id, kernel }) => ({ id, kernels: { spmm: { id: kernel } } })),
      { id: ROC, policy: "dynamic-program" },
    ];
    return await epochRounds(lab, ways, {
      data,
      layers: managedLayers(model, { classes: data.classes, hidden: GRAPHS[graph].hidden }),
      // Claims about time speak of Pubmed alone.
      rounds: graph === "pubmed" ? lab.profile.rounds : lab.profile.contextRounds,
    });
  });
}

/** Bytes at the published size: the most at once in memory, or with the manager in the card's. */
function memoryFacts(workload: TextWorkload, id: string): Fact[] {
  const graph = graphOf(workload);
  const training = { model: workload.model as ManagedModel, graph, hidden: GRAPHS[graph].hidden };
  const framework = FRAMEWORKS.find((each) => each.id === id);
  const gigabytes = (metric: string, bytes: number): Fact => ({
    ...{ metric, unit: "GB", value: bytes / GB, source: "modelled" },
  });
  if (framework) {
    const { peak } = programLedger(publishedProgram(training), framework.storage);
    return [gigabytes("peak_memory", peak.bytes)];
  }
  const { peakBytes } = planTransfers(publishedOperations(training), {
    ...{ policy: "dynamic-program", capacityBytes: CARD_GB * GB },
  });
  return [gigabytes("peak_memory", peakBytes)];
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const times = await epochs(lab, dataset, workload), own = times.of(id), roc = times.of(ROC);
  return [
    { metric: "throughput", unit: "epochs/s", value: own.ms.map((ms) => 1000 / ms) },
    { metric: "roc_throughput_ratio", unit: "x", value: own.ms.map((ms, round) => ms / roc.ms[round]) },
    ...memoryFacts(workload, id),
    { metric: "loaded_volume", unit: "GB/epoch", value: own.loadedBytes / GB },
  ];
}

/** `throughput(roc) >= 0.8 * max(throughput(tensorflow), throughput(dgl), throughput(pyg))` on Pubmed. */
const COMPARABLE = 0.8;

function comparable(evidence: SuiteEvidence): ClaimPart[] {
  return MANAGED_MODELS.flatMap((model) =>
    FRAMEWORKS.map(({ id, label }) =>
      quotientWithin(evidence, {
        rows: [
          evidence.row({ workload: workloadId("pubmed", model), contender: id }, "roc_throughput_ratio"),
        ],
        words: `${model}: throughput over that of the ${label}`,
        quotient: ([ratio]) => ratio,
        within: [COMPARABLE, Infinity],
      })
    )
  );
}

/** `peak_gpu_memory(in-memory, Reddit) > 16 GB`, of which the ledger counts the least there can be, and ROC's does not exceed it. */
function outOfMemory(evidence: SuiteEvidence): ClaimPart[] {
  const peak = (model: ManagedModel, contender: string) =>
    evidence.row({ workload: workloadId("reddit", model), contender }, "peak_memory");
  const words = (model: string, who: string, gigabytes: number) =>
    `${model}, ${who}: ${gigabytes.toPrecision(3)} GB`;
  return MANAGED_MODELS.flatMap((model) => {
    const own = peak(model, ROC), ownText = words(model, "ROC", medianOf(own));
    return [
      evidence.exact(medianOf(own) <= CARD_GB, ownText, [own], medianOf(own)),
      ...FRAMEWORKS.map(({ id, label }): ClaimPart => {
        const row = peak(model, id), said = words(model, `${label}, at least`, medianOf(row));
        return evidence.decide(medianOf(row) > CARD_GB ? true : undefined, {
          ...{ words: said, rows: [row], value: medianOf(row) },
          open: "the ledger counts the least that a step needs, and that would fit",
        });
      }),
    ];
  });
}

/** The suite. */
export const figure4: TextSuite = {
  id: "roc/figure-4",
  paper: "roc",
  artifact: "Figure 4",
  title: "Training on a single GPU",
  question:
    "Is training with tensors in host memory as fast as with all of them on the GPU, and does it train larger graphs?",
  contenders: [...FRAMEWORKS.map(({ id, label }) => ({ id, label })), { id: ROC, label: "ROC" }],
  baseline: "policy:tensorflow",
  workloads: (profile) =>
    (Object.keys(GRAPHS) as GraphId[]).flatMap((graph) =>
      MANAGED_MODELS.map((model) => ({
        ...{ id: workloadId(graph, model), dataset: datasetOf(profile, graph), model },
        factors: { hidden: String(GRAPHS[graph].hidden) },
      }))
    ),
  settings: {
    "models": `2 layers, dropout ${DROPOUT}; Adam; hidden units: ${GRAPHS.pubmed.hidden} on Pubmed, ` +
      `${GRAPHS.reddit.hidden} on Reddit`,
    "features": "random, as wide as the paper prints",
    "card": `P100, ${CARD_GB} GB`,
    "sample": "an epoch of each contender in each round, in a random order, after one that warms up",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "throughput", label: "throughput", unit: "epochs/s", better: "higher" },
    { id: "roc_throughput_ratio", label: "ROC's throughput over it", unit: "x", better: "neither" },
    { id: "peak_memory", label: "GPU memory at the published size, at least", unit: "GB", better: "lower" },
    { id: "loaded_volume", label: "loaded an epoch", unit: "GB/epoch", better: "lower" },
  ],
  plots: [
    { metric: "throughput", x: "workload" },
    { metric: "peak_memory", x: "workload", logarithmic: true },
  ],
  notes: [
    "A policy is this project's parts set up as the framework is, not the framework: an SpMM kernel of its kind (scalar row by row " +
    "for TensorFlow, vectorised rows for DGL, sums in memory entry by entry for PyG) and, in the ledger, its copies of the graph, " +
    "what autograd keeps, and PyG's messages.",
    "ROC loads what an epoch needs from host memory, in every epoch anew, and writes all results back there. On CPU threads that is " +
    "copies within one RAM, which block the kernels.",
    "The 4.6 of one version of the abstract is judged by the best of the policies here on Pubmed and of NeuGraph's in Figure 5: on " +
    "Reddit the paper's frameworks have no speed.",
    "Reddit's throughput is a stand-in's, which fits; its memory is that of the printed graph. A policy below 16 GB in the ledger does " +
    "not show that the framework fits: allocators, workspaces and temporaries come on top.",
  ],
  publishedAs: (workload, { id }, metric) =>
    id !== ROC && graphOf(workload) === "pubmed" && metric === "roc_throughput_ratio"
      ? SPEEDUP_OVER_FRAMEWORKS
      : undefined,
  claims: [
    { claimId: "roc.q.single-gpu-comparable", decide: comparable },
    { claimId: "roc.q.reddit-oom", decide: outOfMemory },
  ],
};
