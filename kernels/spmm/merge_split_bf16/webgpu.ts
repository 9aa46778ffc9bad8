/**
 * Merge-based SpMM over bf16 features on WebGPU: the kernel of merge-split with another load.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import { mergeSplitOnWebGpu } from "../merge_split/webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { mergeSplitBf16 } from "./kernel.ts";

/** Kernel `merge-split-bf16@webgpu`; see `merge_split/merge_split.wgsl`. */
export const mergeSplitBf16WebGpu: KernelOn<"webgpu", SpmmOperandsOf> = mergeSplitOnWebGpu(mergeSplitBf16);
