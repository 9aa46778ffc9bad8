/**
 * Contract of a group-size rule, which chooses the number of neighbours of a group for a matrix.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { ReproError } from "../../../platform/errors.ts";

/** Largest group size that the grouped kernels accept. */
export const LARGEST_GROUP = 1024;

/** Rule that chooses a group size. */
export interface GroupSizeRule {
  /** Name in recorded rows: `tigr`. */
  readonly id: string;
  /** Paper or system that the rule comes from, with the section. */
  readonly origin: string;
  /** Description of the rule in one sentence. */
  readonly meaning: string;
  /** Chooses a size, not yet rounded, for a product of `matrix` with `width` columns. */
  choose(matrix: CsrMatrix, width: number): number | Promise<number>;
}

/**
 * Applies a rule and rounds its size to one that kernels accept: at least 1 (in eppgcn's public code the
 * regression may fall below) and at most {@link LARGEST_GROUP}.
 *
 * @throws {ReproError} where a rule returns NaN.
 */
export async function chooseGroupSize(
  rule: GroupSizeRule,
  matrix: CsrMatrix,
  width: number,
): Promise<number> {
  const chosen = await rule.choose(matrix, width);
  if (Number.isNaN(chosen)) {
    throw new ReproError({
      action: `choose a group size by rule "${rule.id}"`,
      current: "not a number",
      wanted: "a number",
      next: "fit the rule to graphs that differ from each other",
    });
  }
  return Math.max(1, Math.min(LARGEST_GROUP, Math.round(chosen)));
}
