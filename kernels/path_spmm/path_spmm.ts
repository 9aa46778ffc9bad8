/**
 * Problem on the host and operands on a device of the product on an execution path.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
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
 * Operands of a product on an execution path. X and Y have a row for every vertex, so that contenders differ
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

/** Bit of a vertex's flags: the vertex is in N^(k-1). */
export const SOURCE = 1;
/** Bit of a vertex's flags: the vertex is in N^k. */
export const TARGET = 2;

/** Flags {@link SOURCE} and {@link TARGET} of every vertex. */
export function activeFlags({ targets, sources }: PathRows, vertices: number): Uint8Array {
  const flags = new Uint8Array(vertices);
  for (let i = 0; i < sources.length; i++) flags[sources[i]] |= SOURCE;
  for (let i = 0; i < targets.length; i++) flags[targets[i]] |= TARGET;
  return flags;
}

/** Counts of the rows and entries that a contender touches, independent of caches: facts of its plan. */
export interface Touched {
  /** Entries that are multiplied. */
  readonly edges: number;
  /** Entries that are tested before they are multiplied or skipped. */
  readonly edge_tests: number;
  /** Rows that are tested before they are computed or skipped. */
  readonly row_tests: number;
  /** Rows of Y that are written. */
  readonly rows_written: number;
  /** Bytes of structure, features and results that the contender accesses, each use counted. */
  readonly bytes_moved: number;
}

/** Bytes per entry: 4 of the column, 4 of the value if there is one, and a row of X. */
function entryBytes({ matrix, y }: Pick<PathSpmmOperands, "matrix" | "y">): number {
  return 4 + (matrix.values ? 4 : 0) + 4 * y.cols;
}

/** Counts of the whole graph's product. */
export function touchedByAll(operands: PathSpmmOperands): Touched {
  const { matrix, y } = operands;
  const edges = nnz(matrix), rows = matrix.rows;
  const bytes = edges * entryBytes(operands) + rows * (4 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/** Counts of the product on the path: the path's entries, and for each row its offset and its target. */
export function touchedByPath(operands: PathSpmmOperands): Touched {
  const { path, y } = operands;
  const edges = nnz(path.matrix), rows = path.targets.length;
  const bytes = edges * entryBytes(operands) + rows * (8 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/**
 * Counts of the product under a mask: a flag of `flagBytes` for every row, and for every entry of a target.
 */
export function touchedByMask(operands: PathSpmmOperands, flagBytes: number): Touched {
  const { matrix, path, y } = operands;
  const edges = nnz(path.matrix), rows = path.targets.length;
  let tests = 0;
  for (const v of path.targets) tests += matrix.rowPtr[v + 1] - matrix.rowPtr[v];
  const bytes = matrix.rows * (4 + flagBytes) + tests * (4 + flagBytes) +
    edges * (entryBytes(operands) - 4) + rows * 4 * y.cols;
  return {
    edges,
    edge_tests: tests,
    row_tests: matrix.rows,
    rows_written: rows,
    bytes_moved: bytes,
  };
}
