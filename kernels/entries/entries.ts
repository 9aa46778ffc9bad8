/**
 * What numbers that belong to the stored entries of a sparse matrix go through: another order (that of the
 * transpose) and dropout (of sparse features, of attention).
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Dropout } from "../epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * `y[e] = x[index[e]] * mask(index[e]) / (1 - rate)`. Entry i is column i of a matrix of one row for the
 * dropout, whatever place it is gathered to, so that a matrix and its transpose lose the same entries.
 */
export interface GatherEntriesProblem {
  /** One number an entry. */
  readonly x: HostNumbers;
  /** For each entry of y the one of x; the same order when absent. */
  readonly index?: Uint32Array;
  /** None when absent. */
  readonly dropout?: Dropout & { readonly step: number };
}

/** The operands on a device. */
export interface GatherEntriesOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** x, f32, one per entry. */
  readonly x: DeviceMatrix<B>;
  /** u32, one per entry of y. */
  readonly index?: B;
  /** The dropout and where the training step stands: one u32. */
  readonly dropout?: Dropout & { readonly step: B };
  /** y, `1 x entries`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type GatherEntriesOperandsOf = OperandsByBackend<
  GatherEntriesOperands<WasmBuffer>,
  GatherEntriesOperands<WebGpuBuffer>
>;
