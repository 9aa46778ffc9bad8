/**
 * roc Figure 4: training throughput on one GPU, with all data on it or in host memory, and whether Reddit
 * fits.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { planTransfers } from "../../../training/memory_manager/mod.ts";
import {
  programLedger,
  type SparseCopy,
  type StoragePolicy,
} from "../../../training/program/memory_ledger.ts";
import { MissingError } from "../../../platform/errors.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerGuest } from "../../peers/peer_guest.ts";
import { peerContenders, TRAINING_PEERS } from "../../peers/peers.ts";
import { busyThreads, longCalls } from "../../premises/quantities.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { epochRounds, type EpochWay } from "../../trials/epoch_rounds.ts";
import { byContender } from "../../trials/by_contender.ts";
import { comparable, comparableEnd, outOfMemory } from "./figure_4_claims.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "../framework_speedup.ts";
import { managedOverhead } from "./managed_overhead.ts";
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

const GB = 1e9;
/** Memory of a P100; the paper names the card and not its memory. */
const CARD_GB = 16;

const ROC = "roc";

/** A framework that keeps all data on the GPU, or ROC. */
interface TrainingSystem extends Contender {
  /** Aggregation kernel and storage of a framework; absent for ROC, whose data is in host memory. */
  readonly framework?: { readonly kernel: string; readonly storage: StoragePolicy };
  /** Worker of a framework that runs itself; such a framework has no storage that the ledger knows. */
  readonly peer?: string;
}

const INT64 = 8, FLOAT32 = 4;
const indexed = (format: "csr" | "csc"): SparseCopy => ({ format, indexBytes: INT64, entryBytes: INT64 });
/** Autograd keeps saved activations to the end of a step. */
const AUTOGRAD = { keepActivations: true, separateEpilogues: true } as const;

const FRAMEWORKS: readonly TrainingSystem[] = [
  {
    id: "policy:tensorflow",
    label: "policy of TensorFlow",
    framework: {
      kernel: "row-split-scalar",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
      },
    },
  },
  {
    id: "policy:dgl",
    label: "policy of DGL",
    framework: {
      kernel: "row-split",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [
          { format: "coo", indexBytes: INT64, entryBytes: 0 },
          indexed("csc"),
          indexed("csr"),
        ],
      },
    },
  },
  {
    id: "policy:pyg",
    label: "policy of PyG",
    framework: {
      kernel: "naive-rmw",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
        // Messages: a row an entry, gathered before they are summed.
        spmmWorkspace: ({ matrix: { nnz }, out }) => FLOAT32 * nnz * out.cols,
      },
    },
  },
];

/** Frameworks that run themselves, where they are set up; their layers are those of a GCN. */
const REAL: readonly TrainingSystem[] = peerContenders(
  TRAINING_PEERS.filter(({ id }) => id === "dgl" || id === "pyg"),
).map((each) => ({ ...each, ...each.factors }));

/**
 * Graphs, with columns of the hidden layers: those of the authors' sample run on Reddit, of Kipf and Welling
 * on Pubmed.
 */
const GRAPHS = {
  pubmed: { hidden: 16, scales: { smoke: 64, standard: 1 } },
  reddit: { hidden: 256, scales: { smoke: 2048, standard: 512 } },
} as const;

type GraphId = keyof typeof GRAPHS;

/** A graph and the model that trains on it. */
interface TrainingWorkload extends Workload {
  readonly graph: GraphId;
  readonly model: ManagedModel;
}

const workloadId = (graph: GraphId, model: ManagedModel) => `${graph}:${model}`;

function datasetOf({ id }: Profile, graph: GraphId): string {
  const scale = id === "paper" ? 1 : GRAPHS[graph].scales[id];
  return scale === 1 ? graph : `${graph}@1/${scale}`;
}

const METRICS = {
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  epoch_time: { label: "epoch time", unit: "ms", better: "lower", shown: false },
  roc_throughput_ratio: { label: "ROC's throughput over it", unit: "x" },
  peak_memory: { label: "GPU memory at the published size, at least", unit: "GB", better: "lower" },
  work_items: { label: "entries of an aggregation", unit: "count", shown: false },
  memory_overhead: { label: "bytes on this device over the plan's", unit: "1", better: "lower" },
  loaded_volume: { label: "loaded an epoch", unit: "GB/epoch", better: "lower" },
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
} as const satisfies Metrics;

/**
 * Most bytes in use at once at the published size: by the framework's storage, or by the memory manager on
 * the card.
 */
function publishedPeakBytes({ graph, model }: TrainingWorkload, { framework }: TrainingSystem): number {
  const training = { model, graph, hidden: GRAPHS[graph].hidden };
  return framework === undefined
    ? planTransfers(publishedOperations(training), {
      policy: "dynamic-program",
      capacityBytes: CARD_GB * GB,
    }).peakBytes
    : programLedger(publishedProgram(training), framework.storage).peak.bytes;
}

/** Times epochs of the systems that were asked for; throughput ratios are of ROC's where it is among them. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TrainingWorkload,
  contenders: readonly TrainingSystem[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { graph, model } = workload, { features: randomWidth, classes } = printedGraph(graph);
  const data = await vertexData(dataset, {
    seed: lab.seed,
    randomWidth,
    classes,
    normalise: managedAdjacency(model),
  });
  const ways = contenders.filter(({ peer }) => peer === undefined).map(({ id, framework }): EpochWay =>
    framework === undefined
      ? { id, policy: "dynamic-program" }
      : { id, kernels: { spmm: { id: framework.kernel } } }
  );
  const size = { classes: data.classes, hidden: GRAPHS[graph].hidden };
  const layers = (dropout: number) => managedLayers(model, { ...size, dropout });
  const guests = model === "GCN"
    ? contenders.flatMap(({ id, peer }) =>
      peer === undefined ? [] : [peerGuest(lab, { id, peer, data, layers, dropout: DROPOUT })]
    )
    : [];
  const epochs = await epochRounds(lab, ways, {
    data,
    layers: layers(DROPOUT),
    guests,
    // Claims about time speak of Pubmed alone, whose epochs are short.
    ...(graph === "pubmed"
      ? {
        rounds: lab.profile.maxRounds,
        end: comparableEnd(lab.profile.rounds, { roc: ROC, frameworks: FRAMEWORKS }),
      }
      : { rounds: lab.profile.contextRounds }),
  });
  const hasRoc = contenders.some(({ id }) => id === ROC);
  const overhead = hasRoc ? await managedOverhead(lab, { data, layers: layers(DROPOUT) }) : undefined;
  return byContender(contenders, (contender) => {
    if (contender.peer !== undefined && model !== "GCN") throw noLayers(contender.label, model);
    const own = epochs.of(contender.id), roc = hasRoc ? epochs.of(ROC) : undefined;
    const ratio = roc && { roc_throughput_ratio: own.ms.map((ms, round) => ms / roc.ms[round]) };
    if (own.again !== undefined) {
      const { ms, again } = own;
      return {
        times: { epoch_time: own },
        facts: {
          throughput: ms.map((each) => 1000 / each),
          ...ratio,
          self_ratio: again.map((each, round) => each / ms[round]),
        },
      };
    }
    return {
      times: { epoch_time: own },
      facts: {
        throughput: own.ms.map((ms) => 1000 / ms),
        ...ratio,
        peak_memory: { value: publishedPeakBytes(workload, contender) / GB, source: "modelled" },
        ...(contender.id === ROC && overhead !== undefined && { memory_overhead: overhead }),
        work_items: nnz(data.adjacency),
        loaded_volume: own.loadedBytes / GB,
      },
    };
  });
}

const PUBMED_CELLS = MANAGED_MODELS.flatMap((model) =>
  FRAMEWORKS.map(({ id: contender }) => ({ workload: workloadId("pubmed", model), contender }))
);
/** Reason for which a framework itself has no time of a model. */
function noLayers(framework: string, model: ManagedModel): MissingError {
  return new MissingError({
    action: `train a ${model} on the whole graph by ${framework}`,
    current: `a ${model}, and peers here train a whole graph by GCN or GAT alone`,
    wanted: "GCN",
    next: "read the row of its policy",
  });
}

/** Compares training with all data on the GPU and in host memory, by epochs and by bytes. */
export const figure4: Suite<TrainingWorkload, TrainingSystem, typeof METRICS> = {
  id: "roc/figure-4",
  artifact: "Figure 4",
  title: "Training on a single GPU",
  question:
    "Is training with tensors in host memory as fast as with all of them on the GPU, and does it train larger graphs?",
  contenders: [...FRAMEWORKS, { id: ROC, label: "ROC" }, ...REAL],
  baseline: "policy:tensorflow",
  workloads: (profile) =>
    (Object.keys(GRAPHS) as GraphId[]).flatMap((graph) =>
      MANAGED_MODELS.map((model) => ({
        id: workloadId(graph, model),
        dataset: datasetOf(profile, graph),
        graph,
        model,
        factors: { hidden: GRAPHS[graph].hidden },
      }))
    ),
  settings: {
    "models": `2 layers, dropout ${DROPOUT}; Adam; hidden units: ${GRAPHS.pubmed.hidden} on Pubmed, ` +
      `${GRAPHS.reddit.hidden} on Reddit`,
    "features": "random, as wide as the paper prints",
    "card": `P100, ${CARD_GB} GB`,
    "sample": "an epoch of each contender in each round, in a random order, after one that warms up",
    "rounds": "on Pubmed until the claim is certain, by the looks of all comparisons",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "throughput", x: "workload" },
    { metric: "peak_memory", x: "workload", logarithmic: true },
  ],
  notes: [
    "A policy is this project's parts set up as the framework is, not the framework: an SpMM kernel of its kind (scalar row by row " +
    "for TensorFlow, vectorised rows for DGL, sums in memory entry by entry for PyG) and, in the ledger, its copies of the graph, " +
    "what autograd keeps, and PyG's messages.",
    "DGL and PyG themselves, where they are set up, take turns with the policies on GCN, with all data in memory; their first five losses " +
    "without dropout are this project's to 1e-3. What claims say of them is decided by them there. GIN and CommNet have no worker yet.",
    "ROC loads what an epoch needs from host memory, in every epoch anew, and writes all results back there. On CPU threads that is " +
    "copies within one RAM, which block the kernels.",
    "The 4.6 of one version of the abstract is judged by the best of the policies here on Pubmed and of NeuGraph's in Figure 5: on " +
    "Reddit the paper's frameworks have no speed.",
    "Reddit's throughput is a stand-in's, which fits; its memory is that of the printed graph. A policy below 16 GB in the ledger does " +
    "not show that the framework fits: allocators, workspaces and temporaries come on top. ROC's own bytes are multiplied by what the " +
    "memory manager really takes on this device, over its plan, on the stand-in.",
  ],
  publishedAs: ({ graph }, { framework }, metric) =>
    framework !== undefined && graph === "pubmed" && metric === "roc_throughput_ratio"
      ? SPEEDUP_OVER_FRAMEWORKS
      : undefined,
  claims: [
    {
      claimId: "roc.q.single-gpu-comparable",
      premise: [
        longCalls(PUBMED_CELLS, { metric: "epoch_time" }),
        busyThreads(PUBMED_CELLS, "a device of CPU threads: Pubmed has no larger scale"),
      ],
      decide: (evidence) =>
        MANAGED_MODELS.flatMap((model) =>
          FRAMEWORKS.map((framework) =>
            comparable(evidence, { workload: workloadId("pubmed", model), model, framework, real: REAL })
          )
        ),
    },
    {
      claimId: "roc.q.reddit-oom",
      decide: (evidence) =>
        MANAGED_MODELS.flatMap((model) =>
          outOfMemory(evidence, {
            workload: workloadId("reddit", model),
            model,
            roc: ROC,
            frameworks: FRAMEWORKS,
            cardGB: CARD_GB,
          })
        ),
    },
  ],
};
