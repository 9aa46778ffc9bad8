/**
 * What GCN aggregates the first mini-batch of an epoch with: the largest block, and its transpose for the backward pass.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { sampleBatch } from "../../graph/sampling/mod.ts";
import { transpose } from "../../graph/transpose.ts";
import { aggregationMatrix } from "../../training/mini_batch/mod.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import { randomFeatures } from "../trials/spmm_trial.ts";
import { type OfWorkload, onceAWorkload } from "./once_a_workload.ts";
import { sampledEpoch } from "./sampled_epoch.ts";
import { type SamplingWorkloadOptions, samplingWorkloads } from "./sampling_graphs.ts";
import { HIDDEN } from "./training_iterations.ts";
import type { TextWorkload } from "../text_suite.ts";

/** The two aggregations of a layer. */
export const DIRECTIONS = ["forward", "backward"] as const;

/** One of them. */
export type Direction = typeof DIRECTIONS[number];

/** `reddit:forward` and `reddit:backward` for each graph. */
export function aggregationWorkloads(profile: Profile, options: SamplingWorkloadOptions): TextWorkload[] {
  return samplingWorkloads(profile, options).flatMap((workload) =>
    DIRECTIONS.map((direction) => ({
      ...workload,
      id: aggregationWorkload(workload.id, direction),
      factors: { ...workload.factors, direction },
    }))
  );
}

/** The id of such a workload. */
export function aggregationWorkload(graph: string, direction: Direction): string {
  return `${graph}:${direction}`;
}

/** A product of an aggregation. */
export interface SampledAggregation {
  /** Destinations x sources, or turned round; with GCN's weights, the vertex itself among its neighbours. */
  readonly matrix: CsrMatrix;
  /** Random, `matrix.cols x width`. */
  readonly features: Float32Array;
  /** Columns of the hidden layers. */
  readonly width: number;
}

/** The same arrays for all contenders of a workload that {@linkcode aggregationWorkloads} made. */
export const sampledAggregation: OfWorkload<SampledAggregation> = onceAWorkload(sample);

async function sample(lab: Lab, dataset: LoadedDataset, workload: TextWorkload): Promise<SampledAggregation> {
  const [id] = workload.id.split(":");
  const { draw, batches } = sampledEpoch(lab, dataset, { ...workload, id });
  const { blocks: [largest] } = await sampleBatch(draw, batches[0]);
  const forward = aggregationMatrix(largest, "gcn");
  const matrix = workload.factors.direction === "forward" ? forward : transpose(forward);
  return { matrix, features: randomFeatures(matrix.cols, HIDDEN, lab.seed), width: HIDDEN };
}

/** Settings of all suites that time or check such an aggregation. */
export const AGGREGATION_SETTINGS: Readonly<Record<string, string>> = {
  "aggregation":
    `GCN's, of the block next to the input of one mini-batch, ${HIDDEN} columns: features are transformed first`,
  "backward": "the same kernels on the reversed edges",
};
