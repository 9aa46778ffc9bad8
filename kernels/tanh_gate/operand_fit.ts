/**
 * Checks of the operands of a gate.
 *
 * @module
 */
import { assertFit } from "../operand_fit.ts";
import type { TanhGateGradientOperands, TanhGateOperands } from "./tanh_gate.ts";

/**
 * Checks the shapes of the operands of a gate.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertTanhGate({ x: { rows, cols }, scores, output }: TanhGateOperands): void {
  assertFit("gate rows", [
    { name: "the scores", matrix: scores, rows, cols: 1 },
    { name: "Y", matrix: output, rows, cols },
  ]);
}

/**
 * Checks the shapes of the operands of a gate's gradient.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertTanhGateGradient(
  { x: { rows, cols }, scores, gradient, output }: TanhGateGradientOperands,
): void {
  assertFit("compute the gradient of a gate's scores", [
    { name: "the scores", matrix: scores, rows, cols: 1 },
    { name: "G", matrix: gradient, rows, cols },
    { name: "the output", matrix: output, rows, cols: 1 },
  ]);
}
