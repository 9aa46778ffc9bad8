/**
 * Sparse-times-dense multiplication, the aggregation of most graph neural networks.
 *
 * @module
 */
import type { TimedOperation } from "../operation.ts";
import { blockSparseWasm } from "./block_sparse/wasm.ts";
import { blockSparseX86 } from "./block_sparse/x86.ts";
import { spmmDefinition } from "./definition.ts";
import { memoryAwareWasm } from "./memory_aware/wasm.ts";
import { memoryAwareX86 } from "./memory_aware/x86.ts";
import { naiveRegisterWasm } from "./naive_register/wasm.ts";
import { naiveRegisterX86 } from "./naive_register/x86.ts";
import { naiveRmwWasm } from "./naive_rmw/wasm.ts";
import { naiveRmwX86 } from "./naive_rmw/x86.ts";
import { neighborGroupWasm } from "./neighbor_group/wasm.ts";
import { neighborGroupX86 } from "./neighbor_group/x86.ts";
import { neighborGroupCasWasm } from "./neighbor_group_cas/wasm.ts";
import { neighborGroupCasX86 } from "./neighbor_group_cas/x86.ts";
import { neighborGroupFixedWasm } from "./neighbor_group_fixed/wasm.ts";
import { neighborGroupFixedX86 } from "./neighbor_group_fixed/x86.ts";
import { rowSplitWasm } from "./row_split/wasm.ts";
import { rowSplitX86 } from "./row_split/x86.ts";
import { rowSplitBf16X86 } from "./row_split_bf16/x86.ts";
import { rowSplitBlockedX86 } from "./row_split_blocked/x86.ts";
import { rowSplitScalarWasm } from "./row_split_scalar/wasm.ts";
import { rowSplitScalarX86 } from "./row_split_scalar/x86.ts";
import type { SpmmOperandsOf, SpmmProblem } from "./spmm.ts";
import { spmmWebGpuKernels } from "./webgpu_kernels.ts";

export type { ResidentCsr } from "./resident_csr.ts";
export type { SpmmOperands, SpmmOperandsOf, SpmmProblem } from "./spmm.ts";

/** Operation `Y = A X` with all its kernels. */
export const spmm: TimedOperation<SpmmProblem, SpmmOperandsOf> = {
  ...spmmDefinition,
  kernels: [
    naiveRmwWasm,
    naiveRmwX86,
    rowSplitScalarWasm,
    rowSplitScalarX86,
    naiveRegisterWasm,
    naiveRegisterX86,
    memoryAwareWasm,
    memoryAwareX86,
    neighborGroupCasWasm,
    neighborGroupCasX86,
    neighborGroupFixedWasm,
    neighborGroupFixedX86,
    neighborGroupWasm,
    neighborGroupX86,
    blockSparseWasm,
    blockSparseX86,
    rowSplitBf16X86,
    rowSplitWasm,
    rowSplitX86,
    rowSplitBlockedX86,
    ...spmmWebGpuKernels,
  ],
};
