/**
 * Vectors of columns of segments in machine code: the frame of the maxima and of their gradient.
 *
 * @module
 */
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import { type ColumnVector, columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { divideBy } from "../../../hardware/cpu/x86/kernel/divide.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Shape that code is emitted for. */
export interface SegmentsShape {
  /** Floats of a row, padding included: a multiple of 4. */
  readonly columns: number;
}

/** Shapes that stand for all others in a kernel's source. */
export const SOURCE_SHAPES: readonly SegmentsShape[] = [4, 12, 16, 100].map((columns) => ({ columns }));

/** Arguments of both kernels: the segments' offsets, the rows of X, and addresses of X and the result. */
export const SEGMENT_TYPES = { offsets: "u64", rows: "u64", x: "u64", y: "u64" } as const;

/** Registers of a kernel, while it works on a vector of columns of a segment. */
export interface SegmentVector {
  /** Rows of the segment, from `first` up to `last`, which is no greater where the segment is empty. */
  readonly first: Gpr;
  /** Row behind the last one. */
  readonly last: Gpr;
  /** Number of the segment. */
  readonly segment: Gpr;
  /** Place of the vector in a row, in bytes. */
  readonly byte: Gpr;
  /** Access to vectors. */
  readonly tail: TailMask;
  /** Lanes of the vector. */
  readonly vector: ColumnVector;
}

/** Number of vectors of a row; the last one overlaps the one before if it were not full. */
export function vectorsOfRow(columns: number, lanes: number): number {
  return Math.ceil(columns / lanes);
}

/** Emits a loop over work items, which are vectors of the segments, segment by segment. */
export function eachSegmentVector(
  kernel: KernelBuilder<typeof SEGMENT_TYPES>,
  { columns }: SegmentsShape,
  write: (vector: SegmentVector) => void,
): void {
  const { a, begin, end, lanes } = kernel, vectors = columnVectors(columns, lanes, "overlap");
  const tail = new TailMask(kernel, vectors), [vector] = vectors;
  const offsets = kernel.argument("offsets"), rows = kernel.argument("rows");
  const segment = kernel.general("segment"),
    at = kernel.general("vector"),
    byte = kernel.general("place in a row");
  const first = kernel.general("first row"), last = kernel.general("last row");
  a.mov(segment, begin);
  divideBy(kernel, segment, vectors.length);
  a.mov(byte, segment);
  kernel.multiply(byte, vectors.length);
  a.mov(at, begin);
  a.sub(at, byte);
  loop(kernel, { name: "item", at: begin, end, step: 1 }, () => {
    for (const [row, offset] of [[first, 0], [last, 4]] as const) {
      a.mov(low(row), mem(offsets, offset, times(segment, 4)));
      a.cmp(row, rows);
      a.cmova(row, rows);
    }
    const next = a.label("next_segment"), whole = a.label("whole_vector");
    a.mov(byte, at);
    kernel.multiply(byte, 4 * lanes);
    if (vectors.length > 1) {
      a.cmp(at, vectors.length - 1);
      a.jl(whole);
      a.mov(low(byte), 4 * vectors.at(-1)!.at);
      a.bind(whole);
    }
    write({ first, last, segment, byte, tail, vector });
    a.inc(at);
    a.cmp(at, vectors.length);
    a.jl(next);
    a.xor(low(at), low(at));
    a.inc(segment);
    a.bind(next);
  });
}

/** Replaces the number of a row of a matrix by the address of a vector in it. */
export function toAddress(kernel: KernelBuilder, row: Gpr, columns: number, byte: Gpr, matrix: Gpr): void {
  kernel.multiply(row, 4 * columns);
  kernel.a.add(row, byte);
  kernel.a.add(row, matrix);
}
