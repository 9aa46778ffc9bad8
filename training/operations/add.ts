/**
 * Operation `add`: the weighted sum of two tensors.
 *
 * @module
 */
import type { AddOperands, AddProblem } from "../../kernels/add/add.ts";
import type { Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out = alpha x + beta y`. */
export interface AddStep {
  /** Name of the operation. */
  readonly op: "add";
  /** Factor of x. */
  readonly alpha: number;
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Factor of y. */
  readonly beta: number;
  /** Input y, `rows x cols`. */
  readonly y: Tensor;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode AddStep}. */
export const add: OperationRules<AddStep, AddOperands, AddProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x, y }) => [x, y],
  shape({ x, y }, check) {
    check.same(x, y);
    return x;
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ alpha, x, beta, y, out }, at) => ({
    x: at.matrix(x),
    y: at.matrix(y),
    output: at.matrix(out),
    alpha,
    beta,
  }),
  problem: ({ alpha, x, beta, y }, given) => ({
    x: given.numbers(x),
    y: given.numbers(y),
    rows: x.rows,
    cols: x.cols,
    alpha,
    beta,
  }),
  work: streamed,
};
