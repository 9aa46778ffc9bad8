/**
 * Partitioning schemes of sparse products over ranks: 1D and 1.5D (hetu-gnn, Section 2.1).
 *
 * @module
 */
import { blockOffsets } from "../../graph/orderings/block_wise.ts";
import { UsageError } from "../../platform/errors.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Scheme of p ranks in q = p / r groups of r. The matrix is cut into q x q blocks, and every rank of a group
 * stores the group's rows of the dense matrix. 1D is r = 1; 1.5D is r above 1, where the members of a group
 * share the blocks of its row.
 */
export interface PartitionScheme {
  /** Number p of ranks, from 1. */
  readonly ranks: number;
  /** Replication factor r; divides p, and p / r. */
  readonly replication: number;
}

/**
 * Number of groups q = p / r: row ranges, column ranges, and the `blocknum` of Algorithm 2 (hetu-gnn, Table
 * 2).
 */
export function groupCount({ ranks, replication }: PartitionScheme): number {
  return ranks / replication;
}

/** Rank number of member m of group g: groups one after another. */
export function rankOf({ replication }: PartitionScheme, group: number, member: number): number {
  return group * replication + member;
}

/** Finds the group of a rank, and its member number in the group. */
export function placeOf(
  { replication }: PartitionScheme,
  rank: number,
): { readonly group: number; readonly member: number } {
  return { group: Math.floor(rank / replication), member: rank % replication };
}

/** Ranks of one group, which hold the same rows. */
export function groupRanks(scheme: PartitionScheme, group: number): readonly number[] {
  return Array.from({ length: scheme.replication }, (_, member) => rankOf(scheme, group, member));
}

/**
 * Ranks with the same member number in their groups: together they hold every row once, and they multiply the
 * same columns.
 */
export function memberRanks(scheme: PartitionScheme, member: number): readonly number[] {
  return Array.from({ length: groupCount(scheme) }, (_, group) => rankOf(scheme, group, member));
}

/** Formats a scheme: `1D, p = 4` or `1.5D, p = 8, r = 2`. */
export function schemeText({ ranks, replication }: PartitionScheme): string {
  return replication === 1 ? `1D, p = ${ranks}` : `1.5D, p = ${ranks}, r = ${replication}`;
}

/**
 * Checks a scheme.
 *
 * @throws {UsageError} unless r divides p, and q = p / r too.
 */
export function assertScheme(scheme: PartitionScheme): void {
  const { ranks, replication } = scheme, groups = ranks / replication;
  const whole = [ranks, replication, groups, groups / replication].every((n) =>
    Number.isInteger(n) && n >= 1
  );
  // One group of one rank is valid as well.
  if (whole) return;
  throw new UsageError({
    action: "partition a product",
    current: `${plural(ranks, "rank")}, each row on ${replication}`,
    wanted: "a replication that divides the ranks, and the groups that it leaves",
    next: "take 1 for a 1D partition, or 2 with 4, 8, 12 ... ranks",
  });
}

/**
 * First row of each group, and the number of rows at the end.
 *
 * @param given Ranges that are not of equal length.
 * @throws {UsageError} unless the given ranges cover all rows and none of them is empty.
 */
export function groupOffsets(scheme: PartitionScheme, rows: number, given?: Uint32Array): Uint32Array {
  const groups = groupCount(scheme);
  if (!given) return blockOffsets(rows, groups);
  const ascends = given.every((offset, i) => i === 0 ? offset === 0 : offset > given[i - 1]);
  if (ascends && given.length === groups + 1 && given[groups] === rows) return given;
  throw new UsageError({
    action: "share a product among ranks",
    current: `ranges that begin at ${given.join(", ")}`,
    wanted: `${groups} ranges of at least one row, from 0 to ${rows}`,
    next: "pass the first row of each group of ranks, and the number of rows at the end",
  });
}
