/**
 * Sampling on a device, as DGL and FastGL do: threads or an adapter draw, number and sort.
 *
 * @module
 */
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import type { DeviceSampler } from "../../kernels/sampling/mod.ts";
import type { BatchSampler } from "./batch_sampler.ts";
import { timeEach } from "../../hardware/measuring/time_once.ts";

/**
 * Creates a {@linkcode BatchSampler} from an open device sampler, which it takes over. Every phase of every
 * layer is timed by itself on the device's clock, without the gain of running back to back. Blocks are read
 * back, since kernels are prepared from matrices on the host; a system with resident blocks would not have
 * `readMs`.
 *
 * With a map that numbers in the order of arrival (Fused-Map) local ids differ from run to run, and so does
 * rounding.
 */
export function deviceBatchSampler<B extends DeviceBuffer>(
  device: Device<B>,
  sampler: DeviceSampler<B>,
): BatchSampler {
  return {
    async sample(batch) {
      sampler.begin(batch);
      await device.finish();
      let drawMs = 0, idMapMs = 0, sortMs = 0;
      const times = await timeEach(device, sampler.phases.map(({ run }) => run));
      for (const [i, { phase }] of sampler.phases.entries()) {
        const ms = times[i];
        if (phase === "id-map") idMapMs += ms;
        else if (phase === "sort") sortMs += ms;
        else drawMs += ms;
      }
      const start = performance.now();
      const sampled = await sampler.read();
      const readMs = performance.now() - start;
      return { sampled, times: { drawMs, idMapMs, sortMs, readMs } };
    },
    close: () => sampler.destroy(),
  };
}
