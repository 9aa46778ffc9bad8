/**
 * The contract of a group-size rule: given a matrix, how many neighbours make a group.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { ReproError } from "../../../platform/errors.ts";

/** Largest group size that the grouped kernels take. */
export const LARGEST_GROUP = 1024;

/** A way to choose a group size. */
export interface GroupSizeRule {
  /** Name in rows: `tigr`. */
  readonly id: string;
  /** The paper or system that it comes from, and where. */
  readonly origin: string;
  /** What it does, in one sentence. */
  readonly meaning: string;
  /** The size it would choose, not yet a whole number, for a product of `matrix` with `width` columns. */
  choose(matrix: CsrMatrix, width: number): number | Promise<number>;
}

/**
 * A rule's choice as a kernel takes it: rounded, at least 1 (eppgcn's public code lets its regression go
 * below) and at most {@link LARGEST_GROUP}.
 *
 * @throws {ReproError} where a rule answers with no number.
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
