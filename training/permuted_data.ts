/**
 * Renumbering of a task's vertices.
 *
 * @module
 */
import { permuteFeatures, permuteRows, permuteSymmetric } from "../graph/permute.ts";
import type { VertexTruth } from "./metrics.ts";
import type { VertexData, VertexFeatures } from "./vertex_data.ts";

/**
 * Renumbers everything that belongs to a vertex: vertex v becomes vertex `perm[v]`. A model learns the same
 * from the result, up to the order of its sums.
 */
export function permuteVertexData(data: VertexData, perm: Uint32Array): VertexData {
  const renumber = (vertices: Uint32Array) => vertices.map((vertex) => perm[vertex]).sort();
  const { train, validation, test } = data.split;
  return {
    ...data,
    adjacency: permuteSymmetric(data.adjacency, perm),
    features: permuteVertexFeatures(data.features, perm),
    truth: permuteTruth(data, perm),
    split: { train: renumber(train), validation: renumber(validation), test: renumber(test) },
  };
}

function permuteVertexFeatures(features: VertexFeatures, perm: Uint32Array): VertexFeatures {
  return features.kind === "dense"
    ? { ...features, values: permuteFeatures(features.values, features.width, perm) }
    : { ...features, matrix: permuteRows(features.matrix, perm) };
}

function permuteTruth({ truth, classes }: VertexData, perm: Uint32Array): VertexTruth {
  if (!truth.labels) return { targets: permuteFeatures(Float32Array.from(truth.targets), classes, perm) };
  const labels = new Uint32Array(truth.labels.length);
  for (let vertex = 0; vertex < labels.length; vertex++) labels[perm[vertex]] = truth.labels[vertex];
  return { labels };
}
