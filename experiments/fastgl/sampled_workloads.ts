/**
 * Workloads of the suites that sample: one a graph, in mini-batches.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";
import {
  FANOUTS,
  LEAST_BATCH,
  type SampledGraph,
  sampledGraphs,
  type SampledGraphsOptions,
} from "./sampling_graphs.ts";

/** Mini-batches of an epoch as plain data, by which a session knows what it has computed of them. */
export interface EpochSetting {
  /** The graph at the scale of the profile. */
  readonly graph: SampledGraph;
  /** Seeds of a mini-batch. */
  readonly batchSize: number;
}

/** A graph in mini-batches; the id is the graph's. */
export interface SampledWorkload extends Workload {
  readonly dataset: string;
  readonly model: string;
  readonly factors: { readonly batch: number; readonly fanouts: string };
  /** Mini-batches of its epochs. */
  readonly epoch: EpochSetting;
}

/** Options of {@linkcode sampledWorkloads}. */
export interface SampledWorkloadOptions extends SampledGraphsOptions {
  /** Model; GCN when absent. */
  readonly model?: string;
}

/** One workload a graph, in the order of Table 6. */
export function sampledWorkloads(profile: Profile, options: SampledWorkloadOptions = {}): SampledWorkload[] {
  const { model = "GCN", ...chosen } = options;
  return sampledGraphs(profile, chosen).map((graph) => {
    const batchSize = Math.max(LEAST_BATCH[profile.id], graph.batch);
    return {
      id: graph.id,
      dataset: graph.dataset,
      model,
      factors: { batch: batchSize, fanouts: FANOUTS.join(",") },
      epoch: { graph, batchSize },
    };
  });
}
