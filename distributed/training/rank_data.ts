/**
 * Data of one rank: its part of the graph, and features and truth of its own vertices.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { HostFeatures } from "../../training/feature_loading/feature_loader.ts";
import { checkSizes, type MiniBatchData, truthOf } from "../../training/mini_batch/mini_batch_data.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import { plural } from "../../platform/text/plural.ts";

/** Data of a rank. It consists of numbers and typed arrays, so that it can be posted to a worker. */
export interface RankData {
  /** Part of the graph. */
  readonly part: RankPartition;
  /** Features, one row a solid vertex, by VID_p: halo vertices have no features. */
  readonly features: HostFeatures;
  /** Truth of the solid vertices. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
}

/**
 * Copies a rank's rows from the data of all vertices.
 *
 * @param data Data of the graph that was partitioned.
 * @throws {UsageError} where it has other vertices.
 */
export function rankData(part: RankPartition, data: Omit<MiniBatchData, "training">): RankData {
  const { features: { rows, width, values }, classes } = data, { vertices, solid } = part;
  const last = Math.max(-1, ...[solid - 1, vertices.length - 1].map((p) => p < 0 ? -1 : vertices[p]));
  if (last >= rows) {
    throw new UsageError({
      action: "give a rank its data",
      current: `vertex ${last} in its part, and data of ${plural(rows, "vertex", "vertices")}`,
      wanted: "data of the graph that was cut",
      next: "load features and truth of the same dataset",
    });
  }
  const own = new Float32Array(solid * width);
  for (let p = 0; p < solid; p++) {
    const from = vertices[p] * width;
    own.set(values.subarray(from, from + width), p * width);
  }
  const features = { rows: solid, width, values: own };
  const truth = truthOf(data, vertices.subarray(0, solid));
  return { part, features, truth, classes };
}

/**
 * Checks that the sizes of a rank's data match. A rank may have no training vertices, and no vertices at all.
 *
 * @throws {UsageError} where they differ.
 */
export function checkRankData({ part, features, truth, classes }: RankData): void {
  checkSizes({ features, truth, classes, training: part.training });
}
