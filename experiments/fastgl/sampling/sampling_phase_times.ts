/**
 * Times of the phases of sampling, which add up to the time of the whole.
 *
 * @module
 */
import type { BatchOfSeeds } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import type { DeviceSampler, SamplingPhase } from "../../../kernels/sampling/mod.ts";
import { timeEach } from "../../../hardware/measuring/time_once.ts";

/** Milliseconds by phase. */
export type PhaseMs = Readonly<Record<SamplingPhase["phase"], number>>;

/**
 * Samples mini-batches and times each phase. On CPU threads phases run back to back as they do in the whole,
 * with a look at the clock in between: waiting after each would let threads fall asleep. A GPU times them by
 * its own clock, or by waiting where it has none.
 */
export async function phaseTimes(
  device: Device,
  sampler: DeviceSampler,
  batches: readonly BatchOfSeeds[],
): Promise<PhaseMs> {
  const ms: Record<SamplingPhase["phase"], number> = { "draw": 0, "id-map": 0, "sort": 0 };
  for (const batch of batches) {
    if (device.timer === "wall") timeBackToBack(sampler, batch, ms);
    else {
      sampler.begin(batch);
      await device.finish();
      const times = await timeEach(device, sampler.phases.map(({ run }) => run));
      sampler.phases.forEach(({ phase }, i) => ms[phase] += times[i]);
    }
  }
  return ms;
}

/** Adds the times of one mini-batch's phases; what begins it counts as drawing, which it prepares. */
function timeBackToBack(
  sampler: DeviceSampler,
  batch: BatchOfSeeds,
  ms: Record<SamplingPhase["phase"], number>,
): void {
  let before = performance.now();
  sampler.begin(batch);
  for (const { phase, run } of sampler.phases) {
    run();
    const now = performance.now();
    ms[phase] += now - before;
    before = now;
  }
}
