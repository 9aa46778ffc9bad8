/**
 * Sampling on a device, as DGL and FastGL do: threads or an adapter draw, number and sort.
 *
 * @module
 */
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import type { DeviceSampler } from "../../kernels/sampling/mod.ts";
import type { BatchSampler } from "./batch_sampler.ts";
import { timeOnce } from "./time_once.ts";

/**
 * A {@linkcode BatchSampler} around a sampler that is open on a device, which it takes over. Every phase of every layer is timed by
 * itself on the device's clock; what they would gain by running back to back is left out. Blocks are read back, since kernels are
 * prepared from matrices on the host; `readMs` is what a system with resident blocks would not have.
 *
 * With a map that numbers in the order of arrival (Fused-Map) local ids differ from run to run, and rounding with them.
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
      for (const { phase, run } of sampler.phases) {
        const ms = await timeOnce(device, run);
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
