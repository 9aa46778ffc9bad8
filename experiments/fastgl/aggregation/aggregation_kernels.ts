/**
 * Kernels that Section 4.2 of fastgl compares, and the thread blocks of Memory-Aware aggregation.
 *
 * @module
 */
import { resolveParameters } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { Contender } from "../../cell.ts";
import type { AggregationKernel } from "./aggregation_accesses.ts";
import type { BlockGrid } from "./block_grid.ts";

/** A kernel of aggregation as a contender. */
export interface ComparedKernel extends Contender {
  readonly id: AggregationKernel;
}

/** Naive kernels. */
export const NAIVE: readonly ComparedKernel[] = [
  { id: "naive-rmw", label: "naive, sums in global memory" },
  { id: "naive-register", label: "naive, sums in registers" },
];

/** Memory-Aware aggregation. */
export const AWARE: ComparedKernel = { id: "memory-aware", label: "Memory-Aware" };

/** The kernel for adapters, whatever runs here. */
const LAUNCHED = findKernel(spmm.id, AWARE.id, "webgpu");
const PARAMETERS = resolveParameters(LAUNCHED);

/** Thread block of Memory-Aware aggregation: X targets, Y features. */
export const BLOCK: Pick<BlockGrid, "targets" | "features"> = {
  targets: PARAMETERS.targets,
  features: PARAMETERS.features,
};

/** Threads and bytes of workgroup memory that a block takes for features of a width. */
export function blockNeeds(width: number): { readonly threads: number; readonly bytes: number } {
  const { workgroupInvocations, workgroupBytes } = LAUNCHED.needs(PARAMETERS, width);
  return { threads: workgroupInvocations, bytes: workgroupBytes };
}
