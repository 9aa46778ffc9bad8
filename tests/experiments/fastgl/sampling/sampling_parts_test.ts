/** Parts of sampling, run over and over: what they leave is proven against the host's mini-batch. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { section33 } from "../../../../experiments/fastgl/sampling/section_3_3.ts";
import type { TimedMeasurement } from "../../../../experiments/measurement.ts";
import type { Breakdown } from "../../../../experiments/metrics.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { DeviceBuffer } from "../../../../hardware/device.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { replaceAllocation } from "../../../hardware/replaced_allocation.ts";
import { testOnBoth } from "../../../kernels/every_backend.ts";
import { testLab } from "../../lab.ts";

/** Array that the last launch of each part leaves for the parts after it. */
const LEFT: Readonly<Record<string, string>> = {
  "draw": "global ids",
  "id-map": "local ids",
  "sort": "local ids",
};

for (const part of section33.contenders) {
  testOnBoth(`${part.id}: numbers that its timed launches leave wrong give it no times`, async (device) => {
    const buffers: { readonly label: string; readonly buffer: DeviceBuffer }[] = [];
    using _ = replaceAllocation(device, (allocate) => (label, bytes) => {
      const buffer = allocate(label, bytes);
      buffers.push({ label, buffer });
      return buffer;
    });
    const [workload] = section33.workloads(PROFILES.smoke);
    const { trial } = section33.measurement as TimedMeasurement;
    const dataset = await loadDataset(workload.dataset);
    const prepared = await (await trial(testLab(device), dataset, workload, part)).prepare();
    try {
      assert.ok((await prepared.check()).ok);
      const { facts = {} } = await prepared.breakdown!() as Breakdown;
      assert.deepEqual(Object.keys(facts), part.id === "id-map" ? ["id_map_share"] : []);
      assert.ok(prepared.time);
      await prepared.time(1);
      await prepared.recheck(7);
      await prepared.time(1);
      for (const { label, buffer } of buffers) {
        if (label === LEFT[part.id]) device.write(buffer, new Uint32Array(buffer.bytes / 4));
      }
      await assert.rejects(prepared.recheck(7), WrongResultError);
    } finally {
      prepared.destroy();
    }
  });
}
