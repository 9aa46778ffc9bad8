/**
 * Problem and operands of a classification loss with one label per vertex (softmax) or several (sigmoid), and
 * of its gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Ground truth of each vertex: one class (`labels`, softmax with cross-entropy) or any number of classes
 * (`targets`, sigmoid with binary cross-entropy).
 */
export type Truth =
  | { readonly labels: Uint32Array; readonly targets?: never }
  | {
    /** Targets, each 0 or 1, `rows x classes`, row-major. */
    readonly targets: Float32Array;
    readonly labels?: never;
  };

/** Ground truth on a device. */
export type TruthOperands<B extends DeviceBuffer = DeviceBuffer> =
  | { readonly labels: B; readonly targets?: never }
  | { readonly targets: DeviceMatrix<B>; readonly labels?: never };

/**
 * Loss of each row, `weight * (log sum exp(logits) - logits[label])` for one label, or
 * `weight * sum over classes of log(1 + exp(z)) - target * z` for several; and, for the operation of the
 * gradient, `weight * (softmax(logits) - onehot(label))` or `weight * (sigmoid(z) - target)`.
 */
export interface CrossEntropyProblem {
  /** Scores, `rows x classes`, row-major. */
  readonly logits: HostNumbers;
  /** Rows of the scores, one per vertex. */
  readonly rows: number;
  /** Columns of the scores, one per class. */
  readonly classes: number;
  /** Ground truth that the scores are compared with. */
  readonly truth: Truth;
  /** Weight of each row: 0 leaves a vertex out, 1/n for n vertices makes the total a mean. */
  readonly weights: Float32Array;
}

/** Operands of one loss, or of its gradient, on a device. */
export interface CrossEntropyOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Scores, `rows x classes`. */
  readonly logits: DeviceMatrix<B>;
  /** Ground truth of the vertices; labels are u32, one per row. */
  readonly truth: TruthOperands<B>;
  /** Weight of each row, f32. */
  readonly weights: B;
  /** Losses, `rows x 1`, or gradients, `rows x classes`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of a loss or of its gradient, by backend. */
export type CrossEntropyOperandsOf = OperandsByBackend<
  CrossEntropyOperands<WasmBuffer>,
  CrossEntropyOperands<WebGpuBuffer>
>;
