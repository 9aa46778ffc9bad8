/**
 * Rows of matrices with one column, such as scores and losses: a number, and padding of 0.
 *
 * @module
 */
import { type Gpr, mem, vec } from "../assembler/operand.ts";
import { assign } from "./evaluation.ts";
import { type Formula, pattern, repeated } from "./formula.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/** Bytes of a row. */
export const ONE_COLUMN_BYTES = 16;

/** Number of a row, in every lane. */
export function loadNumber(from: Gpr): Formula {
  return repeated(mem(from));
}

/** Stores a number, of which the lowest lane has a copy, as a row. */
export function storeNumber(kernel: KernelBuilder, to: Gpr, value: Formula): void {
  const row = kernel.vector("row of a number");
  assign(kernel, row, value.and(pattern((lane) => lane === 0 ? 0xffff_ffff : 0)));
  kernel.a.vmovups(mem(to), vec(128, row.n));
  kernel.release(row);
}
