/**
 * A step with numbers in the place of its tensors: what its operation's oracle computes.
 *
 * @module
 */
import type { CsrMatrix } from "../graph/csr.ts";
import type { ActivationGradientProblem, ActivationProblem } from "../kernels/activation/activation.ts";
import type { AdamProblem } from "../kernels/adam/adam.ts";
import type { AddProblem } from "../kernels/add/add.ts";
import type {
  BlockDiagonalGradientProblem,
  BlockDiagonalProblem,
  EdgeSoftmaxGradientProblem,
  EdgeSoftmaxProblem,
  EntrySumsProblem,
  HeadSddmmProblem,
  HeadSpmmProblem,
} from "../kernels/attention/attention.ts";
import type { ColumnSumProblem } from "../kernels/column_sum/column_sum.ts";
import type { CrossEntropyProblem, Truth } from "../kernels/cross_entropy/cross_entropy.ts";
import type { GatherEntriesProblem } from "../kernels/entries/entries.ts";
import type { Dropout, Epilogue } from "../kernels/epilogue.ts";
import type { GateGradientProblem, GateProblem } from "../kernels/gate/mod.ts";
import type { GemmProblem } from "../kernels/gemm/gemm.ts";
import type { HostNumbers } from "../kernels/operation.ts";
import type { PathRows, PathSpmmProblem } from "../kernels/path_spmm/mod.ts";
import type { GatherRowsProblem, ScatterRowsProblem } from "../kernels/rows/rows.ts";
import type { SegmentMaxGradientProblem, SegmentMaxProblem } from "../kernels/segment_max/mod.ts";
import type { SpmmProblem } from "../kernels/spmm/spmm.ts";
import type { Bindings } from "./executor.ts";
import type { SparseOperand, Step, StepEpilogue, StepTruth, Tensor } from "./program.ts";

/** The problem of any step. */
export type StepProblem =
  | SpmmProblem
  | PathSpmmProblem
  | GemmProblem
  | ActivationProblem
  | ActivationGradientProblem
  | ColumnSumProblem
  | AddProblem
  | GatherRowsProblem
  | ScatterRowsProblem
  | GatherEntriesProblem
  | GateProblem
  | GateGradientProblem
  | SegmentMaxProblem
  | SegmentMaxGradientProblem
  | BlockDiagonalProblem
  | BlockDiagonalGradientProblem
  | EdgeSoftmaxProblem
  | EdgeSoftmaxGradientProblem
  | HeadSpmmProblem
  | HeadSddmmProblem
  | EntrySumsProblem
  | CrossEntropyProblem
  | AdamProblem;

/** What stands for the shapes of a step. */
export interface StepNumbers {
  /** The numbers of each tensor that the step reads, row-major, before it runs. */
  readonly numbers: (tensor: Tensor) => HostNumbers;
  /** Matrices and indices. */
  readonly bindings: Bindings;
  /** Which training step it is part of. */
  readonly trainingStep: number;
}

/** The problem that a step solves. */
export function problemOf(step: Step, { numbers, bindings, trainingStep }: StepNumbers): StepProblem {
  const sparse = (operand: SparseOperand) => bindings.sparse.get(operand)!;
  const dropped = (dropout: Dropout) => ({ ...dropout, step: trainingStep });
  const epilogue = ({ negativeSlope, bias, dropout }: StepEpilogue): Epilogue => ({
    negativeSlope,
    ...(bias ? { bias: numbers(bias) } : {}),
    ...(dropout ? { dropout: dropped(dropout) } : {}),
  });
  const truth = (truth: StepTruth): Truth =>
    "labels" in truth
      ? { labels: bindings.indices.get(truth.labels)! }
      : { targets: asFloat32(numbers(truth.targets)) };
  switch (step.op) {
    case "spmm": {
      const matrix = sparse(step.matrix);
      return {
        matrix: step.values ? { ...matrix, values: asFloat32(numbers(step.values)) } : matrix,
        ...{ features: numbers(step.x), width: step.x.cols },
      } satisfies SpmmProblem;
    }
    case "path-spmm": {
      const { x, sources } = step;
      const rows = bindings.indices.get(sources)!;
      return {
        ...pathOf(step, bindings),
        ...{ features: rowsOf(numbers(x), x.cols, rows), width: x.cols },
      } satisfies PathSpmmProblem;
    }
    case "gemm": {
      const { form, a, b, c } = step;
      return {
        ...{ a: numbers(a), b: numbers(b), form },
        ...{ rows: c.rows, inner: form === "tn" ? a.rows : a.cols, cols: c.cols },
        ...(step.epilogue ? { epilogue: epilogue(step.epilogue) } : {}),
      } satisfies GemmProblem;
    }
    case "activation": {
      const { x } = step;
      return { x: numbers(x), rows: x.rows, cols: x.cols, epilogue: epilogue(step.epilogue) };
    }
    case "activation-gradient": {
      const { y, gradient } = step;
      return {
        ...{ y: numbers(y), gradient: numbers(gradient), rows: y.rows, cols: y.cols },
        epilogue: epilogue(step.epilogue),
      } satisfies ActivationGradientProblem;
    }
    case "column-sum":
      return { x: numbers(step.x), rows: step.x.rows, cols: step.x.cols };
    case "add": {
      const { x, y, alpha, beta } = step;
      return { x: numbers(x), y: numbers(y), rows: x.rows, cols: x.cols, alpha, beta };
    }
    case "gather-rows": {
      const { x, index } = step;
      return { x: numbers(x), sourceRows: x.rows, cols: x.cols, index: bindings.indices.get(index)! };
    }
    case "scatter-rows": {
      const { x, y, index } = step;
      return { x: numbers(x), targetRows: y.rows, cols: x.cols, index: bindings.indices.get(index)! };
    }
    case "gather-entries":
      return {
        x: numbers(step.x),
        ...(step.index ? { index: bindings.indices.get(step.index)! } : {}),
        ...(step.dropout ? { dropout: dropped(step.dropout) } : {}),
      } satisfies GatherEntriesProblem;
    case "gate": {
      const { x, scores } = step;
      return { x: numbers(x), scores: numbers(scores), rows: x.rows, cols: x.cols } satisfies GateProblem;
    }
    case "gate-gradient": {
      const { x, scores, gradient } = step;
      return {
        ...{ x: numbers(x), scores: numbers(scores), rows: x.rows, cols: x.cols },
        gradient: numbers(gradient),
      } satisfies GateGradientProblem;
    }
    case "segment-max": {
      const { x, offsets } = step;
      const segments = bindings.indices.get(offsets)!;
      return { x: numbers(x), rows: x.rows, cols: x.cols, offsets: segments } satisfies SegmentMaxProblem;
    }
    case "segment-max-gradient": {
      const { x, offsets, gradient } = step;
      return {
        ...{ x: numbers(x), rows: x.rows, cols: x.cols, offsets: bindings.indices.get(offsets)! },
        gradient: numbers(gradient),
      } satisfies SegmentMaxGradientProblem;
    }
    case "block-diagonal": {
      const { heads, x } = step;
      return { vectors: numbers(x), heads, headWidth: x.cols / heads } satisfies BlockDiagonalProblem;
    }
    case "block-diagonal-gradient": {
      const { heads, gradient } = step;
      return {
        ...{ gradient: numbers(gradient), heads, headWidth: gradient.rows / heads },
      } satisfies BlockDiagonalGradientProblem;
    }
    case "edge-softmax": {
      const { heads, negativeSlope, scores } = step;
      return {
        ...{ matrix: sparse(step.matrix), scores: numbers(scores), heads, negativeSlope },
      } satisfies EdgeSoftmaxProblem;
    }
    case "edge-softmax-gradient": {
      const { heads, negativeSlope, scores, attention, gradient } = step;
      return {
        ...{ matrix: sparse(step.matrix), scores: numbers(scores), heads, negativeSlope },
        ...{ attention: numbers(attention), gradient: numbers(gradient) },
      } satisfies EdgeSoftmaxGradientProblem;
    }
    case "head-spmm": {
      const { heads, attention, order, x } = step;
      return {
        ...{ matrix: sparse(step.matrix), attention: numbers(attention), x: numbers(x) },
        ...(order ? { order: bindings.indices.get(order)! } : {}),
        ...{ heads, headWidth: x.cols / heads },
      } satisfies HeadSpmmProblem;
    }
    case "head-sddmm": {
      const { heads, a, b } = step;
      return {
        ...{ matrix: sparse(step.matrix), a: numbers(a), b: numbers(b), heads, headWidth: a.cols / heads },
      } satisfies HeadSddmmProblem;
    }
    case "entry-sums": {
      const { heads, order, entries } = step;
      return {
        ...{ matrix: sparse(step.matrix), transposed: sparse(step.transposed) },
        ...{ order: bindings.indices.get(order)!, entries: numbers(entries), heads },
      } satisfies EntrySumsProblem;
    }
    case "cross-entropy":
    case "cross-entropy-gradient": {
      const { logits, weights } = step;
      return {
        ...{ logits: numbers(logits), rows: logits.rows, classes: logits.cols },
        ...{ truth: truth(step.truth), weights: asFloat32(numbers(weights)) },
      } satisfies CrossEntropyProblem;
    }
    case "adam": {
      const { parameter, gradient, firstMoment, secondMoment } = step;
      return {
        ...step.constants,
        ...{ parameter: numbers(parameter), gradient: numbers(gradient) },
        ...{ firstMoment: numbers(firstMoment), secondMoment: numbers(secondMoment) },
        ...{ rows: parameter.rows, cols: parameter.cols, step: trainingStep },
      } satisfies AdamProblem;
    }
    default:
      throw step satisfies never;
  }
}

/** The whole matrix of a path product, and its path. */
export function pathOf(
  step: Step & { readonly op: "path-spmm" },
  { sparse, indices }: Bindings,
): { readonly matrix: CsrMatrix; readonly path: PathRows } {
  const path: PathRows = {
    ...{ targets: indices.get(step.targets)!, sources: indices.get(step.sources)! },
    matrix: sparse.get(step.path)!,
  };
  return { matrix: sparse.get(step.matrix)!, path };
}

function rowsOf(numbers: HostNumbers, cols: number, rows: Uint32Array): HostNumbers {
  const chosen = numbers instanceof Float32Array
    ? new Float32Array(rows.length * cols)
    : new Float64Array(rows.length * cols);
  rows.forEach((row, i) => chosen.set(numbers.subarray(row * cols, (row + 1) * cols), i * cols));
  return chosen;
}

function asFloat32(numbers: HostNumbers): Float32Array {
  return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
}
