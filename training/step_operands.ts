/**
 * The operands that a step's kernel is prepared with.
 *
 * @module
 */
import type { DeviceBuffer } from "../hardware/device.ts";
import type { ActivationGradientOperands, ActivationOperands } from "../kernels/activation/activation.ts";
import type { AdamOperands } from "../kernels/adam/adam.ts";
import type { AddOperands } from "../kernels/add/add.ts";
import type {
  BlockDiagonalOperands,
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxOperands,
  EntrySumsOperands,
  HeadSddmmOperands,
  HeadSpmmOperands,
} from "../kernels/attention/attention.ts";
import type { ColumnSumOperands } from "../kernels/column_sum/column_sum.ts";
import type { CrossEntropyOperands, TruthOperands } from "../kernels/cross_entropy/cross_entropy.ts";
import type { GatherEntriesOperands } from "../kernels/entries/entries.ts";
import type { Dropout, EpilogueOperands } from "../kernels/epilogue.ts";
import type { GateGradientOperands, GateOperands } from "../kernels/gate/mod.ts";
import type { GemmOperands } from "../kernels/gemm/gemm.ts";
import type { PathSpmmOperands } from "../kernels/path_spmm/mod.ts";
import type { RowsOperands } from "../kernels/rows/rows.ts";
import type { SegmentMaxGradientOperands, SegmentMaxOperands } from "../kernels/segment_max/mod.ts";
import type { SpmmOperands } from "../kernels/spmm/spmm.ts";
import { DeviceError } from "../platform/errors.ts";
import type { DeviceMemory } from "./device_memory.ts";
import type { Bindings } from "./executor.ts";
import type { SparseOperand, Step, StepEpilogue, StepTruth, Tensor } from "./program.ts";
import { pathOf } from "./step_problem.ts";

/** The operands of any step. */
export type StepOperands =
  | SpmmOperands
  | PathSpmmOperands
  | GemmOperands
  | ActivationOperands
  | ActivationGradientOperands
  | ColumnSumOperands
  | AddOperands
  | RowsOperands
  | GatherEntriesOperands
  | GateOperands
  | GateGradientOperands
  | SegmentMaxOperands
  | SegmentMaxGradientOperands
  | BlockDiagonalOperands
  | EdgeSoftmaxOperands
  | EdgeSoftmaxGradientOperands
  | HeadSpmmOperands
  | HeadSddmmOperands
  | EntrySumsOperands
  | CrossEntropyOperands
  | AdamOperands;

/** A step's operands in a device's memory; sparse matrices stay on the host, where the kernels find them. */
export function operandsOf(step: Step, memory: DeviceMemory, bindings: Bindings): StepOperands {
  const at = (tensor: Tensor) => memory.matrix(tensor);
  const sparse = (operand: SparseOperand) => bindings.sparse.get(operand)!;
  const dropout = (drop: Dropout) => ({ ...drop, step: memory.step });
  const epilogue = ({ negativeSlope, bias, dropout: drop }: StepEpilogue): EpilogueOperands => ({
    negativeSlope,
    ...(bias ? { bias: at(bias) } : {}),
    ...(drop ? { dropout: dropout(drop) } : {}),
  });
  const truth = (truth: StepTruth): TruthOperands =>
    "labels" in truth ? { labels: memory.index(truth.labels) } : { targets: at(truth.targets) };
  switch (step.op) {
    case "spmm": {
      const matrix = sparse(step.matrix);
      const operands = { matrix, x: at(step.x), y: at(step.y), output: at(step.y) };
      return (step.values ? { ...operands, values: at(step.values) } : operands) satisfies SpmmOperands;
    }
    case "path-spmm": {
      const { x, y } = step;
      return {
        ...pathOf(step, bindings),
        ...{ x: at(x), y: at(y), output: at(y) },
      } satisfies PathSpmmOperands;
    }
    case "gemm": {
      const { form, a, c } = step;
      const inner = form === "tn" ? a.rows : a.cols;
      return {
        ...{ form, a: at(a), b: at(step.b), c: at(c), output: at(c), rows: c.rows, inner, cols: c.cols },
        ...(step.epilogue ? { epilogue: epilogue(step.epilogue) } : {}),
      } satisfies GemmOperands;
    }
    case "activation":
      return {
        ...{ x: at(step.x), y: at(step.y), output: at(step.y), epilogue: epilogue(step.epilogue) },
      } satisfies ActivationOperands;
    case "activation-gradient":
      return {
        ...{ y: at(step.y), gradient: at(step.gradient), output: at(step.to) },
        epilogue: epilogue(step.epilogue),
      } satisfies ActivationGradientOperands;
    case "column-sum":
      return { x: at(step.x), output: at(step.y) } satisfies ColumnSumOperands;
    case "add": {
      const { alpha, beta } = step;
      return { x: at(step.x), y: at(step.y), output: at(step.to), alpha, beta } satisfies AddOperands;
    }
    case "gather-rows":
    case "scatter-rows":
      return { x: at(step.x), index: memory.index(step.index), output: at(step.y) } satisfies RowsOperands;
    case "gather-entries":
      return {
        ...{ x: at(step.x), output: at(step.y) },
        ...(step.index ? { index: memory.index(step.index) } : {}),
        ...(step.dropout ? { dropout: dropout(step.dropout) } : {}),
      } satisfies GatherEntriesOperands;
    case "gate":
      return { x: at(step.x), scores: at(step.scores), output: at(step.y) } satisfies GateOperands;
    case "gate-gradient":
      return {
        ...{ x: at(step.x), scores: at(step.scores), gradient: at(step.gradient), output: at(step.to) },
      } satisfies GateGradientOperands;
    case "segment-max":
      return {
        ...{ x: at(step.x), offsets: memory.index(step.offsets), output: at(step.y) },
      } satisfies SegmentMaxOperands;
    case "segment-max-gradient":
      return {
        ...{ x: at(step.x), offsets: memory.index(step.offsets) },
        ...{ gradient: at(step.gradient), output: at(step.to) },
      } satisfies SegmentMaxGradientOperands;
    case "block-diagonal": {
      const { heads, x, y } = step;
      return {
        ...{ x: at(x), heads, headWidth: x.cols / heads, output: at(y) },
      } satisfies BlockDiagonalOperands;
    }
    case "block-diagonal-gradient": {
      const { heads, gradient, to } = step;
      return {
        ...{ x: at(gradient), heads, headWidth: to.cols / heads, output: at(to) },
      } satisfies BlockDiagonalOperands;
    }
    case "edge-softmax": {
      const { heads, negativeSlope, scores, y } = step;
      return {
        ...{ matrix: sparse(step.matrix), scores: at(scores), heads, negativeSlope, output: at(y) },
      } satisfies EdgeSoftmaxOperands;
    }
    case "edge-softmax-gradient": {
      const { heads, negativeSlope, scores, attention, gradient, to } = step;
      return {
        ...{ matrix: sparse(step.matrix), scores: at(scores), heads, negativeSlope },
        ...{ attention: at(attention), gradient: at(gradient), output: at(to) },
      } satisfies EdgeSoftmaxGradientOperands;
    }
    case "head-spmm": {
      const { heads, attention, order, x, y } = step;
      return {
        ...{ matrix: sparse(step.matrix), attention: at(attention), x: at(x) },
        ...(order ? { order: memory.index(order) } : {}),
        ...{ heads, headWidth: x.cols / heads, output: at(y) },
      } satisfies HeadSpmmOperands;
    }
    case "head-sddmm": {
      const { heads, a, b, y } = step;
      return {
        ...{ matrix: sparse(step.matrix), a: at(a), b: at(b) },
        ...{ heads, headWidth: a.cols / heads, output: at(y) },
      } satisfies HeadSddmmOperands;
    }
    case "entry-sums": {
      const { heads, order, entries, to } = step;
      return {
        ...{ matrix: sparse(step.matrix), transposed: sparse(step.transposed), order: memory.index(order) },
        ...{ entries: at(entries), heads, output: at(to) },
      } satisfies EntrySumsOperands;
    }
    case "cross-entropy":
    case "cross-entropy-gradient": {
      const output = at(step.op === "cross-entropy" ? step.losses : step.to);
      const weights = onlyBuffer(step.weights, memory);
      return {
        logits: at(step.logits),
        truth: truth(step.truth),
        weights,
        output,
      } satisfies CrossEntropyOperands;
    }
    case "adam":
      return {
        ...step.constants,
        ...{
          gradient: at(step.gradient),
          firstMoment: at(step.firstMoment),
          secondMoment: at(step.secondMoment),
        },
        ...{ corrections: memory.corrections(step.constants), output: at(step.parameter) },
      } satisfies AdamOperands;
    default:
      throw step satisfies never;
  }
}

/** The buffer of a row of numbers that a kernel reads as a plain list. */
function onlyBuffer(tensor: Tensor, memory: DeviceMemory): DeviceBuffer {
  const { panels } = memory.matrix(tensor), { label } = tensor;
  if (panels.length === 1) return panels[0].buffer;
  // A row without columns lies nowhere, and nothing is read of it.
  if (panels.length === 0) return memory.step;
  throw new DeviceError({
    action: `bind "${label}"`,
    current: `a row in ${panels.length} panels`,
    wanted: "one, which a single binding can hold",
    next: "use an adapter with a higher binding limit",
  });
}
