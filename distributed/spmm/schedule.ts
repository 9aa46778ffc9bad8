/**
 * Who sends what to whom, who multiplies which block, and who adds up with whom: a partitioned product as data (hetu-gnn,
 * Section 2.1, Figures 2 and 3).
 *
 * @module
 */
import { assertScheme, groupCount, groupRanks, memberRanks, type PartitionScheme, rankOf } from "./scheme.ts";

/** The rows of one range of the dense matrix, from the rank that holds them to others. */
export interface BlockBroadcast {
  /** j: the range of rows, which meets column range j of the sparse matrix. */
  readonly block: number;
  /** Who has them. */
  readonly root: number;
  /** Who takes part, the root among them, ascending. */
  readonly ranks: readonly number[];
}

/** A block of the sparse matrix times what was received: `T += A_ij H_j`. */
export interface BlockProduct {
  /** Who multiplies. */
  readonly rank: number;
  /** i: row range of the block. */
  readonly row: number;
  /** j: column range of the block. */
  readonly column: number;
}

/** What happens at the same time. */
export interface ScheduleStep {
  /** One a place in the groups: no rank takes part in two. */
  readonly broadcasts: readonly BlockBroadcast[];
  /** One a rank. */
  readonly products: readonly BlockProduct[];
}

/** A whole product. */
export interface SpmmSchedule {
  /** What it is for. */
  readonly scheme: PartitionScheme;
  /** One after another: q / r of them. */
  readonly steps: readonly ScheduleStep[];
  /** Ranks that add up their parts of the result at the end; none in 1D. */
  readonly sums: readonly (readonly number[])[];
}

/**
 * The schedule of a scheme. Member m of every group owns the column ranges j with j mod r = m (the paper does not say how columns
 * are dealt where a group has more than r); of group j, that member is the root.
 *
 * @throws {UsageError} for a scheme that is none.
 * @example
 * ```ts
 * import { spmmSchedule } from "gnn-repro/distributed";
 * // hetu-gnn, Figure 3: one step, four blocks at a time.
 * const { steps, sums } = spmmSchedule({ ranks: 4, replication: 2 });
 * if (steps.length !== 1 || steps[0].products.length !== 4 || sums.length !== 2) throw new Error("two groups of two");
 * ```
 */
export function spmmSchedule(scheme: PartitionScheme): SpmmSchedule {
  assertScheme(scheme);
  const { replication } = scheme, groups = groupCount(scheme);
  const members = Array.from({ length: replication }, (_, member) => member);
  const steps = Array.from({ length: groups / replication }, (_, at): ScheduleStep => {
    const columns = members.map((member) => at * replication + member);
    return {
      broadcasts: columns.map((block, member) => ({
        ...{ block, root: rankOf(scheme, block, member), ranks: memberRanks(scheme, member) },
      })),
      products: Array.from(
        { length: groups },
        (_, row) =>
          columns.map((column, member): BlockProduct => ({
            rank: rankOf(scheme, row, member),
            ...{ row, column },
          })),
      ).flat(),
    };
  });
  const sums = replication === 1
    ? []
    : Array.from({ length: groups }, (_, group) => groupRanks(scheme, group));
  return { scheme, steps, sums };
}
