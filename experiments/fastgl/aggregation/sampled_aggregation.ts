/**
 * Matrices that GCN aggregates the first mini-batch of an epoch with: the largest block, and its transpose
 * for the backward pass.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { sampleBatch } from "../../../graph/sampling/mod.ts";
import { transpose } from "../../../graph/transpose.ts";
import { aggregationMatrix } from "../../../training/mini_batch/mod.ts";
import type { Profile } from "../../profiles.ts";
import type { Lab } from "../../lab.ts";
import { randomFeatures } from "../../trials/spmm_trial.ts";
import { firstEpoch } from "../sampled_epoch.ts";
import {
  type EpochSetting,
  type SampledWorkload,
  type SampledWorkloadOptions,
  sampledWorkloads,
} from "../sampled_workloads.ts";
import { HIDDEN } from "../trained_models.ts";

/** The two aggregations of a layer. */
export const DIRECTIONS = ["forward", "backward"] as const;

/** Direction of an aggregation. */
export type Direction = typeof DIRECTIONS[number];

/** A graph whose mini-batches are aggregated in one direction. */
export interface DirectedWorkload extends SampledWorkload {
  readonly direction: Direction;
  readonly factors: SampledWorkload["factors"] & { readonly direction: Direction };
}

/** `reddit:forward` and `reddit:backward` for each graph. */
export function directedWorkloads(profile: Profile, options: SampledWorkloadOptions): DirectedWorkload[] {
  return sampledWorkloads(profile, options).flatMap((workload) =>
    DIRECTIONS.map((direction) => ({
      ...workload,
      id: aggregationWorkload(workload.id, direction),
      direction,
      factors: { ...workload.factors, direction },
    }))
  );
}

/** Id of a graph's workload in one direction. */
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

/** Aggregation of the first mini-batch of an epoch, the same for all contenders of a workload. */
export async function firstAggregation(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { direction, ...epoch }: EpochSetting & { readonly direction: Direction },
): Promise<SampledAggregation> {
  const { draw, batches } = firstEpoch(lab, dataset, epoch);
  const { blocks: [largest] } = await sampleBatch(draw, batches[0]);
  const forward = aggregationMatrix(largest, "gcn");
  const matrix = direction === "forward" ? forward : transpose(forward);
  return { matrix, features: randomFeatures(matrix.cols, HIDDEN, lab.seed), width: HIDDEN };
}

/** Settings of all suites that time or check such an aggregation. */
export const AGGREGATION_SETTINGS: Readonly<Record<string, string>> = {
  "aggregation":
    `GCN's, of the block next to the input of one mini-batch, ${HIDDEN} columns: features are transformed first`,
  "backward": "the same kernels on the reversed edges",
};
