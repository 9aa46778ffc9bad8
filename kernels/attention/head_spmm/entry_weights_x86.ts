/**
 * Weights of a row's entries in machine code: neighbours, or rows of the attention that an order names.
 *
 * @module
 */
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import type { RowAddress } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { paddedStride } from "../../../hardware/dense.ts";
import { CSR_LAYOUT } from "../../spmm/plans/csr_plan_x86.ts";
import type { HeadShape } from "../attention.ts";

/**
 * Arguments of kernels of head-spmm: those of a product whose values are the attention, the order, and the
 * last row of the attention.
 */
export const HEAD_LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, order: "u64", lastEntry: "u64" });

/** Types of {@linkcode HEAD_LAYOUT}. */
export type HeadTypes = typeof HEAD_LAYOUT.types;

/** Shape that code is emitted for. */
export interface HeadSpmmShape extends HeadShape {
  /** Whether an order names the row of the attention of each entry; else that is the entry's own. */
  readonly ordered: boolean;
}

/** Shapes that stand for all others in a kernel's source. */
export const HEAD_SOURCE_SHAPES: readonly HeadSpmmShape[] = [[1, 7], [8, 8], [3, 5], [4, 1], [6, 2], [2, 32]]
  .flatMap(([heads, headWidth]) => [true, false].map((ordered) => ({ heads, headWidth, ordered })));

/** Weights of the entries of rows, one row after the other. */
export interface EntryWeights {
  /** Asks for the weights of a row, which an order scatters over memory. */
  touch(first: Gpr, last: Gpr): void;
  /** Begins a pass over the entries of a row. */
  begin(): void;
  /** Registers that advance from entry to entry of a pass. */
  readonly along: readonly (readonly [register: Gpr, step: number])[];
  /** Returns the address of the weights of the entry `ahead` places behind the one at `entry`. */
  of(entry: Gpr, ahead: number): RowAddress & { readonly offset?: undefined };
  /** Ends a row, after its last pass. */
  end(): void;
}

/** Loads what finds the weights of entries. An order's numbers beyond the attention count as its last row. */
export function entryWeights(
  kernel: KernelBuilder<HeadTypes>,
  { heads, ordered }: HeadSpmmShape,
): EntryWeights {
  const { a } = kernel, stride = 4 * paddedStride(heads);
  const attention = kernel.argument("values"), weights = kernel.general("weights");
  if (!ordered) {
    const rowPtr = kernel.argument("rowPtr");
    a.mov(low(weights), mem(rowPtr, 0, times(kernel.begin, 4)));
    kernel.multiply(weights, stride);
    a.add(attention, weights);
    kernel.release(rowPtr);
    return {
      touch: () => {},
      begin: () => a.mov(weights, attention),
      along: [[weights, stride]],
      of: (_entry, ahead) => ({ base: weights, bytes: ahead * stride }),
      end: () => a.mov(attention, weights),
    };
  }
  const toOrder = kernel.argument("order"), sources = kernel.argument("sources");
  a.sub(toOrder, sources);
  kernel.release(sources);
  const lastEntry = kernel.argument("lastEntry");
  const of = (entry: Gpr, ahead: number) => {
    a.mov(low(weights), mem(entry, 4 * ahead, toOrder));
    a.cmp(weights, lastEntry);
    a.cmova(weights, lastEntry);
    kernel.multiply(weights, stride);
    a.add(weights, attention);
    return { base: weights };
  };
  return {
    touch(first, last) {
      const entry = kernel.general("entry");
      a.mov(entry, first);
      loop(
        kernel,
        { name: "touch", at: entry, end: last, step: 4 },
        () => a.prefetcht0(mem(of(entry, 0).base)),
      );
      kernel.release(entry);
    },
    begin: () => {},
    along: [],
    of,
    end: () => {},
  };
}
