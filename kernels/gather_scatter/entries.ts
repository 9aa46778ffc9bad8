/**
 * Problem and operands of a gather of the numbers that belong to the stored entries of a sparse matrix: in
 * another order (that of the transpose) and with dropout (of sparse features, of attention).
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Dropout } from "../epilogue/epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Gather of entries with dropout: `y[e] = x[index[e]] * mask(index[e]) / (1 - rate)`. For the dropout, entry
 * i of x is column i of a matrix with one row, wherever it is gathered to, so that a matrix and its transpose
 * lose the same entries.
 */
export interface GatherEntriesProblem {
  /** Numbers x, one per stored entry. */
  readonly x: HostNumbers;
  /** Entry of x for each entry of y; the same order when absent. */
  readonly index?: Uint32Array;
  /** Dropout of the entries; none when absent. */
  readonly dropout?: Dropout & { readonly step: number };
}

/** Operands of one gather of entries on a device. */
export interface GatherEntriesOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Numbers x, f32, one per stored entry. */
  readonly x: DeviceMatrix<B>;
  /** Entry of x for each entry of y, u32. */
  readonly index?: B;
  /** Dropout of the entries; the training step is one u32 on the device. */
  readonly dropout?: Dropout & { readonly step: B };
  /** y, `1 x entries`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of a gather of entries, by backend. */
export type GatherEntriesOperandsOf = OperandsByBackend<
  GatherEntriesOperands<WasmBuffer>,
  GatherEntriesOperands<WebGpuBuffer>
>;
