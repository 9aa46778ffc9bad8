/**
 * Workloads on a number of GPUs, and the numbers that profiles have time for.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";

/** GPUs of a node (Section 7.1). */
export const GPUS_PER_NODE = 4;

/** GPU counts of Figures 5, 8 and 9. */
export function gpuCounts({ id }: Profile): readonly number[] {
  return id === "smoke" ? [1, 2] : [1, 2, 4, 8, 16];
}

/** GPUs whose partitions Tables 1 and 2 look at: a node at the published size. */
export function tableGpus({ id }: Profile): number {
  return id === "paper" ? GPUS_PER_NODE : 2;
}

/** `8(2)`: GPUs and nodes, as the figures' axes have them. */
function gpuLabel(gpus: number): string {
  return `${gpus}(${Math.ceil(gpus / GPUS_PER_NODE)})`;
}

/** A graph on a number of GPUs. */
export interface GpuWorkload extends Workload {
  readonly dataset: string;
  readonly model: string;
  /** Number of GPUs. */
  readonly gpus: number;
}

/** A workload of so many GPUs; its factor is their label. */
export function gpuWorkload(
  gpus: number,
  workload: Pick<GpuWorkload, "id" | "dataset" | "model">,
): GpuWorkload {
  return { ...workload, gpus, factors: { devices: gpuLabel(gpus) } };
}
