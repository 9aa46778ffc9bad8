/**
 * Trainings on mini-batches of one small task, on a device and on the oracle, for tests to compare.
 *
 * @module
 */
import assert from "node:assert/strict";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import { initialNumbers } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { batchModel } from "../../../training/mini_batch/batch_program.ts";
import { BatchQueue } from "../../../training/mini_batch/batch_queue.ts";
import { batchTask, batchTopology } from "../../../training/mini_batch/batch_topology.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import type { IterationRecord } from "../../../training/mini_batch/iteration.ts";
import { type MiniBatchData, truthOf } from "../../../training/mini_batch/mini_batch_data.ts";
import { MiniBatchTrainer, type MiniBatchTrainingOptions } from "../../../training/mini_batch/trainer.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { communityData, plantedGraph } from "./community_task.ts";

/**
 * Sizes of the planted graph, in which some vertices are isolated and most have fewer neighbours than the
 * larger fan-out.
 */
export const COMMUNITY = { vertices: 400, classes: 5, isolated: 390 };
/** Planted graph to sample from. */
export const GRAPH = plantedGraph(COMMUNITY);
/** Features and truth of the planted graph. */
export const DATA = communityData(COMMUNITY);
const FANOUTS = [5, 20];

/** Options of a GCN of two layers with dropout; `options` overrides them. */
export function optionsWith(options: Partial<MiniBatchTrainingOptions> = {}): MiniBatchTrainingOptions {
  return {
    layers: gcn({ classes: COMMUNITY.classes, hidden: 12, dropout: 0.2 }),
    aggregation: "gcn",
    optimizer: adam(),
    batchSize: 48,
    seed: 1,
    sampler: hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: 1 })),
    ...options,
  };
}

/** Runs a test on a device of two threads and asserts that its memory is freed at the end. */
export async function onWasm(test: (device: Device) => Promise<void>, memoryBytes = 2 ** 26): Promise<void> {
  const device = openWasmDevice({ threads: 2, memoryBytes });
  try {
    await test(device);
    assert.equal(device.ledger.live, 0, "memory that a training kept");
  } finally {
    device.close();
  }
}

/** Declares a test on a device of two threads. */
export function testOnWasm(criterion: string, test: (device: Device) => Promise<void>): void {
  Deno.test(criterion, () => onWasm(test));
}

/** Runs some iterations and returns their records and the learned parameters. */
export async function train(
  device: Device,
  iterations: number,
  options: Partial<MiniBatchTrainingOptions> = {},
  data: MiniBatchData = DATA,
): Promise<{ readonly records: readonly IterationRecord[]; readonly learned: readonly Float32Array[] }> {
  const trainer = new MiniBatchTrainer(device, data, optionsWith({ readLosses: true, ...options }));
  try {
    const records: IterationRecord[] = [];
    for (let i = 0; i < iterations; i++) records.push(await trainer.next());
    return { records, learned: [...(await trainer.parameters.read()).values()] };
  } finally {
    trainer.close();
  }
}

/** Losses of iterations, each of which was read. */
export const lossesOf = (records: readonly IterationRecord[]) => records.map(({ loss }) => loss!);

/** Computes the losses of the same iterations in float64 on the host. */
export async function oracleLosses(
  iterations: number,
  options: MiniBatchTrainingOptions,
  data: MiniBatchData,
): Promise<number[]> {
  const { seed, batchSize, sampler } = options;
  const { features: { rows, width, values }, training } = data, model = batchModel(data, options);
  const queue = new BatchQueue({ vertices: rows, training, batchSize, seed, window: 1, sampler });
  const kept = new Map<string, HostNumbers>();
  const losses: number[] = [];
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const { sampled } = await queue.next();
    const task = batchTask(model, batchTopology(sampled, model), truthOf(data, sampled.seeds));
    const x = new Float32Array(task.features.rows * width);
    sampled.blocks[0].sources.forEach((v, row) =>
      x.set(values.subarray(v * width, (v + 1) * width), row * width)
    );
    const inputs = new Map(task.bindings.inputs).set(task.features, x);
    const executor = new OracleExecutor(task.program, { ...task.bindings, inputs });
    for (const parameter of task.program.parameters) {
      executor.write(parameter.tensor, kept.get(parameter.tensor.label) ?? initialNumbers(parameter, seed));
    }
    const moments = task.program.tensors.filter(({ kind }) => kind === "moment");
    for (const tensor of moments) if (kept.has(tensor.label)) executor.write(tensor, kept.get(tensor.label)!);
    executor.train(iteration);
    losses.push((await executor.read(task.program.loss))[0]);
    const learned = [...task.program.parameters.map(({ tensor }) => tensor), ...moments];
    for (const tensor of learned) kept.set(tensor.label, await executor.read(tensor));
  }
  return losses;
}

/** Asserts that losses equal the wanted ones within a relative tolerance. */
export function assertNear(got: readonly number[], wanted: readonly number[], tolerance: number): void {
  assert.equal(got.length, wanted.length);
  wanted.forEach((loss, i) =>
    assert(
      Math.abs(got[i] - loss) <= tolerance * Math.abs(loss),
      `iteration ${i + 1}: ${got[i]}, not ${loss}`,
    )
  );
}
