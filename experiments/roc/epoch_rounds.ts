/**
 * Epochs of several executors in turns: the whole program on the device, or host memory behind it.
 *
 * @module
 */
import { MissingError, ReproError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { DeviceExecutor } from "../../training/device_executor.ts";
import { initialise } from "../../training/initialisation.ts";
import type { KernelChoices } from "../../training/kernel_choice.ts";
import type { Layer } from "../../training/layers/layer.ts";
import {
  type CachingPolicy,
  ManagedExecutor,
  type OperationGraph,
} from "../../training/memory_manager/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { checkSteps } from "../../training/step_check.ts";
import { vertexClassification, type VertexTask } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Lab } from "../suite.ts";
import { CHECKED_WORK } from "./partition_rounds.ts";

/** How an epoch is run. */
export type EpochWay =
  & {
    /** Unique in its rounds. */
    readonly id: string;
  }
  & ({
    /** All on the device, with these kernels. */
    readonly kernels: KernelChoices;
  } | {
    /** All in host memory, cached so. */
    readonly policy: CachingPolicy;
    /** Of what the largest operation needs; all that the device has when absent. */
    readonly capacity?: number;
  });

/** What was measured of one. */
export interface EpochTimes {
  /** Milliseconds of an epoch, one entry a round. */
  readonly ms: readonly number[];
  /** Bytes that an epoch loads; 0 where all is on the device. */
  readonly loadedBytes: number;
}

/** Largest relative difference of losses: sums of float32 in another order, amplified by some steps. */
const LOSS_TOLERANCE = 1e-3;

/** Least bytes by which every operation runs, by itself. */
export function neededBytes({ tensors, operations }: OperationGraph): number {
  return Math.max(
    ...operations.map(({ reads, writes, workspaceBytes = 0 }) =>
      [...reads, ...writes].reduce((sum, place) => sum + tensors[place].bytes, workspaceBytes)
    ),
  );
}

interface Runner {
  readonly id: string;
  readonly executor: DeviceExecutor | ManagedExecutor;
  readonly loadedBytes: number;
  readonly ms: number[];
}

async function openRunner(
  { device, seed }: Lab,
  { task, data, way }: { readonly task: VertexTask; readonly data: VertexData; readonly way: EpochWay },
): Promise<Runner> {
  const { program } = task, bindings = bindVertexData(task, data);
  const create = async () => {
    if ("kernels" in way) return await DeviceExecutor.create(device, program, bindings, way);
    const { policy, capacity } = way;
    const roomy = await ManagedExecutor.create(device, program, bindings, { policy });
    if (capacity === undefined) return roomy;
    const { training, evaluation } = roomy.plan;
    roomy.close();
    const needed = Math.max(neededBytes(training.graph), neededBytes(evaluation.graph));
    const capacityBytes = Math.ceil(capacity * needed);
    return await ManagedExecutor.create(device, program, bindings, { policy, capacityBytes });
  };
  const executor = await create();
  try {
    initialise(executor, program, { seed });
    if (executor instanceof DeviceExecutor) {
      const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
      const { ok, tensor, layer } = await checkSteps(executor, bounds);
      if (!ok) throw wrong(way.id, `another "${tensor}" of ${layer} than the oracle has`);
      initialise(executor, program, { seed });
    }
  } catch (error) {
    executor.close();
    throw error;
  }
  const loadedBytes = executor instanceof ManagedExecutor ? executor.plan.trainBytes : 0;
  return { id: way.id, executor, loadedBytes, ms: [] };
}

/**
 * Times whole epochs, each way once a round in a random order, after one that warms up and whose loss all have to agree on.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 * @throws {ReproError} where a step or a loss is wrong.
 */
export async function epochRounds(
  lab: Lab,
  ways: readonly EpochWay[],
  { data, layers, rounds }: {
    readonly data: VertexData;
    readonly layers: readonly Layer[];
    readonly rounds: number;
  },
): Promise<ReadonlyMap<string, EpochTimes>> {
  const { device, seed } = lab;
  if (device.adapterKind === "software") {
    throw new MissingError({
      action: "time epochs",
      current: "software adapter",
      wanted: "a GPU or CPU threads",
      next: "run it with --device wasm",
    });
  }
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed });
  const runners: Runner[] = [];
  try {
    for (const way of ways) runners.push(await openRunner(lab, { task, data, way }));
    const losses: number[] = [];
    for (const { executor } of runners) {
      executor.train(1);
      losses.push((await executor.read(task.program.loss))[0]);
    }
    runners.forEach(({ id }, at) => {
      if (Math.abs(losses[at] - losses[0]) <= LOSS_TOLERANCE * Math.abs(losses[0])) return;
      throw wrong(id, `a first loss of ${losses[at]}, where ${runners[0].id} has ${losses[0]}`);
    });
    const order = new RandomStream(seed, "turns of epochs");
    for (let round = 1; round <= rounds; round++) {
      for (const { executor, ms } of order.shuffle([...runners])) {
        const started = performance.now();
        executor.train(1 + round);
        await executor.finish();
        ms.push(performance.now() - started);
      }
    }
    return new Map(runners.map(({ id, ms, loadedBytes }) => [id, { ms, loadedBytes }]));
  } finally {
    for (const { executor } of runners) executor.close();
  }
}

function wrong(id: string, current: string): ReproError {
  return new ReproError({
    ...{ action: `time epochs of ${id}`, current },
    wanted: "equal numbers within the tolerance",
    next: "check the kernels on this device: deno task check:kernels",
  });
}
