/**
 * Features of a dataset: the publisher's, or random ones of which any row can be drawn by itself.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import type { CsrMatrix } from "../graph/csr.ts";
import { rowMean } from "../graph/normalization.ts";
import { assertFree } from "../platform/available_memory.ts";
import { RandomStream, uniformOf } from "../platform/random.ts";
import { requireCount, unsaid } from "./drawn_part.ts";

/** Features as a program multiplies them. */
export type VertexFeatures =
  | {
    /** Sparse features: bags of words, or others as the file has them. */
    readonly kind: "sparse";
    /** Sparse matrix with values, `vertices x width`. */
    readonly matrix: CsrMatrix;
  }
  | {
    /** Dense features. */
    readonly kind: "dense";
    /** Number of feature columns. */
    readonly width: number;
    /** Features, `vertices x width`, row-major. */
    readonly values: Float32Array;
  };

/** Random features before they are drawn, uniform from [-1, 1). */
export interface DrawnFeatures {
  /** Kind of the source. */
  readonly kind: "drawn";
  /** Number of feature columns. */
  readonly width: number;
  /** Seed of the draws. */
  readonly seed: number;
}

/** Features of a dataset, drawn or not. */
export type FeatureSource = VertexFeatures | DrawnFeatures;

/** Settings of features. */
export interface FeatureOptions {
  /** Seed of all random draws. */
  readonly seed: number;
  /** Width of random dense features that replace the publisher's. */
  readonly randomWidth?: number;
}

/** Whether no value is negative or NaN, as in bags of words, whose rows can be divided by their sums. */
export function areWeights({ values }: CsrMatrix): boolean {
  return values === undefined || values.every((value) => value >= 0);
}

/**
 * Loads the publisher's or the user's features, or says how random ones are drawn. Sparse ones are divided by
 * their row sums where no value is negative, as papers do with bags of words; others stay as they are: the
 * sum of values of both signs may be 0 or of the other sign.
 *
 * @throws {MissingError} if the publisher's file is absent, or nothing says how wide random ones should be.
 * @throws {UsageError} for a width that makes no sense.
 */
export async function featureSource(
  dataset: LoadedDataset,
  { randomWidth, seed }: FeatureOptions,
): Promise<FeatureSource> {
  if (randomWidth === undefined && dataset.features) {
    const matrix = await dataset.features.load();
    return { kind: "sparse", matrix: areWeights(matrix) ? rowMean(matrix) : matrix };
  }
  if (randomWidth === undefined && dataset.denseFeatures) {
    const { width } = dataset.denseFeatures;
    return { kind: "dense", width, values: await dataset.denseFeatures.load() };
  }
  const width = randomWidth ?? dataset.featureWidth;
  if (width === undefined) {
    throw unsaid(dataset, "features", "the width of random ones");
  }
  requireCount(width, "random features");
  return { kind: "drawn", width, seed };
}

/** Writer of rows of random features: `rows(vertex, out)` fills `out` with a vertex's `width` numbers. */
export function drawnRows({ seed, width }: DrawnFeatures): (vertex: number, out: Float32Array) => void {
  const stream = new RandomStream(seed, "features"), words = new Uint32Array(width);
  return (vertex, out) => {
    stream.seek(vertex * width);
    stream.fill(words);
    for (let i = 0; i < width; i++) out[i] = 2 * uniformOf(words[i]) - 1;
  };
}

/**
 * Draws the features of all vertices.
 *
 * @throws {OutOfMemoryError} where so much memory is not free.
 */
export function drawFeatures(vertices: number, drawn: DrawnFeatures): VertexFeatures {
  const { width } = drawn;
  assertFree("draw features", 4 * vertices * width, `features of ${vertices} x ${width}`);
  const values = new Float32Array(vertices * width), draw = drawnRows(drawn);
  for (let v = 0; v < vertices; v++) draw(v, values.subarray(v * width, (v + 1) * width));
  return { kind: "dense", width, values };
}
