/**
 * Consecutive epochs of full batches, with the loss of each and a single wait at their end.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { HostTime } from "../../hardware/measuring/waiting.ts";
import { hostClock } from "../../hardware/measuring/waiting.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { Program } from "../program/program.ts";
import { DeviceExecutor } from "./device_executor.ts";
import type { Executor } from "./executor.ts";

/** Some epochs of a training. */
export interface TrainedEpochs extends HostTime {
  /** Loss of each epoch, with the parameters at its beginning. */
  readonly losses: readonly number[];
}

/** Device of an executor that keeps a program on a GPU. */
function gpuOf(executor: Executor): WebGpuDevice | undefined {
  if (!(executor instanceof DeviceExecutor)) return undefined;
  const device: Device = executor.device;
  return device.backend === "webgpu" ? device as WebGpuDevice : undefined;
}

/** Starts a clock of the host that counts the waits for an executor's device, where it has one. */
export function executorClock(executor: Executor): () => HostTime {
  return hostClock("device" in executor ? executor.device as Device : { waits: 0 });
}

/**
 * Trains `count` epochs behind `after` others. On a GPU each epoch copies its loss within the device, and the
 * host waits for the last one; other executors are done with an epoch when it ends.
 *
 * @throws {OutOfMemoryError} where a GPU has no room for the losses.
 */
export async function trainForLosses(
  executor: Executor,
  { loss }: Pick<Program, "loss">,
  { after, count }: { readonly after: number; readonly count: number },
): Promise<TrainedEpochs> {
  const gpu = gpuOf(executor);
  if (gpu !== undefined) return await trainOnGpu(executor as DeviceExecutor, gpu, { loss, after, count });
  const read = executorClock(executor), losses: number[] = [];
  for (let epoch = after + 1; epoch <= after + count; epoch++) {
    executor.train(epoch);
    losses.push((await executor.read(loss))[0]);
  }
  return { losses, ...read() };
}

async function trainOnGpu(
  executor: DeviceExecutor,
  device: WebGpuDevice,
  { loss, after, count }: Pick<Program, "loss"> & { readonly after: number; readonly count: number },
): Promise<TrainedEpochs> {
  const log = device.allocate("losses of epochs", 4 * count);
  try {
    const buffer = executor.matrix(loss).panels[0].buffer as WebGpuBuffer, read = hostClock(device);
    for (let epoch = 0; epoch < count; epoch++) {
      executor.train(after + epoch + 1);
      device.copy({ buffer }, { buffer: log, byteOffset: 4 * epoch }, 4);
    }
    const losses = [...new Float32Array(await device.read(log))];
    return { losses, ...read() };
  } finally {
    device.free(log);
  }
}
