/**
 * Questions to the group-size classifier (a matrix, a feature width, a card) as numeric features.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { graphFeatures } from "../../kernels/spmm/group_size/mod.ts";

/** Lower bounds of the degree histogram's shares. */
const DEGREE_EDGES = [1, 5, 10, 20, 40, 80, 160] as const;

/** Number of columns of {@linkcode questionFeatures}. */
export const QUESTION_FEATURES: number = 3 + DEGREE_EDGES.length + 2;

/** Question for the best group size of a product with a matrix. */
export interface GroupSizeQuestion {
  /** Columns of the features, from 1. */
  readonly width: number;
  /** Number of groups that the card processes at once. */
  readonly slots: number;
}

/**
 * Computes the ten features of eppgcn's public code, V / 10^4, E / 10^4, E / V and seven shares of the degree
 * histogram, then the width, which only the paper's prose has, and the slots, which stand for its one card.
 * Sizes are logarithms: graphs range from hundreds to millions of vertices, beyond the sizes of the training
 * graphs.
 */
export function questionFeatures(matrix: CsrMatrix, { width, slots }: GroupSizeQuestion): Float32Array {
  const { vertices, edges, averageDegree } = graphFeatures(matrix, width);
  const shares = new Float64Array(DEGREE_EDGES.length);
  for (let row = 0; row < matrix.rows; row++) {
    const degree = matrix.rowPtr[row + 1] - matrix.rowPtr[row];
    if (degree > 0) shares[DEGREE_EDGES.findLastIndex((edge) => edge <= degree)] += 1 / vertices;
  }
  const log = (value: number) => Math.log(Math.max(value, 1e-4));
  return Float32Array.of(
    log(vertices / 1e4),
    log(edges / 1e4),
    log(averageDegree),
    ...shares,
    log(width / 64),
    log(slots / 3584),
  );
}

/** Features of several questions, row-major. */
export function questionRows(
  questions: readonly (GroupSizeQuestion & { readonly matrix: CsrMatrix })[],
): Float32Array {
  const rows = new Float32Array(questions.length * QUESTION_FEATURES);
  questions.forEach(({ matrix, ...question }, i) =>
    rows.set(questionFeatures(matrix, question), i * QUESTION_FEATURES)
  );
  return rows;
}
