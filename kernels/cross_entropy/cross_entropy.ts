/**
 * What a classification loss works on, with one label a vertex (softmax) or several (sigmoid), and its gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * What each vertex should be: one class (`labels`, softmax with cross-entropy) or any number of them (`targets`, sigmoid
 * with binary cross-entropy).
 */
export type Truth =
  | { readonly labels: Uint32Array; readonly targets?: never }
  | {
    /** 0 or 1, `rows x classes`, row-major. */
    readonly targets: Float32Array;
    readonly labels?: never;
  };

/** The truth on a device. */
export type TruthOperands<B extends DeviceBuffer = DeviceBuffer> =
  | { readonly labels: B; readonly targets?: never }
  | { readonly targets: DeviceMatrix<B>; readonly labels?: never };

/**
 * The loss of each row, `weight * (log sum exp(logits) - logits[label])` for one label, or
 * `weight * sum over classes of log(1 + exp(z)) - target * z` for several; and, for the gradient's operation,
 * `weight * (softmax(logits) - onehot(label))` or `weight * (sigmoid(z) - target)`.
 */
export interface CrossEntropyProblem {
  /** Scores, `rows x classes`, row-major. */
  readonly logits: HostNumbers;
  /** Vertices. */
  readonly rows: number;
  /** Classes. */
  readonly classes: number;
  /** What they should be. */
  readonly truth: Truth;
  /** One number a row: 0 leaves a vertex out, 1/n makes a mean of n. */
  readonly weights: Float32Array;
}

/** The operands of one loss, or of its gradient, on a device. */
export interface CrossEntropyOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Scores, `rows x classes`. */
  readonly logits: DeviceMatrix<B>;
  /** What the vertices should be; labels are u32, one a row. */
  readonly truth: TruthOperands<B>;
  /** f32, one a row. */
  readonly weights: B;
  /** What a kernel writes: losses, `rows x 1`, or gradients, `rows x classes`. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type CrossEntropyOperandsOf = OperandsByBackend<
  CrossEntropyOperands<WasmBuffer>,
  CrossEntropyOperands<WebGpuBuffer>
>;
