/**
 * Operation `block-diagonal`: arranges the attention vectors of all heads in one block-diagonal matrix, so
 * that one product scores every head.
 *
 * @module
 */
import type { BlockDiagonalOperands, BlockDiagonalProblem } from "../../../kernels/attention/mod.ts";
import type { Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { streamed } from "../rules/traffic.ts";

/**
 * Step `out[h d + k, h] = x[0, h d + k]`, `out[h d + k, H + h] = x[1, h d + k]`, all else 0, with H heads of
 * d columns.
 */
export interface BlockDiagonalStep {
  /** Name of the operation. */
  readonly op: "block-diagonal";
  /** Number H of heads. */
  readonly heads: number;
  /** Attention vectors, `2 x H d`: one for rows and one for columns. */
  readonly x: Tensor;
  /** Result, `H d x 2 H`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode BlockDiagonalStep}. */
export const blockDiagonal: OperationRules<BlockDiagonalStep, BlockDiagonalOperands, BlockDiagonalProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape({ heads, x }, check) {
    check.that(x.rows === 2, x, `2 x ${x.cols}, a vector for rows and one for columns`);
    check.heads(heads, x);
    return { rows: x.cols, cols: 2 * heads };
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ heads, x, out }, at) => ({
    x: at.matrix(x),
    heads,
    headWidth: x.cols / heads,
    output: at.matrix(out),
  }),
  problem: ({ heads, x }, given) => ({ vectors: given.numbers(x), heads, headWidth: x.cols / heads }),
  work: streamed,
};
