/**
 * What mini-batches are taken from. The graph is the sampler's.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { HostFeatures } from "../feature_loading/feature_loader.ts";
import type { VertexTruth } from "../metrics.ts";
import type { VertexData } from "../vertex_data.ts";

/** Features and truth of all vertices, in host memory. */
export interface MiniBatchData {
  /** One row a vertex. */
  readonly features: HostFeatures;
  /** What every vertex is. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
  /** Distinct vertices to train on. */
  readonly training: Uint32Array;
}

/**
 * The data of a prepared dataset.
 *
 * @throws {UsageError} for sparse features: a loader copies rows of numbers.
 */
export function miniBatchData({ adjacency, features, truth, classes, split }: VertexData): MiniBatchData {
  if (features.kind === "sparse") {
    throw new UsageError({
      action: "train on mini-batches",
      current: "sparse features",
      wanted: "dense ones",
      next: "pass `randomWidth`, or write the zeros out",
    });
  }
  const { width, values } = features;
  return { features: { rows: adjacency.rows, width, values }, truth, classes, training: split.train };
}

/** What some vertices are, in their order. */
export function truthOf({ truth, classes }: MiniBatchData, vertices: Uint32Array): VertexTruth {
  const { labels, targets } = truth;
  if (labels) return { labels: vertices.map((vertex) => labels[vertex]) };
  const own = new Float32Array(vertices.length * classes);
  vertices.forEach((vertex, row) => {
    own.set(targets.subarray(vertex * classes, (vertex + 1) * classes), row * classes);
  });
  return { targets: own };
}

/**
 * Compares sizes with each other.
 *
 * @throws {UsageError} for an empty training set, a training vertex that comes twice or is none, or truth or features of another
 * number of vertices.
 */
export function checkData(
  { features: { rows, width, values }, truth, classes, training }: MiniBatchData,
): void {
  const require = (holds: boolean, current: string, wanted: string) => {
    if (holds) return;
    throw new UsageError({
      action: "train on mini-batches",
      current,
      wanted,
      next: "take features, truth and training vertices of the same graph",
    });
  };
  const { labels, targets } = truth;
  require(training.length > 0, "no training vertex", "at least one");
  require(values.length === rows * width, `${values.length} features`, `${rows} x ${width}`);
  if (labels) require(labels.length === rows, `${labels.length} labels`, `${rows}, one a vertex`);
  else require(targets.length === rows * classes, `${targets.length} targets`, `${rows} x ${classes}`);
  const seen = new Uint8Array(rows);
  for (const vertex of training) {
    require(vertex < rows, `training vertex ${vertex}`, `vertices below ${rows}`);
    require(seen[vertex]++ === 0, `training vertex ${vertex} twice`, "each once");
  }
}
