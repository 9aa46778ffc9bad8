/**
 * Schedule of a partitioned product as data: its broadcasts, block products and sums (hetu-gnn, Section 2.1,
 * Figures 2 and 3).
 *
 * @module
 */
import { assertScheme, groupCount, groupRanks, memberRanks, type PartitionScheme, rankOf } from "./scheme.ts";

/** Broadcast of one row range of the dense matrix from the rank that holds it. */
export interface BlockBroadcast {
  /** Row range j, which meets column range j of the sparse matrix. */
  readonly block: number;
  /** Rank that holds the rows. */
  readonly root: number;
  /** Ranks that take part, including the root, ascending. */
  readonly ranks: readonly number[];
}

/** Product of a block of the sparse matrix and received rows: `T += A_ij H_j`. */
export interface BlockProduct {
  /** Rank that multiplies. */
  readonly rank: number;
  /** Row range i of the block. */
  readonly row: number;
  /** Column range j of the block. */
  readonly column: number;
}

/** Broadcasts and products that run at the same time. */
export interface ScheduleStep {
  /** Broadcasts, one for each place in the groups: no rank takes part in two. */
  readonly broadcasts: readonly BlockBroadcast[];
  /** Products, one a rank. */
  readonly products: readonly BlockProduct[];
}

/** Schedule of a whole product. */
export interface SpmmSchedule {
  /** Scheme of the schedule. */
  readonly scheme: PartitionScheme;
  /** Steps one after another: q / r of them. */
  readonly steps: readonly ScheduleStep[];
  /** Ranks that sum their parts of the result at the end; empty in 1D. */
  readonly sums: readonly (readonly number[])[];
}

/**
 * Builds the schedule of a scheme. Member m of every group owns the column ranges j with j mod r = m (the
 * paper does not say how columns are assigned where a group has more than r); of group j, that member is the
 * root.
 *
 * @throws {UsageError} for an invalid scheme.
 * @example
 * ```ts
 * import { spmmSchedule } from "gnn-repro/distributed";
 * // hetu-gnn, Figure 3: one step, four blocks at a time.
 * const { steps, sums } = spmmSchedule({ ranks: 4, replication: 2 });
 * if (steps.length !== 1 || steps[0].products.length !== 4 || sums.length !== 2) {
 *   throw new Error("two groups of two");
 * }
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
        block,
        root: rankOf(scheme, block, member),
        ranks: memberRanks(scheme, member),
      })),
      products: Array.from(
        { length: groups },
        (_, row) =>
          columns.map((column, member): BlockProduct => ({
            rank: rankOf(scheme, row, member),
            row,
            column,
          })),
      ).flat(),
    };
  });
  const sums = replication === 1
    ? []
    : Array.from({ length: groups }, (_, group) => groupRanks(scheme, group));
  return { scheme, steps, sums };
}
