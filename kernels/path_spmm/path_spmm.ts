/**
 * What the product on an execution path works on: a problem on the host, its operands on a device.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { ExecutionPath } from "../../graph/execution_paths.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";
import type { SpmmOperands } from "../spmm/spmm.ts";

/** What a product needs of a path. */
export type PathRows = Pick<ExecutionPath, "targets" | "sources" | "matrix">;

/**
 * `Y[v, :] = sum over u in N(v) & N^(k-1) of e_vu X[u, :]` for v in N^k, one layer's backward aggregation.
 * All other rows of Y are zero (eppgcn, Theorem 1), as are the rows of X outside N^(k-1).
 */
export interface PathSpmmProblem {
  /** A^T, `vertices x vertices`: what the whole graph's backward aggregation multiplies by. */
  readonly matrix: CsrMatrix;
  /** A path that was built from A. */
  readonly path: PathRows;
  /** The rows of X that are not zero, `path.sources.length x width`, row-major. */
  readonly features: HostNumbers;
  /** Columns of X and Y. */
  readonly width: number;
}

/**
 * The operands of one such product. X and Y have a row for every vertex, so that the contenders differ in
 * nothing but what they touch. Rows of Y that are no targets are zero beforehand and stay so: no kernel needs
 * to write them.
 */
export interface PathSpmmOperands<B extends DeviceBuffer = DeviceBuffer> extends SpmmOperands<B> {
  /** The path, on the host. */
  readonly path: PathRows;
}

/** The operands by backend. */
export type PathSpmmOperandsOf = OperandsByBackend<
  PathSpmmOperands<WasmBuffer>,
  PathSpmmOperands<WebGpuBuffer>
>;

/** Bit of a vertex's flags: it is in N^(k-1). */
export const SOURCE = 1;
/** Bit of a vertex's flags: it is in N^k. */
export const TARGET = 2;

/** {@link SOURCE} and {@link TARGET} of every vertex. */
export function activeFlags({ targets, sources }: PathRows, vertices: number): Uint8Array {
  const flags = new Uint8Array(vertices);
  for (let i = 0; i < sources.length; i++) flags[sources[i]] |= SOURCE;
  for (let i = 0; i < targets.length; i++) flags[targets[i]] |= TARGET;
  return flags;
}

/** What a contender touches, whatever the caches do: facts of its plan. */
export interface Touched {
  /** Entries that are multiplied. */
  readonly edges: number;
  /** Entries that are tested first. */
  readonly edge_tests: number;
  /** Rows that are tested first. */
  readonly row_tests: number;
  /** Rows of Y that are written. */
  readonly rows_written: number;
  /** Bytes of structure, features and results that these take, each use counted. */
  readonly bytes_moved: number;
}

/** 4 bytes of column, 4 of value if there is one, and a row of X. */
function entryBytes({ matrix, y }: Pick<PathSpmmOperands, "matrix" | "y">): number {
  return 4 + (matrix.values ? 4 : 0) + 4 * y.cols;
}

/** What the whole graph's product touches. */
export function touchedByAll(operands: PathSpmmOperands): Touched {
  const { matrix, y } = operands;
  const edges = nnz(matrix), rows = matrix.rows;
  const bytes = edges * entryBytes(operands) + rows * (4 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/** What the product on the path touches: its entries, and for each row its offset and its target. */
export function touchedByPath(operands: PathSpmmOperands): Touched {
  const { path, y } = operands;
  const edges = nnz(path.matrix), rows = path.targets.length;
  const bytes = edges * entryBytes(operands) + rows * (8 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/**
 * What the product under a mask touches: a flag of `flagBytes` for every row, and for every entry of a
 * target.
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
