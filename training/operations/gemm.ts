/**
 * Operation `gemm`: the dense product, with the epilogue of its layer.
 *
 * @module
 */
import type { GemmForm, GemmOperands, GemmProblem } from "../../kernels/gemm/gemm.ts";
import { shapeText, type Tensor } from "../program/tensor.ts";
import { epilogueInputs, epilogueOperands, epilogueProblem, type StepEpilogue } from "./rules/epilogue.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { tensorBytes } from "./rules/traffic.ts";

/** Step `out = epilogue(a b)`, with a factor transposed as `form` says. */
export interface GemmStep {
  /** Name of the operation. */
  readonly op: "gemm";
  /** Form of the product: which factor is transposed. */
  readonly form: GemmForm;
  /** Left factor. */
  readonly a: Tensor;
  /** Right factor. */
  readonly b: Tensor;
  /** Bias, activation and dropout of the product; none by default. */
  readonly epilogue?: StepEpilogue;
  /** The product. */
  readonly out: Tensor;
}

/** Length of the dimension that the product sums over. */
function innerOf({ form, a }: Pick<GemmStep, "form" | "a">): number {
  return form === "tn" ? a.rows : a.cols;
}

/** Rules of {@linkcode GemmStep}. */
export const gemm: OperationRules<GemmStep, GemmOperands, GemmProblem> = {
  phase: "combination",
  weight: "heavy",
  writes: "all",
  epilogue: "fused",
  inputs: ({ a, b, epilogue }) => [a, b, ...epilogueInputs(epilogue)],
  shape({ form, a, b, epilogue }, check) {
    const [rows, inner] = form === "tn" ? [a.cols, a.rows] : [a.rows, a.cols];
    const [other, cols] = form === "nt" ? [b.cols, b.rows] : [b.rows, b.cols];
    const side = form === "nt" ? "columns" : "rows";
    check.that(inner === other, b, `${inner} ${side}, to go with ${shapeText(a)} in form ${form}`);
    check.bias(epilogue?.bias, cols);
    return { rows, cols };
  },
  matrices: () => [],
  indices: () => [],
  operands({ form, a, b, epilogue, out }, at) {
    const output = at.matrix(out);
    return {
      form,
      a: at.matrix(a),
      b: at.matrix(b),
      c: output,
      output,
      rows: out.rows,
      inner: innerOf({ form, a }),
      cols: out.cols,
      ...(epilogue ? { epilogue: epilogueOperands(epilogue, at) } : {}),
    };
  },
  problem: ({ form, a, b, epilogue, out }, given) => ({
    a: given.numbers(a),
    b: given.numbers(b),
    form,
    rows: out.rows,
    inner: innerOf({ form, a }),
    cols: out.cols,
    ...(epilogue ? { epilogue: epilogueProblem(epilogue, given) } : {}),
  }),
  work({ form, a, out }, denseBytes) {
    const multiplyAdds = out.rows * out.cols * innerOf({ form, a });
    return {
      multiplyAdds,
      compulsoryBytes: denseBytes,
      bytesWithoutReuse: 8 * multiplyAdds + tensorBytes(out),
    };
  },
};
