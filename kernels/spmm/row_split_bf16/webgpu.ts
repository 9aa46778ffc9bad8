/**
 * Row-split SpMM over bf16 features on WebGPU: the kernel of row-split with another load, which needs no
 * feature of the adapter.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import { rowSplitOnWebGpu } from "../row_split/webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplitBf16 } from "./kernel.ts";

/** Kernel `row-split-bf16@webgpu`; see `row_split/row_split.wgsl`. */
export const rowSplitBf16WebGpu: KernelOn<"webgpu", SpmmOperandsOf> = rowSplitOnWebGpu(rowSplitBf16);
