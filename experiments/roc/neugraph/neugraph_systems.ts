/**
 * Systems of roc Figure 5, and the graphs that they train on by the number of GPUs.
 *
 * @module
 */
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import type { Contender } from "../../cell.ts";
import type { TrainedGraphId } from "../partitioning/partitioned_graphs.ts";
import type { StrategyId } from "../partitioning/strategies.ts";
import { GPUS_PER_NODE, type GpuWorkload } from "../partitioning/gpu_workloads.ts";

/** A system that trains on several GPUs. */
export interface System extends Contender {
  /** Strategy that cuts the graph. */
  readonly cut: StrategyId;
  /** Policy by which tensors stay on a device. */
  readonly caching: CachingPolicy;
  /** Greatest number of GPUs that it runs on; any when absent. */
  readonly mostGpus?: number;
}

/** NeuGraph, by its policy; it runs on one node. */
export const NEUGRAPH: System = {
  id: "policy:neugraph",
  label: "NeuGraph's policy",
  cut: "equal-vertices",
  caching: "streaming",
  mostGpus: GPUS_PER_NODE,
};

/** ROC as a whole. */
export const ROC: System = {
  id: "learned",
  label: "ROC: learned cuts, dynamic program",
  cut: "learned",
  caching: "dynamic-program",
};

/** A graph on a number of GPUs. */
export interface TrainedWorkload extends GpuWorkload {
  readonly graph: TrainedGraphId;
}

/** Graphs of the figure. */
export const GRAPHS: readonly TrainedGraphId[] = ["reddit", "amazon"];

/** Id of the workload of a graph on a number of GPUs. */
export const gpusWorkload = (graph: TrainedGraphId, gpus: number): string => `${graph}:${gpus}`;
