/**
 * Algorithms 1 and 2 of eppgcn in float64, as printed: a forward pass, then the backward pass of all vertices
 * or of the active ones alone. For checks at small width; nothing here is fast.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { RandomStream } from "../../../platform/random.ts";

/** A dense matrix, row-major. */
interface Dense {
  readonly rows: number;
  readonly cols: number;
  readonly values: Float64Array;
}

/** A small problem with random features, weights and labels. */
export interface ReferenceProblem {
  /** The aggregation matrix, with its values. */
  readonly matrix: CsrMatrix;
  /** Vertices with a label. */
  readonly trainingSet: Uint32Array;
  /** Number L of layers. */
  readonly layers: number;
  /** Columns of the features and of every layer but the last. */
  readonly width: number;
  /** Columns of the last layer. */
  readonly classes: number;
  /** Decides what is drawn. */
  readonly seed: number;
}

/** Results of the forward pass that the backward pass reads. */
export interface ReferenceForward {
  /** Model and data that were computed. */
  readonly problem: ReferenceProblem;
  /** W_0 to W_(L-1). */
  readonly weights: readonly Dense[];
  /** X_0 to X_L before the softmax. */
  readonly features: readonly Dense[];
  /** Y_0 to Y_(L-1). */
  readonly aggregated: readonly Dense[];
}

/** The gradients of a backward pass. */
export interface ReferenceGradients {
  /** dW_0 to dW_(L-1). */
  readonly weights: readonly Float64Array[];
  /** dX_0 to dX_L, a row a vertex. */
  readonly features: readonly Dense[];
}

const zeros = (rows: number, cols: number): Dense => ({ rows, cols, values: new Float64Array(rows * cols) });

function drawn(rows: number, cols: number, stream: RandomStream): Dense {
  const made = zeros(rows, cols);
  for (let i = 0; i < made.values.length; i++) made.values[i] = 2 * stream.uniform() - 1;
  return made;
}

/** A B, or with `transposed` A^T B or A B^T. */
function product(a: Dense, b: Dense, transposed?: "a" | "b"): Dense {
  const [rows, inner] = transposed === "a" ? [a.cols, a.rows] : [a.rows, a.cols];
  const cols = transposed === "b" ? b.rows : b.cols;
  const made = zeros(rows, cols);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < inner; k++) {
      const left = transposed === "a" ? a.values[k * a.cols + r] : a.values[r * a.cols + k];
      if (left === 0) continue;
      for (let c = 0; c < cols; c++) {
        made.values[r * cols + c] += left *
          (transposed === "b" ? b.values[c * b.cols + k] : b.values[k * b.cols + c]);
      }
    }
  }
  return made;
}

/** Y[v] = sum of e_vu X[u] over row v. */
function aggregate({ rows, rowPtr, colIdx, values }: CsrMatrix, x: Dense): Dense {
  const y = zeros(rows, x.cols);
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      for (let c = 0; c < x.cols; c++) {
        y.values[v * x.cols + c] += values![e] * x.values[colIdx[e] * x.cols + c];
      }
    }
  }
  return y;
}

/** dX[u] += e_vu dY[v] for every entry of the matrix: all vertices active. */
export function aggregateAll({ matrix }: ReferenceProblem, dy: Dense): Dense {
  const { rows, rowPtr, colIdx, values } = matrix;
  const dx = zeros(rows, dy.cols);
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      for (let c = 0; c < dy.cols; c++) {
        dx.values[colIdx[e] * dy.cols + c] += values![e] * dy.values[v * dy.cols + c];
      }
    }
  }
  return dx;
}

/** The same on the layer's path: all that is not a target stays zero. */
export function aggregateOnPath({ targets, sources, matrix }: ExecutionPath, dy: Dense): Dense {
  const dx = zeros(dy.rows, dy.cols);
  const { rows, rowPtr, colIdx, values } = matrix;
  for (let row = 0; row < rows; row++) {
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) {
      const from = sources[colIdx[e]] * dy.cols, to = targets[row] * dy.cols;
      for (let c = 0; c < dy.cols; c++) dx.values[to + c] += values![e] * dy.values[from + c];
    }
  }
  return dx;
}

/** Draws features and weights and runs the forward pass of Algorithm 1: ReLU between the layers. */
export function referenceForward(problem: ReferenceProblem): ReferenceForward {
  const { matrix, layers, width, classes, seed } = problem;
  const stream = new RandomStream(seed, "reference numbers");
  const weights = Array.from(
    { length: layers },
    (_, l) => drawn(width, l === layers - 1 ? classes : width, stream),
  );
  const features = [drawn(matrix.rows, width, stream)];
  const aggregated: Dense[] = [];
  for (let l = 0; l < layers; l++) {
    const y = aggregate(matrix, features[l]);
    const x = product(y, weights[l]);
    if (l < layers - 1) { for (let i = 0; i < x.values.length; i++) x.values[i] = Math.max(0, x.values[i]); }
    aggregated.push(y);
    features.push(x);
  }
  return { problem, weights, features, aggregated };
}

/** dX_L of the mean cross-entropy over the training set: softmax less the label, 0 in every other row. */
function lossGradient({ problem: { trainingSet, classes, seed }, features }: ReferenceForward): Dense {
  const scores = features.at(-1)!;
  const stream = new RandomStream(seed, "reference labels");
  const gradient = zeros(scores.rows, classes);
  for (const v of trainingSet) {
    const row = scores.values.subarray(v * classes, (v + 1) * classes);
    const largest = Math.max(...row);
    const exponentials = row.map((score) => Math.exp(score - largest));
    const sum = exponentials.reduce((a, b) => a + b);
    const label = stream.below(classes);
    exponentials.forEach((value, c) => {
      gradient.values[v * classes + c] = (value / sum - (c === label ? 1 : 0)) / trainingSet.length;
    });
  }
  return gradient;
}

/** The backward pass, with the aggregation of each layer as `aggregation` does it. */
export function referenceBackward(
  forward: ReferenceForward,
  aggregation: (layer: number, dy: Dense) => Dense,
): ReferenceGradients {
  const { problem: { layers }, weights, features, aggregated } = forward;
  const gradients: Dense[] = [];
  const ofWeights: Float64Array[] = [];
  let gradient = lossGradient(forward);
  gradients[layers] = gradient;
  for (let l = layers - 1; l >= 0; l--) {
    if (l < layers - 1) {
      const { values } = features[l + 1];
      gradient = { ...gradient, values: gradient.values.map((value, i) => values[i] > 0 ? value : 0) };
    }
    ofWeights[l] = product(aggregated[l], gradient, "a").values;
    gradient = aggregation(l, product(gradient, weights[l], "b"));
    gradients[l] = gradient;
  }
  return { weights: ofWeights, features: gradients };
}
