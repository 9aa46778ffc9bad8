/**
 * Operation `block-diagonal-gradient`: the gradient of the attention vectors in a block-diagonal matrix.
 *
 * @module
 */
import type { BlockDiagonalGradientProblem, BlockDiagonalOperands } from "../../../kernels/attention/mod.ts";
import type { Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { streamed } from "../rules/traffic.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Step `out[s, h d + k] = gradient[h d + k, s H + h]`. */
export interface BlockDiagonalGradientStep {
  /** Name of the operation. */
  readonly op: "block-diagonal-gradient";
  /** Number H of heads. */
  readonly heads: number;
  /** Gradient of the block-diagonal matrix, `H d x 2 H`. */
  readonly gradient: Tensor;
  /** Result, `2 x H d`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode BlockDiagonalGradientStep}. */
export const blockDiagonalGradient: OperationRules<
  BlockDiagonalGradientStep,
  BlockDiagonalOperands,
  BlockDiagonalGradientProblem
> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ gradient }) => [gradient],
  shape({ heads, gradient }, check) {
    const { rows, cols } = gradient, even = heads >= 1 && rows % heads === 0;
    check.that(cols === 2 * heads, gradient, `${rows} x ${2 * heads}, two numbers for each head`);
    check.that(even, gradient, `a multiple of ${plural(heads, "row")}, as many for each head`);
    return { rows: 2, cols: rows };
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ heads, gradient, out }, at) => ({
    x: at.matrix(gradient),
    heads,
    headWidth: gradient.rows / heads,
    output: at.matrix(out),
  }),
  problem: ({ heads, gradient }, given) => ({
    gradient: given.numbers(gradient),
    heads,
    headWidth: gradient.rows / heads,
  }),
  work: streamed,
};
