/**
 * Metrics of scores: loss, accuracy and micro-averaged F1 over a set of vertices, in float64 from the scores
 * read back.
 *
 * @module
 */
import type { HostNumbers } from "../kernels/operation.ts";
import { UsageError } from "../platform/errors.ts";
import { sumOf } from "../platform/lists/sum_of.ts";

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
   * Share of vertices whose class has the highest score. With several labels a vertex, the micro-averaged F1
   * score, `2 TP / (2 TP + FP + FN)` over all pairs of a vertex and a class, where a score above 0 (a
   * probability above one half) predicts the class; 1 where there are no positives and none are predicted.
   */
  readonly accuracy: number;
}

/**
 * Sums over a set of vertices, from which {@linkcode jointScores} computes the metrics. Sums of disjoint sets
 * add up to those of their union, so that ranks can score a graph together.
 */
export interface SetTally {
  /** Number of vertices. */
  readonly vertices: number;
  /** Sum of the vertices' losses. */
  readonly loss: number;
  /** Vertices whose class has the highest score; with several labels twice the true positives. */
  readonly hits: number;
  /** Number of vertices; with several labels twice the true positives, and all false ones. */
  readonly trials: number;
}

/** Sums over a set of vertices, which may be empty; see {@linkcode scoreSet}. */
export function tallySet(scored: ScoredVertices, vertices: Uint32Array): SetTally {
  checkSizes(scored, vertices);
  const loss = totalLoss(scored, vertices);
  if (scored.truth.labels) {
    return { vertices: vertices.length, loss, hits: hitCount(scored, vertices), trials: vertices.length };
  }
  const { hits, errors } = labelCounts(scored, vertices);
  return { vertices: vertices.length, loss, hits: 2 * hits, trials: 2 * hits + errors };
}

/** Metrics of the union of disjoint sets; `undefined` where it is empty. */
export function jointScores(tallies: readonly SetTally[]): SetScores | undefined {
  const sum = (of: (tally: SetTally) => number) => sumOf(tallies, of);
  const vertices = sum((tally) => tally.vertices), trials = sum((tally) => tally.trials);
  if (vertices === 0) return undefined;
  const hits = sum((tally) => tally.hits);
  return { loss: sum((tally) => tally.loss) / vertices, accuracy: trials === 0 ? 1 : hits / trials };
}

/**
 * Computes loss and accuracy (or micro-F1) of a set of vertices.
 *
 * @throws {UsageError} for an empty set, a vertex without scores, or truth of another size than the scores.
 */
export function scoreSet(scored: ScoredVertices, vertices: Uint32Array): SetScores {
  return jointScores([tallySet(scored, vertices)]) ?? refuse("no vertices", "one or more");
}

/** Computes the mean loss of a set; see {@linkcode SetScores}. */
export function meanLoss(scored: ScoredVertices, vertices: Uint32Array): number {
  return totalLoss(scored, vertices) / vertices.length;
}

function totalLoss({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): number {
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
  return total;
}

/** Number of vertices whose own class has the highest score; of equal scores the first class counts. */
function hitCount({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): number {
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
  return hits;
}

function labelCounts({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array) {
  let hits = 0, errors = 0;
  for (const vertex of vertices) {
    for (let at = vertex * classes; at < (vertex + 1) * classes; at++) {
      const said = scores[at] > 0, is = truth.targets![at] > 0.5;
      if (said && is) hits++;
      else if (said !== is) errors++;
    }
  }
  return { hits, errors };
}

function refuse(current: string, wanted: string): never {
  throw new UsageError({
    action: "score a set of vertices",
    current,
    wanted,
    next: "pass the scores, the truth and the sets of one graph",
  });
}

function checkSizes({ scores, classes, truth }: ScoredVertices, vertices: Uint32Array): void {
  const rows = scores.length / classes;
  const outside = vertices.find((vertex) => vertex >= rows);
  if (outside !== undefined) refuse(`vertex ${outside}`, `vertices below ${rows}`);
  const size = truth.labels ? truth.labels.length * classes : truth.targets.length;
  if (size !== scores.length) refuse(`truth for ${size / classes} vertices`, `${rows}`);
}
