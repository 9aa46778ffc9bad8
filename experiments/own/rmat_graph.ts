/**
 * R-MAT graphs of a stated size, for questions of growth.
 *
 * @module
 */
import { rmat } from "../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { Lab } from "../lab.ts";

/** Size of an R-MAT graph. */
export interface RmatSize {
  /** Stored edges: both directions of each. */
  readonly edges: number;
  /** Stored edges of an average vertex. */
  readonly degree: number;
}

/** GCN-normalised R-MAT graph with Graph500's probabilities and shuffled ids. */
export function rmatMatrix(
  { seed }: Pick<Lab, "seed">,
  _none: unknown,
  { edges, degree }: RmatSize,
): CsrMatrix {
  const vertices = Math.max(2, Math.round(edges / degree));
  return gcnNormalise(rmat({ vertices, edges: Math.round(edges / 2) }, seed));
}
