/**
 * A device without hardware, for the measuring loop.
 *
 * @module
 */
import type { DeviceTimedPlan, TimedContender } from "../../hardware/measuring/timed_contender.ts";
import type { Device } from "../../hardware/device.ts";
import { RandomStream } from "../../platform/random.ts";

/** A contender whose executions the simulated device times. */
export interface SimulatedContender extends TimedContender {
  prepare(preparation: number): Promise<DeviceTimedPlan>;
}

/**
 * A device whose clock is made of known costs, drift and noise: what the loop concludes can be held against
 * the truth.
 */
export function simulatedDevice({ drift, noise, seed, memoryBytes = 1e9 }: {
  drift: number;
  noise: number;
  seed: number;
  memoryBytes?: number;
}) {
  const stream = new RandomStream(seed, "simulated clock");
  let clock = 0, live = 0, elapsed = 0, mostLive = 0;
  const rechecked: { readonly id: string; readonly seed: number }[] = [];
  const device = {
    timer: "wall",
    limits: { memoryBytes },
    ledger: { live: 0, peak: 0 },
    waits: 0,
    finish: () => Promise.resolve(),
    time: (run: () => void, calls: number) => {
      elapsed = 0;
      for (let call = 0; call < calls; call++) run();
      clock += elapsed;
      return Promise.resolve(elapsed * (1 + drift * clock / 1e4) * (1 + noise * stream.normal()));
    },
  } as unknown as Device;
  const contender = (id: string, ms: number, bytes = 1): SimulatedContender => ({
    id,
    bytes,
    prepare: () => {
      live++;
      mostLive = Math.max(mostLive, live);
      return Promise.resolve({
        run: () => {
          elapsed += ms;
        },
        recheck: (seed: number) => {
          rechecked.push({ id, seed });
          return Promise.resolve();
        },
        destroy: () => {
          live--;
        },
      });
    },
  });
  return { device, contender, rechecked, live: () => live, mostLive: () => mostLive };
}
