/**
 * Workloads of the suites that sample: one a graph, in mini-batches.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";
import type { TextWorkload } from "../text_suite.ts";
import {
  batchOf,
  FANOUTS,
  type SampledGraph,
  sampledGraph,
  sampledGraphs,
  type SamplingWorkloadOptions,
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

/** One workload a graph, in the order of Table 6. */
export function sampledWorkloads(profile: Profile, options: SamplingWorkloadOptions = {}): SampledWorkload[] {
  const { graphs, model = "GCN", leastBatch = 1 } = options;
  return sampledGraphs(profile, graphs).map((graph) => {
    const batchSize = Math.max(leastBatch, graph.batch);
    return {
      id: graph.id,
      dataset: graph.dataset,
      model,
      factors: { batch: batchSize, fanouts: FANOUTS.join(",") },
      epoch: { graph, batchSize },
    };
  });
}

/** Mini-batches of a workload whose settings are texts. */
export function epochOf(profile: Profile, workload: TextWorkload): EpochSetting {
  return { graph: sampledGraph(profile, workload.id), batchSize: batchOf(workload) };
}
