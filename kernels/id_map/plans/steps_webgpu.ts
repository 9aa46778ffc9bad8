/**
 * Plans of ID maps and samplers on WebGPU: launches one after the other, over buffers that are cleared first.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Plan } from "../../kernel.ts";
import { type Launch, planOnWebGpu, type WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";

/** Launches of a plan, and what goes with them. */
export interface Steps {
  /** Launches in their order. */
  readonly launches: readonly Launch[];
  /** Buffers that are zeroed before the first launch of each run. */
  readonly cleared?: readonly WebGpuBuffer[];
  /** Facts of the plan beside `launches`, their number. */
  readonly facts?: Readonly<Record<string, number>>;
}

/**
 * Builds a plan of several launches; `reserve` allocates buffers that live as long as the plan.
 *
 * @throws what {@linkcode planOnWebGpu} throws.
 */
export function planSteps(
  device: WebGpuDevice,
  build: (reserve: WebGpuPlanBuilder["reserve"]) => Steps,
): Promise<Plan> {
  return planOnWebGpu(device, async ({ reserve, dispatch }) => {
    const { launches, cleared = [], facts } = build(reserve);
    const dispatches: (() => void)[] = [];
    for (const launch of launches) dispatches.push(await dispatch(launch));
    return {
      run: () => {
        for (const buffer of cleared) device.clear(buffer);
        for (const encode of dispatches) encode();
      },
      facts: { ...facts, launches: launches.length },
    };
  });
}
