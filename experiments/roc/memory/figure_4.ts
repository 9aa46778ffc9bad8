/**
 * roc Figure 4: training throughput on one GPU, with all data on it or in host memory, and whether Reddit
 * fits.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "../framework_speedup.ts";
import { FIGURE_4_CLAIMS } from "./figure_4_claims.ts";
import { CARD_GB, DROPOUT, MANAGED_MODELS } from "./managed_graphs.ts";
import {
  FRAMEWORKS,
  type GraphId,
  modelWorkload,
  REAL,
  ROC,
  type TrainingSystem,
  type TrainingWorkload,
} from "./single_gpu_systems.ts";
import { measureSystems, SYSTEM_METRICS } from "./figure_4_epochs.ts";

/**
 * Graphs, with columns of the hidden layers: those of the authors' sample run on Reddit, of Kipf and Welling
 * on Pubmed.
 */
const GRAPHS = {
  pubmed: { hidden: 16, scales: { smoke: 64, standard: 1 } },
  reddit: { hidden: 256, scales: { smoke: 2048, standard: 512 } },
} as const;

function datasetOf({ id }: Profile, graph: GraphId): string {
  const scale = id === "paper" ? 1 : GRAPHS[graph].scales[id];
  return scale === 1 ? graph : `${graph}@1/${scale}`;
}

/** Compares training with all data on the GPU and in host memory, by epochs and by bytes. */
export const figure4: Suite<TrainingWorkload, TrainingSystem, typeof SYSTEM_METRICS> = {
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
        id: modelWorkload(graph, model),
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
  measurement: { kind: "joint", measure: measureSystems },
  metrics: SYSTEM_METRICS,
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
    "ROC loads what an epoch needs from host memory, in every epoch anew, and writes all results back there: of a GCN on Pubmed 42 MB " +
    "and 49 MB. On CPU threads that is copies within one RAM, which block the kernels. Kernels are prepared for each operation, in a " +
    "tenth of such an epoch.",
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
  claims: FIGURE_4_CLAIMS,
};
