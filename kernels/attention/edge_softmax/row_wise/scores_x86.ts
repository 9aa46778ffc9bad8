/**
 * Frame of the machine code of softmaxes over entries: the sum of the scores of an entry's row and column.
 *
 * @module
 */
import {
  type Gpr,
  low,
  mem,
  type Memory,
  times,
  type Vec,
} from "../../../../hardware/cpu/x86/assembler/operand.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { lowestLanes } from "../../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import { eachRow } from "../../../spmm/plans/csr_rows_x86.ts";
import { type HeadVector, HeadVectors } from "../../plans/head_vectors_x86.ts";
import type { HeadsShape } from "../../plans/heads_shape.ts";

/** Arguments of the softmax. */
export const SOFTMAX_LAYOUT = new ArgumentLayout({
  rowPtr: "u64",
  colIdx: "u64",
  scores: "u64",
  y: "u64",
  slope: "f32",
});

/** Types of {@linkcode SOFTMAX_LAYOUT}. */
export type SoftmaxTypes = typeof SOFTMAX_LAYOUT.types;

/** Entries of a row, with one vector of heads. */
export interface RowScores {
  /** Heads. */
  readonly vector: HeadVector;
  /** Address of the vector in the first entry's row of the result, and of the one behind the last entry's. */
  readonly from: Gpr;
  /** Vector's place in a row of the result, in bytes. */
  readonly byte: number;
  /** Bytes from one row of the result to the next. */
  readonly stride: number;
  /** Emits a loop over the entries; `write` gets the row of the result, and the sum of scores as it came. */
  entries(write: (out: Gpr, sum: Vec) => void): void;
  /** Emits a loop over the rows of the result alone. */
  results(write: (out: Memory, at: Gpr) => void): void;
}

/** Emits a loop over rows, and in each the code of `write` for one vector of heads after the other. */
export function eachRowScores(
  kernel: KernelBuilder<SoftmaxTypes>,
  { heads }: HeadsShape,
  write: (row: RowScores) => void,
): void {
  const { a } = kernel, stride = 4 * paddedStride(heads), scoreStride = 4 * paddedStride(2 * heads);
  const vectors = new HeadVectors(kernel, heads), ownScores = kernel.vector("own scores");
  const sums = kernel.vector("sum");
  const rowPtr = kernel.argument("rowPtr"), colIdx = kernel.argument("colIdx");
  const scores = kernel.argument("scores"), own = kernel.argument("scores");
  const from = kernel.argument("y"), to = kernel.general("end of the row's results");
  a.mov(low(to), mem(rowPtr, 0, times(kernel.begin, 4)));
  kernel.multiply(to, stride);
  a.add(to, from);
  kernel.moveToBegin(own, scoreStride);
  eachRow(kernel, { rowPtr, entries: colIdx, along: [[own, scoreStride]] }, (first, last) => {
    a.mov(from, to);
    a.mov(to, last);
    a.sub(to, first);
    // An entry has a word.
    kernel.multiply(to, stride / 4);
    a.add(to, from);
    for (const vector of vectors.all) {
      const byte = 4 * vector.at;
      vectors.load(ownScores, mem(own, byte), vector);
      write({
        vector,
        from,
        byte,
        stride,
        entries(writeEntry) {
          const entry = kernel.general("entry"),
            out = kernel.general("result"),
            column = kernel.general("column");
          const sum = lowestLanes(sums, vector.lanes);
          a.mov(entry, first);
          a.mov(out, from);
          loop(kernel, { name: "entry", at: entry, end: last, step: 4, along: [[out, stride]] }, () => {
            a.mov(low(column), mem(entry));
            kernel.multiply(column, scoreStride);
            vectors.load(sums, mem(scores, 4 * heads + byte, column), vector);
            a.vaddps(sum, lowestLanes(ownScores, vector.lanes), sum);
            writeEntry(out, sum);
          });
          kernel.release(column, out, entry);
        },
        results(writeResult) {
          const out = kernel.general("result");
          a.mov(out, from);
          loop(
            kernel,
            { name: "result", at: out, end: to, step: stride },
            () => writeResult(mem(out, byte), out),
          );
          kernel.release(out);
        },
      });
    }
  });
}
