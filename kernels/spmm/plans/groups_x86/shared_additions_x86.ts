/**
 * Additions of sums to a row that groups share, in machine code: the sums go through the stack, since no
 * instruction adds the lanes of a vector to memory atomically.
 *
 * @module
 */
import { type Gpr, low, mem, type Memory, rsp } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import type { CsrShape } from "../csr_plan_x86.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";

/** Shape of code that adds column by column. */
export interface AdditionShape extends CsrShape {
  /** Columns of Y without padding: no others are added. */
  readonly width: number;
}

/** Column behind a vector. */
export function endOf({ at, columns }: ColumnVector): number {
  return at + columns;
}

/** Columns of one pass over the entries on the stack, in order and without gaps. */
export class StackedColumns {
  /** First column. */
  readonly first: number;
  /** Column behind the last. */
  readonly end: number;
  /** Where column 0 would lie: a row address of panels. */
  readonly row: { readonly base: Gpr; readonly bytes: number };
  readonly #kernel: KernelBuilder;
  readonly #from: number;
  readonly #bytes: number;

  /**
   * Describes the columns of some vectors, the last two of which may overlap; nothing is emitted.
   *
   * @param from First column that is visited; those before it belong to another pass.
   */
  constructor(kernel: KernelBuilder, vectors: readonly ColumnVector[], from: number) {
    this.#kernel = kernel;
    this.#from = from;
    this.#bytes = 4 * kernel.lanes * vectors.length;
    this.first = vectors[0].at;
    this.end = endOf(vectors.at(-1)!);
    this.row = { base: rsp, bytes: -4 * this.first };
  }

  /** Emits the reservation of room for whole vectors. */
  reserve(): void {
    this.#kernel.a.sub(rsp, this.#bytes);
  }

  /** Emits the release of the room. */
  release(): void {
    this.#kernel.a.add(rsp, this.#bytes);
  }

  /**
   * Emits a loop over the columns below `width`. `visit` emits the work on one: `there` is its place in the
   * row at `address`, `sum` its place on the stack.
   */
  forEach(address: Gpr, width: number, visit: (there: Memory, sum: Memory) => void): void {
    const { a } = this.#kernel, { base, bytes } = this.row;
    const column = this.#kernel.general("column"), end = this.#kernel.general("last column");
    a.mov(low(column), 4 * this.#from);
    a.mov(low(end), 4 * Math.min(width, this.end));
    loop(this.#kernel, { name: "column", at: column, end, step: 4 }, () => {
      visit(mem(address, 0, column), mem(base, bytes, column));
    });
    this.#kernel.release(end, column);
  }
}
