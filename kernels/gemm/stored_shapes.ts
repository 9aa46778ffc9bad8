/**
 * Stored shapes of the factors in each form of a multiplication.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import { assertEpilogue } from "../epilogue/stage_epilogue.ts";
import { assertFit } from "../operand_fit.ts";
import type { Shape } from "../staging.ts";
import type { GemmForm, GemmOperands } from "./gemm.ts";

/** Sizes of a multiplication. */
interface Sizes {
  readonly form?: GemmForm;
  readonly rows: number;
  readonly inner: number;
  readonly cols: number;
}

/** Rows and columns of A and B as each form stores them. */
export function storedShapes({ form = "nn", rows, inner, cols }: Sizes): {
  readonly a: Shape;
  readonly b: Shape;
} {
  return {
    a: form === "tn" ? { rows: inner, cols: rows } : { rows, cols: inner },
    b: form === "nt" ? { rows: cols, cols: inner } : { rows: inner, cols },
  };
}

/**
 * Compares operands with the sizes that come with them.
 *
 * @throws {UsageError} naming the first operand that does not fit.
 */
export function assertGemmOperands(operands: GemmOperands<DeviceBuffer>): void {
  const { rows, inner, cols, form = "nn" } = operands;
  const { a, b } = storedShapes(operands);
  assertFit(`multiply matrices (${form}) to ${rows} x ${cols} over ${inner}`, [
    { name: "A", matrix: operands.a, ...a },
    { name: "B", matrix: operands.b, ...b },
    { name: "C", matrix: operands.c, rows, cols },
  ]);
  if (operands.epilogue) assertEpilogue(operands.epilogue, cols);
}
