/**
 * Matrices that GCN aggregates the first mini-batch of an epoch with: the largest block, and its transpose
 * for the backward pass.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { sampleBatch } from "../../../graph/sampling/mod.ts";
import { transpose } from "../../../graph/transpose.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { aggregationMatrix } from "../../../training/mini_batch/mod.ts";
import type { Profile } from "../../profiles.ts";
import type { Lab } from "../../lab.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { distinctBatches, firstEpoch, LEAST_BATCHES } from "../sampled_epoch.ts";
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
  setting: EpochSetting & { readonly direction: Direction },
): Promise<SampledAggregation> {
  const [matrix] = await aggregations(lab, dataset, { ...setting, least: 1 });
  return { matrix, features: randomFeatures(matrix.cols, HIDDEN, lab.seed), width: HIDDEN };
}

/** Aggregations of ten mini-batches in one product: each is a block of the diagonal. */
export async function tenAggregations(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting & { readonly direction: Direction },
): Promise<SampledAggregation> {
  const matrix = onDiagonal(await aggregations(lab, dataset, { ...setting, least: LEAST_BATCHES }));
  return { matrix, features: randomFeatures(matrix.cols, HIDDEN, lab.seed), width: HIDDEN };
}

async function aggregations(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { direction, ...setting }: EpochSetting & { readonly direction: Direction; readonly least: number },
): Promise<CsrMatrix[]> {
  const { draw } = firstEpoch(lab, dataset, setting);
  const matrices: CsrMatrix[] = [];
  for (const batch of distinctBatches(lab, dataset, setting)) {
    const { blocks: [largest] } = await sampleBatch(draw, batch);
    const forward = aggregationMatrix(largest, "gcn");
    matrices.push(direction === "forward" ? forward : transpose(forward));
  }
  return matrices;
}

/**
 * Matrices as the blocks of a diagonal.
 *
 * @example
 * ```ts
 * import { onDiagonal } from "./sampled_aggregation.ts";
 * const one = { rows: 1, cols: 2, rowPtr: Uint32Array.of(0, 1), colIdx: Uint32Array.of(1) };
 * const { rows, cols, colIdx } = onDiagonal([one, one]);
 * if (rows !== 2 || cols !== 4 || colIdx.join() !== "1,3") throw new Error("two blocks");
 * ```
 */
export function onDiagonal(blocks: readonly CsrMatrix[]): CsrMatrix {
  const sum = (of: (block: CsrMatrix) => number) => sumOf(blocks, of);
  const rows = sum((block) => block.rows), cols = sum((block) => block.cols), entries = sum(nnz);
  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(entries);
  const values = blocks.every((block) => block.values) ? new Float32Array(entries) : undefined;
  let row = 0, col = 0, entry = 0;
  for (const block of blocks) {
    for (let own = 0; own < block.rows; own++) rowPtr[row + own + 1] = entry + block.rowPtr[own + 1];
    for (let own = 0; own < nnz(block); own++) colIdx[entry + own] = col + block.colIdx[own];
    values?.set(block.values!, entry);
    row += block.rows;
    col += block.cols;
    entry += nnz(block);
  }
  return { rows, cols, rowPtr, colIdx, ...(values && { values }) };
}

/** Settings of all suites that time or check such an aggregation. */
export const AGGREGATION_SETTINGS: Readonly<Record<string, string>> = {
  "aggregation":
    `GCN's, of the block next to the input of a mini-batch, ${HIDDEN} columns: features are transformed first`,
  "backward": "the same kernels on the reversed edges",
};
