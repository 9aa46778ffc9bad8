/**
 * Share of one rank in a partitioned program: everything that the rank computes with, and nothing of other
 * ranks' rows or entries.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { submatrix } from "../../graph/submatrix.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program } from "../../training/program/program.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../training/program/tensor.ts";
import { rowPartition } from "./row_partition.ts";
import { groupCount, groupOffsets, type PartitionScheme, placeOf } from "./scheme.ts";
import { plural } from "../../platform/text/plural.ts";

/** Program with its operands and its partitioning. */
export interface PartitionedProgram {
  /** Program of one rank, on the whole graph. */
  readonly program: Program;
  /** Numbers of the program's operands. */
  readonly bindings: Bindings;
  /** Number n of rows that are distributed over ranks. */
  readonly vertices: number;
  /** Partitioning scheme. */
  readonly scheme: PartitionScheme;
  /**
   * First row of each group of ranks, and the number n at the end; ranges of equal length by default. Ranges
   * are not empty.
   */
  readonly offsets?: Uint32Array;
}

/**
 * Share of one rank. It consists of plain data and typed arrays, so that it can be sent to the rank; of n
 * numbers it has those of its own rows.
 */
export interface RankShare {
  /** Number of the rank. */
  readonly rank: number;
  /** Partitioning scheme. */
  readonly scheme: PartitionScheme;
  /** Program of one rank, on the whole graph: operations and shapes. */
  readonly program: Program;
  /** Number n of rows that are distributed over ranks. */
  readonly vertices: number;
  /** First row of each of the q groups of ranks, and n at the end. */
  readonly offsets: Uint32Array;
  /**
   * Blocks of each sparse operand, by column range: the rank's rows times each range that it multiplies, with
   * columns numbered from the range's first.
   */
  readonly blocks: ReadonlyMap<SparseOperand, ReadonlyMap<number, CsrMatrix>>;
  /** Lists of the rank's own rows, and those that every rank has. */
  readonly indices: ReadonlyMap<IndexOperand, Uint32Array>;
  /** Dense numbers of the rank's own rows, and those that every rank has. */
  readonly inputs: ReadonlyMap<Tensor, HostNumbers>;
}

/** Column ranges that a rank multiplies: j with j mod r = m for member m of a group. */
function columnRanges(scheme: PartitionScheme, rank: number): readonly number[] {
  const { member } = placeOf(scheme, rank), { replication } = scheme;
  return Array.from({ length: groupCount(scheme) / replication }, (_, at) => at * replication + member);
}

/**
 * Copies the share of a rank.
 *
 * @throws {UsageError} for an invalid scheme or offsets, a program that cannot be partitioned by rows, or
 * fewer rows than groups.
 */
export function rankShare(
  { program, bindings, vertices, scheme, offsets: given }: PartitionedProgram,
  rank: number,
): RankShare {
  const { byRows, byColumns, lists } = rowPartition(program, vertices), groups = groupCount(scheme);
  if (vertices < groups) {
    throw new UsageError({
      action: "share a product among ranks",
      current: `${plural(vertices, "row")} for ${plural(groups, "group")} of ranks`,
      wanted: "a row for each group at least",
      next: "take fewer ranks",
    });
  }
  const offsets = groupOffsets(scheme, vertices, given), { group } = placeOf(scheme, rank);
  const range = (of: number) => [offsets[of], offsets[of + 1]] as const;
  const [begin, end] = range(group);
  const blocks = new Map(Array.from(bindings.sparse, ([operand, matrix]) => {
    const own = columnRanges(scheme, rank).map((column) =>
      [column, submatrix(matrix, { rows: range(group), cols: range(column) })] as const
    );
    return [operand, new Map(own)] as const;
  }));
  const indices = new Map(
    Array.from(
      bindings.indices,
      ([index, list]) => [index, lists.has(index) ? list.slice(begin, end) : list],
    ),
  );
  const inputs = new Map(Array.from(bindings.inputs, ([tensor, numbers]) => {
    const width = byRows.has(tensor) ? tensor.cols : byColumns.has(tensor) ? 1 : undefined;
    return [tensor, width === undefined ? numbers : numbers.slice(begin * width, end * width)] as const;
  }));
  return { rank, scheme, program, vertices, offsets, blocks, indices, inputs };
}

/** Bytes of a share's numbers: entries, offsets, lists and dense rows. */
export function shareBytes({ blocks, indices, inputs }: RankShare): number {
  let bytes = 0;
  for (const columns of blocks.values()) {
    for (const { rowPtr, colIdx, values } of columns.values()) {
      bytes += rowPtr.byteLength + colIdx.byteLength + (values?.byteLength ?? 0);
    }
  }
  for (const { byteLength } of [...indices.values(), ...inputs.values()]) bytes += byteLength;
  return bytes;
}
