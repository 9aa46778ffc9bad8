/**
 * Product with the whole graph on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import { neighborGroupWebGpu } from "../../spmm/neighbor_group/webgpu.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { allActive } from "./kernel.ts";

/** Kernel `all-active@webgpu`: spmm's neighbour groups. */
export const allActiveWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = allActive<"webgpu">(
  neighborGroupWebGpu,
);
