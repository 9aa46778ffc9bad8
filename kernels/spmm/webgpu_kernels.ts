/**
 * List of the SpMM kernels on WebGPU, apart from those of other backends, so that a web page can import it.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { blockSparseWebGpu } from "./block_sparse/webgpu.ts";
import { memoryAwareWebGpu } from "./memory_aware/webgpu.ts";
import { mergeSplitBf16WebGpu } from "./merge_split_bf16/webgpu.ts";
import { mergeSplitWebGpu } from "./merge_split/webgpu.ts";
import { naiveRegisterWebGpu } from "./naive_register/webgpu.ts";
import { naiveRmwWebGpu } from "./naive_rmw/webgpu.ts";
import { neighborGroupWebGpu } from "./neighbor_group/webgpu.ts";
import { neighborGroupCasWebGpu } from "./neighbor_group_cas/webgpu.ts";
import { neighborGroupFixedWebGpu } from "./neighbor_group_fixed/webgpu.ts";
import { rowSplitWebGpu } from "./row_split/webgpu.ts";
import { rowSplitBf16WebGpu } from "./row_split_bf16/webgpu.ts";
import { rowSplitScalarWebGpu } from "./row_split_scalar/webgpu.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** Kernels of SpMM on WebGPU, the simplest first, the best known last. */
export const spmmWebGpuKernels: readonly KernelOn<"webgpu", SpmmOperandsOf>[] = [
  naiveRmwWebGpu,
  rowSplitScalarWebGpu,
  naiveRegisterWebGpu,
  memoryAwareWebGpu,
  neighborGroupCasWebGpu,
  neighborGroupFixedWebGpu,
  neighborGroupWebGpu,
  blockSparseWebGpu,
  rowSplitBf16WebGpu,
  rowSplitWebGpu,
  mergeSplitBf16WebGpu,
  mergeSplitWebGpu,
];
