/**
 * Problem and operands of an Adam step (Kingma and Ba, ICLR 2015), which works in place.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Constants of Adam. */
export interface AdamConstants {
  /** Step size. */
  readonly learningRate: number;
  /** Decay of the first moment. */
  readonly beta1: number;
  /** Decay of the second moment. */
  readonly beta2: number;
  /** Constant epsilon, added to the root of the second moment. */
  readonly epsilon: number;
  /** L2 penalty: `weightDecay` times the parameter is added to the parameter's gradient. */
  readonly weightDecay: number;
}

/**
 * Adam step number t, counted from 1, with g = gradient + weightDecay * parameter:
 * `m = beta1 m + (1 - beta1) g`, `v = beta2 v + (1 - beta2) g^2`,
 * `parameter -= learningRate * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)`.
 *
 * Moments are f32. On the CPU a g above 1.8e19, whose square f32 does not hold, makes v infinite, so that
 * this and all later steps leave the parameter as it is. PyTorch does the same, from 5.8e20 on.
 */
export interface AdamProblem extends AdamConstants {
  /** Trained parameter before the step, `rows x cols`, row-major. */
  readonly parameter: HostNumbers;
  /** Gradient of the parameter, `rows x cols`. */
  readonly gradient: HostNumbers;
  /** First moment m before the step. */
  readonly firstMoment: HostNumbers;
  /** Second moment v before the step. */
  readonly secondMoment: HostNumbers;
  /** Rows of the parameter, its gradient and both moments. */
  readonly rows: number;
  /** Columns of the parameter, its gradient and both moments. */
  readonly cols: number;
  /** Number of the step, t, counted from 1. */
  readonly step: number;
}

/** Operands of one Adam step on a device. */
export interface AdamOperands<B extends DeviceBuffer = DeviceBuffer> extends AdamConstants {
  /** Gradient of the parameter, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** First moment m, updated in place. */
  readonly firstMoment: DeviceMatrix<B>;
  /** Second moment v, updated in place. */
  readonly secondMoment: DeviceMatrix<B>;
  /**
   * Bias corrections `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`: two f32 that change between runs of a plan.
   */
  readonly corrections: B;
  /** Parameter, updated in place; the matrix that a check reads. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of an Adam step, by backend. */
export type AdamOperandsOf = OperandsByBackend<AdamOperands<WasmBuffer>, AdamOperands<WebGpuBuffer>>;
