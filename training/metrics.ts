/**
 * Metrics of scores: loss, accuracy and micro-averaged F1 over a set of vertices, in float64 from the scores
 * read back.
 *
 * @module
 */
import type { HostNumbers } from "../kernels/operation.ts";
import { UsageError } from "../platform/errors.ts";

/** Truth about the vertices: one class each, or any number of them. */
export type VertexTruth =
  | {
    /** Class of each vertex of the graph. */
    readonly labels: Uint32Array;
    readonly targets?: never;
  }
  | {
    /** Targets 0 or 1 for each vertex of the graph and class, row-major. */
    readonly targets: HostNumbers;
    readonly labels?: never;
  };

/** Scores of all vertices of a graph with the truth. */
export interface ScoredVertices {
  /** Logits, `vertices x classes`, row-major. */
  readonly scores: HostNumbers;
  /** Number of classes, the columns of the scores. */
  readonly classes: number;
  /** Truth about the vertices. */
  readonly truth: VertexTruth;
}

/** Metrics of one set of vertices. */
export interface SetScores {
  /**
   * Mean over the vertices of softmax cross-entropy or, with several labels a vertex, of summed binary
   * cross-entropy.
   */
  readonly loss: number;
  /**
   * Share of vertices whose class has the highest score, or {@linkcode microF1} with several labels a vertex.
   */
  readonly accuracy: number;
}

/**
 * Computes loss and accuracy (or micro-F1) of a set of vertices.
 *
 * @throws {UsageError} for an empty set, a vertex without scores, or truth of another size than the scores.
 */
export function scoreSet(scored: ScoredVertices, vertices: Uint32Array): SetScores {
  checkSizes(scored, vertices);
  const accuracy = scored.truth.labels ? hitRate(scored, vertices) : microF1(scored, vertices);
  return { loss: meanLoss(scored, vertices), accuracy };
}

/** Computes the mean loss of a set; see {@linkcode SetScores}. */
export function meanLoss({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): number {
  let total = 0;
  for (const vertex of vertices) {
    const row = vertex * classes;
    if (truth.labels) {
      let largest = -Infinity;
      for (let c = 0; c < classes; c++) largest = Math.max(largest, scores[row + c]);
      let sum = 0;
      for (let c = 0; c < classes; c++) sum += Math.exp(scores[row + c] - largest);
      total += largest + Math.log(sum) - scores[row + truth.labels[vertex]];
    } else {
      for (let c = 0; c < classes; c++) {
        const z = scores[row + c];
        // log(1 + e^z) without overflow.
        total += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - truth.targets[row + c] * z;
      }
    }
  }
  return total / vertices.length;
}

/** Share of vertices whose own class has the highest score; of equal scores the first class counts. */
function hitRate({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): number {
  let hits = 0;
  for (const vertex of vertices) {
    let best = -1, highest = -Infinity;
    for (let c = 0; c < classes; c++) {
      const score = scores[vertex * classes + c];
      if (score > highest || best < 0 && score === highest) {
        highest = score;
        best = c;
      }
    }
    if (best === truth.labels![vertex]) hits++;
  }
  return hits / vertices.length;
}

/**
 * Computes the micro-averaged F1 score, `2 TP / (2 TP + FP + FN)` over all pairs of a vertex and a class,
 * where a score above 0 (a probability above one half) predicts the class; 1 where there are no positives and
 * none are predicted.
 */
export function microF1({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): number {
  let hits = 0, errors = 0;
  for (const vertex of vertices) {
    for (let at = vertex * classes; at < (vertex + 1) * classes; at++) {
      const said = scores[at] > 0, is = truth.targets![at] > 0.5;
      if (said && is) hits++;
      else if (said !== is) errors++;
    }
  }
  return hits + errors === 0 ? 1 : 2 * hits / (2 * hits + errors);
}

function checkSizes({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): void {
  const rows = scores.length / classes;
  const fail = (current: string, wanted: string): never => {
    throw new UsageError({
      action: "score a set of vertices",
      current,
      wanted,
      next: "pass the scores, the truth and the sets of one graph",
    });
  };
  if (vertices.length === 0) fail("no vertices", "one or more");
  const outside = vertices.find((vertex) => vertex >= rows);
  if (outside !== undefined) fail(`vertex ${outside}`, `vertices below ${rows}`);
  const size = truth.labels ? truth.labels.length * classes : truth.targets.length;
  if (size !== scores.length) fail(`truth for ${size / classes} vertices`, `${rows}`);
}
