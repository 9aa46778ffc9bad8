/**
 * Sparse-times-dense multiplication, the aggregation of most graph neural networks.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { allocateMatrix, freeMatrix, uploadMatrix } from "../../hardware/dense.ts";
import type { TimedOperation } from "../operation.ts";
import { blockSparseWasm } from "./block_sparse/wasm.ts";
import { blockSparseWebGpu } from "./block_sparse/webgpu.ts";
import { blockSparseX86 } from "./block_sparse/x86.ts";
import { memoryAwareWasm } from "./memory_aware/wasm.ts";
import { memoryAwareWebGpu } from "./memory_aware/webgpu.ts";
import { memoryAwareX86 } from "./memory_aware/x86.ts";
import { mergeSplitBf16WebGpu } from "./merge_split_bf16/webgpu.ts";
import { mergeSplitWebGpu } from "./merge_split/webgpu.ts";
import { naiveRegisterWasm } from "./naive_register/wasm.ts";
import { naiveRegisterWebGpu } from "./naive_register/webgpu.ts";
import { naiveRegisterX86 } from "./naive_register/x86.ts";
import { naiveRmwWasm } from "./naive_rmw/wasm.ts";
import { naiveRmwWebGpu } from "./naive_rmw/webgpu.ts";
import { naiveRmwX86 } from "./naive_rmw/x86.ts";
import { neighborGroupWasm } from "./neighbor_group/wasm.ts";
import { neighborGroupWebGpu } from "./neighbor_group/webgpu.ts";
import { neighborGroupX86 } from "./neighbor_group/x86.ts";
import { neighborGroupCasWasm } from "./neighbor_group_cas/wasm.ts";
import { neighborGroupCasWebGpu } from "./neighbor_group_cas/webgpu.ts";
import { neighborGroupCasX86 } from "./neighbor_group_cas/x86.ts";
import { neighborGroupFixedWasm } from "./neighbor_group_fixed/wasm.ts";
import { neighborGroupFixedWebGpu } from "./neighbor_group_fixed/webgpu.ts";
import { neighborGroupFixedX86 } from "./neighbor_group_fixed/x86.ts";
import { spmmOracle } from "./oracle.ts";
import { rowSplitWasm } from "./row_split/wasm.ts";
import { rowSplitWebGpu } from "./row_split/webgpu.ts";
import { rowSplitX86 } from "./row_split/x86.ts";
import { rowSplitBf16WebGpu } from "./row_split_bf16/webgpu.ts";
import { rowSplitBf16X86 } from "./row_split_bf16/x86.ts";
import { rowSplitScalarWasm } from "./row_split_scalar/wasm.ts";
import { rowSplitScalarWebGpu } from "./row_split_scalar/webgpu.ts";
import { rowSplitScalarX86 } from "./row_split_scalar/x86.ts";
import type { SpmmOperandsOf, SpmmProblem } from "./spmm.ts";
import { spmmWork } from "./spmm_work.ts";

export type { ResidentCsr } from "./resident_csr.ts";
export type { SpmmOperands, SpmmOperandsOf, SpmmProblem } from "./spmm.ts";

/**
 * Gives the arrays of a matrix a new identity (as views of the same memory), so that plans over operands that
 * were staged separately share no arrays on the device. A measurement whose operands must not meet in a cache
 * needs this.
 */
function apart(matrix: CsrMatrix): CsrMatrix {
  const { rowPtr, colIdx, values } = matrix;
  const structure = { ...matrix, rowPtr: rowPtr.subarray(), colIdx: colIdx.subarray() };
  return values ? { ...structure, values: values.subarray() } : structure;
}

/** Operation `Y = A X` with all its kernels. */
export const spmm: TimedOperation<SpmmProblem, SpmmOperandsOf> = {
  id: "spmm",
  formula: "Y[r, :] = sum over stored (r, c, v) of A of v * X[c, :]",
  oracle: spmmOracle,
  width: ({ width }) => width,
  work({ matrix, width }, features) {
    const { rows, cols, values } = matrix;
    return spmmWork({ rows, cols, entries: nnz(matrix), weighted: values !== undefined, width }, features);
  },
  stage(device, { matrix, features, width }, format) {
    const x = uploadMatrix(device, "X", matrix.cols, width, features, format);
    try {
      const y = allocateMatrix(device, "Y", matrix.rows, width);
      // The buffers belong to the backend of the device that allocated them, so the cast is safe.
      return { matrix: apart(matrix), x, y, output: y } as SpmmOperandsOf["wasm"] | SpmmOperandsOf["webgpu"];
    } catch (error) {
      freeMatrix(device, x);
      throw error;
    }
  },
  inputs: [{
    name: "X",
    numbers: ({ features }) => features,
    matrix: ({ x }) => x,
    redrawn: (problem, draw) => ({ ...problem, features: draw(problem.features.length) }),
  }],
  release(device, { x, y }) {
    freeMatrix(device, x);
    freeMatrix(device, y);
  },
  kernels: [
    ...[naiveRmwWasm, naiveRmwX86, naiveRmwWebGpu],
    ...[rowSplitScalarWasm, rowSplitScalarX86, rowSplitScalarWebGpu],
    ...[naiveRegisterWasm, naiveRegisterX86, naiveRegisterWebGpu],
    ...[memoryAwareWasm, memoryAwareX86, memoryAwareWebGpu],
    ...[neighborGroupCasWasm, neighborGroupCasX86, neighborGroupCasWebGpu],
    ...[neighborGroupFixedWasm, neighborGroupFixedX86, neighborGroupFixedWebGpu],
    ...[neighborGroupWasm, neighborGroupX86, neighborGroupWebGpu],
    ...[blockSparseWasm, blockSparseX86, blockSparseWebGpu],
    ...[mergeSplitBf16WebGpu, mergeSplitWebGpu],
    ...[rowSplitBf16X86, rowSplitBf16WebGpu],
    ...[rowSplitWasm, rowSplitX86, rowSplitWebGpu],
  ],
};
