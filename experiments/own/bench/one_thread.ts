/**
 * A trial on one thread of the processor, beside the session's device.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { clockOf } from "../../../hardware/measuring/sample_length.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { MissingError } from "../../../platform/errors.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";

/** Device of one thread on the processor of the session's, with its code and memory of its own. */
function openAlone({ device }: Pick<Lab, "device">): Promise<Device> {
  const { backend, adapterKind, name, webgpu, limits, tuning } = device;
  if (backend !== "webgpu") {
    const alone = { backend, adapterKind, name, webgpu, threads: 1, ...(tuning && { tuning }) };
    return openBeside(alone, limits.memoryBytes);
  }
  throw new MissingError({
    action: "run on one thread",
    current: "a GPU",
    wanted: "a device of CPU threads",
    next: "take --device x86 or wasm",
  });
}

/**
 * Builds a trial on one thread. Its rows say so; they have no share of the roofline, which is that of all
 * threads.
 *
 * @throws {MissingError} on a GPU.
 */
export async function oneThreadTrial(lab: Lab, build: (alone: Lab) => Trial): Promise<Trial> {
  const device = await lab.once(openAlone, NO_DATASET, {});
  const trial = build({ ...lab, device });
  return {
    ...trial,
    identity: { ...trial.identity, threads: 1 },
    ranOn: { threads: 1, adapterKind: "none", timer: device.timer },
    prepare: async () => {
      const prepared = await trial.prepare();
      return { ...prepared, time: clockOf(device, prepared) };
    },
  };
}
