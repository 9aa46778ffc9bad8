/**
 * What an Adam step works on (Kingma and Ba, ICLR 2015), in place.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** The constants of Adam. */
export interface AdamConstants {
  /** Step size. */
  readonly learningRate: number;
  /** Decay of the first moment. */
  readonly beta1: number;
  /** Decay of the second moment. */
  readonly beta2: number;
  /** Added to the root of the second moment. */
  readonly epsilon: number;
  /** L2 penalty: this times the parameter is added to its gradient. */
  readonly weightDecay: number;
}

/**
 * One step number t, counted from 1, with g = gradient + weightDecay * parameter:
 * `m = beta1 m + (1 - beta1) g`, `v = beta2 v + (1 - beta2) g^2`,
 * `parameter -= learningRate * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)`.
 */
export interface AdamProblem extends AdamConstants {
  /** What is learned, `rows x cols`, row-major. */
  readonly parameter: HostNumbers;
  /** Its gradient. */
  readonly gradient: HostNumbers;
  /** m before the step. */
  readonly firstMoment: HostNumbers;
  /** v before the step. */
  readonly secondMoment: HostNumbers;
  /** Rows of all four. */
  readonly rows: number;
  /** Columns of all four. */
  readonly cols: number;
  /** t. */
  readonly step: number;
}

/** The operands of one step on a device. */
export interface AdamOperands<B extends DeviceBuffer = DeviceBuffer> extends AdamConstants {
  /** The gradient, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** m, updated. */
  readonly firstMoment: DeviceMatrix<B>;
  /** v, updated. */
  readonly secondMoment: DeviceMatrix<B>;
  /** Two f32, `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`, which change between runs of a plan. */
  readonly corrections: B;
  /** The parameter, updated: what a check reads. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type AdamOperandsOf = OperandsByBackend<AdamOperands<WasmBuffer>, AdamOperands<WebGpuBuffer>>;
