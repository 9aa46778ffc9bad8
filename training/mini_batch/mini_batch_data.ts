/**
 * Data of mini-batch training, without the graph, which belongs to the sampler.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { HostFeatures } from "../feature_loading/feature_loader.ts";
import type { VertexTruth } from "../metrics.ts";
import type { VertexData } from "../vertex_data.ts";
import { plural } from "../../platform/text/plural.ts";

/** Features and truth of all vertices, in host memory. */
export interface MiniBatchData {
  /** Features, one row a vertex. */
  readonly features: HostFeatures;
  /** Truth of every vertex. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
  /** Distinct training vertices. */
  readonly training: Uint32Array;
}

/**
 * Converts a prepared dataset.
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

/** Truth of some vertices, in their order. */
export function truthOf(
  { truth, classes }: Pick<MiniBatchData, "truth" | "classes">,
  vertices: Uint32Array,
): VertexTruth {
  const { labels, targets } = truth;
  if (labels) return { labels: vertices.map((vertex) => labels[vertex]) };
  const own = new Float32Array(vertices.length * classes);
  vertices.forEach((vertex, row) => {
    own.set(targets.subarray(vertex * classes, (vertex + 1) * classes), row * classes);
  });
  return { targets: own };
}

/**
 * Checks that the sizes match.
 *
 * @throws {UsageError} for an empty training set, an invalid or repeated training vertex, or truth or
 * features of another number of vertices.
 */
export function checkData(data: MiniBatchData): void {
  require(data.training.length > 0, "no training vertex", "at least one");
  checkSizes(data);
}

/**
 * Checks that the sizes match, of data that may have no training vertex, and no vertex at all.
 *
 * @throws {UsageError} as {@linkcode checkData}, but for an empty training set.
 */
export function checkSizes(
  { features: { rows, width, values }, truth: { labels, targets }, classes, training }: MiniBatchData,
): void {
  require(values.length === rows * width, plural(values.length, "feature"), `${rows} x ${width}`);
  if (labels) require(labels.length === rows, plural(labels.length, "label"), `${rows}, one a vertex`);
  else require(targets.length === rows * classes, plural(targets.length, "target"), `${rows} x ${classes}`);
  const seen = new Uint8Array(rows);
  for (const vertex of training) {
    require(vertex < rows, `training vertex ${vertex}`, `vertices below ${rows}`);
    require(seen[vertex]++ === 0, `training vertex ${vertex} twice`, "each once");
  }
}

function require(holds: boolean, current: string, wanted: string): void {
  if (holds) return;
  throw new UsageError({
    action: "train on mini-batches",
    current,
    wanted,
    next: "take features, truth and training vertices of the same graph",
  });
}
