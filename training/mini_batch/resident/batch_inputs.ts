/**
 * Inputs of a batch that the host knows before it is sampled: seeds and their truth, keys of the random
 * numbers, and the words of the training step.
 *
 * @module
 */
import { layerKeys } from "../../../graph/sampling/draws.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { DeviceSampler } from "../../../kernels/sampling/mod.ts";
import type { DeviceExecutor } from "../../executors/device_executor.ts";
import { type MiniBatchData, truthOf } from "../mini_batch_data.ts";
import type { BatchInput, ScheduledBatch } from "./batch_table.ts";
import type { BoundedProgram } from "./bounded_program.ts";

/** Owners of the buffers that the inputs are copied to. */
export interface BatchInputOptions {
  /** Sampler of the batches. */
  readonly sampler: DeviceSampler<WebGpuBuffer>;
  /** Seed of the sampler. */
  readonly samplerSeed: number;
  /** Data of the training. */
  readonly data: Pick<MiniBatchData, "truth" | "classes">;
  /** Executor of the program. */
  readonly executor: DeviceExecutor;
  /** Program of all batches. */
  readonly bounded: BoundedProgram;
  /** Buffer of the labels, where each vertex has one. */
  readonly labels: WebGpuBuffer | undefined;
}

/** Inputs of every batch, in the order of a table's record. */
export function batchInputs(options: BatchInputOptions): BatchInput[] {
  const { sampler, samplerSeed: seed, data, executor, bounded: { truth, weights }, labels } = options;
  const { seeds, count, keys } = sampler.inputs, { length: layers } = sampler.blocks;
  const most = weights.cols;
  const words = (to: WebGpuBuffer, length: number, of: BatchInput["of"]): BatchInput => ({
    to,
    words: length,
    of,
  });
  const mean = ({ seeds: { length } }: ScheduledBatch) => new Float32Array(length).fill(1 / length);
  const panelsOf = (tensor: typeof weights) => (executor.matrix(tensor) as DeviceMatrix<WebGpuBuffer>).panels;
  return [
    words(seeds, most, (batch) => batch.seeds),
    words(count, 1, (batch) => Uint32Array.of(batch.seeds.length)),
    words(keys, 2 * layers, ({ batch }) => layerKeys({ seed, batch }, layers)),
    ...executor.controls.map(({ buffer, words: of }) =>
      words(buffer as WebGpuBuffer, buffer.bytes / 4, ({ step }) => of(step))
    ),
    ...panelsOf(weights).map(({ buffer }) => words(buffer, most, mean)),
    ...(labels ? [words(labels, most, (batch) => truthOf(data, batch.seeds).labels!)] : []),
    ...("targets" in truth ? panelsOf(truth.targets) : []).map(({ buffer, firstCol, cols, stride }) =>
      words(buffer, most * stride, ({ seeds }) => {
        const { targets } = truthOf(data, seeds), rows = new Float32Array(seeds.length * stride);
        for (let row = 0; row < seeds.length; row++) {
          const from = row * data.classes + firstCol;
          rows.set(targets!.subarray(from, from + cols), row * stride);
        }
        return rows;
      })
    ),
  ];
}
