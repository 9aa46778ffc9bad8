/**
 * roc Figure 5: training throughput beside NeuGraph's policy, by the number of GPUs.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "../framework_speedup.ts";
import { CLUSTER_NOTES } from "../partitioning/changed_links.ts";
import { ONE_TRAINING_NOTES, RUN_NOTES } from "../partitioning/timed_cuts.ts";
import { PARTITION_NOTES, trainedGraph } from "../partitioning/partitioned_graphs.ts";
import { FIGURE_5_CLAIMS } from "./figure_5_claims.ts";
import { EPOCH_METRICS, modelEpochs } from "./figure_5_epochs.ts";
import {
  gpusWorkload,
  GRAPHS,
  NEUGRAPH,
  ROC,
  type System,
  type TrainedWorkload,
} from "./neugraph_systems.ts";
import { gpuCounts, GPUS_PER_NODE, gpuWorkload } from "../partitioning/gpu_workloads.ts";

/** Compares ROC with NeuGraph's policy by measured partitions, counted copies and modelled links. */
export const figure5: Suite<TrainedWorkload, System, typeof EPOCH_METRICS> = {
  id: "roc/figure-5",
  artifact: "Figure 5",
  title: "Training beside NeuGraph",
  decidesFrom: "paper",
  question:
    "How much faster does ROC train than a system with equal partitions that keeps nothing on its devices?",
  contenders: [NEUGRAPH, ROC],
  baseline: NEUGRAPH.id,
  workloads: (profile) =>
    GRAPHS.flatMap((graph) => {
      const { dataset } = trainedGraph(profile, graph);
      const counts = gpuCounts(profile).filter((gpus) => graph === "reddit" || gpus <= GPUS_PER_NODE);
      return counts.map((gpus) => ({
        ...gpuWorkload(gpus, { id: gpusWorkload(graph, gpus), dataset, model: "GCN" }),
        graph,
      }));
    }),
  settings: {
    "links": "PCIe 3.0 in a node (NVLink off), EDR InfiniBand between nodes",
    "NeuGraph": "equal vertices; every operation loads what it reads",
    "ROC": "learned cuts; the dynamic program of its memory manager",
  },
  measurement: { kind: "joint", measure: modelEpochs },
  metrics: EPOCH_METRICS,
  plots: [{ metric: "throughput", x: "devices", facet: "dataset" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    ...ONE_TRAINING_NOTES,
    ...CLUSTER_NOTES,
    "NeuGraph's numbers come from its own paper, and no value of the figure is printed: its policy is all that is compared. It is " +
    "equal vertices and streaming over one node; its model is not named, and is GCN here.",
    "Bytes that are copied from the host are counted by one plan of the memory manager for each device's whole step (all layers, " +
    "the loss, and back; the graph's structure without values, one copy for both passes as in Table 3), on a card of 16 GB " +
    "over the scale of the stand-in. An operation that is larger goes over it in pieces by either policy, and saves nothing: on one GPU " +
    "nearly all of Amazon's are, and the systems copy almost as much there. Copies and kernels follow one another: Figure 10's own times " +
    "and volumes differ by 12.7 GB/s.",
    "Devices get their layers' inputs from the node's memory, where all outputs are put (Section 3): rows of other devices of " +
    "the node are among the copies, and travel once. Rows of other nodes go over the network first. A device's own rows stay on it " +
    "from layer to layer where its plan keeps them.",
    "Amazon is measured on one node only. The 4.6 of one version of the abstract is judged by the best of NeuGraph's policy here and " +
    "of the policies of Figure 4 on Pubmed.",
  ],
  publishedAs: ({ graph, gpus }, system, metric) => {
    if (system !== NEUGRAPH || gpus > GPUS_PER_NODE) return undefined;
    if (metric === "framework_speedup") return SPEEDUP_OVER_FRAMEWORKS;
    return metric === "roc_speedup"
      ? { metric: "training_speedup", dataset: graph, system: "ROC vs NeuGraph", config: { nodes: "1" } }
      : undefined;
  },
  claims: FIGURE_5_CLAIMS,
};
