/**
 * Problem on the host and operands on a device of the product on an execution path.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { ExecutionPath } from "../../graph/execution_paths.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";
import type { SpmmOperands } from "../spmm/spmm.ts";

/** Part of an execution path that a product reads. */
export type PathRows = Pick<ExecutionPath, "targets" | "sources" | "matrix">;

/**
 * Backward aggregation of one layer: `Y[v, :] = sum over u in N(v) & N^(k-1) of e_vu X[u, :]` for v in N^k.
 * All other rows of Y are zero (eppgcn, Theorem 1), as are the rows of X outside N^(k-1).
 */
export interface PathSpmmProblem {
  /** Matrix A^T, `vertices x vertices`, by which the whole graph's backward aggregation multiplies. */
  readonly matrix: CsrMatrix;
  /** Execution path that was built from A. */
  readonly path: PathRows;
  /** Rows of X that are not zero, `path.sources.length x width`, row-major. */
  readonly features: HostNumbers;
  /** Columns of X and Y. */
  readonly width: number;
}

/**
 * Operands of a product on an execution path. X and Y have a row for every vertex, so that kernels differ
 * only in the rows and entries that they touch. Rows of Y that are not targets are zero beforehand and stay
 * zero: no kernel needs to write them.
 */
export interface PathSpmmOperands<B extends DeviceBuffer = DeviceBuffer> extends SpmmOperands<B> {
  /** Execution path, on the host. */
  readonly path: PathRows;
}

/** Operands of a product on an execution path, by backend. */
export type PathSpmmOperandsOf = OperandsByBackend<
  PathSpmmOperands<WasmBuffer>,
  PathSpmmOperands<WebGpuBuffer>
>;
