/**
 * A program on a device that does not hold it: tensors live in host memory, and a transfer plan says which of
 * them are on the device while.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import { DeviceMemory } from "../executors/device_memory.ts";
import type { Executor } from "../executors/executor.ts";
import { ExecutorCalls } from "../executors/executor_calls.ts";
import type { KernelChoices } from "../executors/kernel_choice.ts";
import type { Bindings } from "../program/bindings.ts";
import { checkBindings } from "../program/bindings_check.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { DeviceCache } from "./device_cache.ts";
import { ManagedKernels } from "./managed_kernels.ts";
import { type ManagedPlan, planManaged } from "./managed_plan.ts";
import type { ManagedTask } from "./managed_tasks.ts";
import type { CachingPolicy } from "./policies.ts";
import { TaskRunner, type Transfers } from "./task_runner.ts";

/** How {@linkcode ManagedExecutor.create} plans. */
export interface ManagedExecutorOptions {
  /** The kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
  /** How tensors are cached; `dynamic-program` when absent. */
  readonly policy?: CachingPolicy;
  /**
   * The most bytes that tensors, matrices and what kernels bring may take on the device together; what it has
   * left when absent. Lists of indices and the few words that say what step it is stay on the device beside
   * them.
   */
  readonly capacityBytes?: number;
}

/** What an executor is made of. */
interface Parts {
  readonly plan: ManagedPlan;
  readonly memory: DeviceMemory;
  readonly cache: DeviceCache;
  readonly runner: TaskRunner;
}

/**
 * {@linkcode Executor} that runs a program as roc does (Jia et al., MLSys 2020, section 5). Before an
 * operation, what it reads and the device lacks is copied there; its kernels are prepared, run and destroyed;
 * its results are copied to host memory; then all leaves that the plan does not keep. Numbers are those of
 * `DeviceExecutor`, bit by bit.
 *
 * A sparse matrix is loaded by the first plan whose kernel reads it, in that kernel's form, and kept by
 * keeping a plan: the forms of two kernels are two things, and on the CPU those of two widths. The
 * optimizer's steps run after the planned operations, parameter by parameter, and load what they read.
 *
 * Calls queue work on every backend, and work that fails is heard of where it is waited for: all reads from
 * then on reject. On the CPU a copy blocks the kernels, and kernels the copies. On a GPU the results of an
 * operation are written back together, and the next operation begins when they are.
 */
export class ManagedExecutor implements Executor {
  readonly #parts: Parts;
  /** All work so far; rejected once some of it has failed. */
  #queue: Promise<void> = Promise.resolve();
  #working = false;
  readonly #calls: ExecutorCalls;

  private constructor(
    /** Where it runs. */
    readonly device: Device,
    /** What it runs. */
    readonly program: Program,
    parts: Parts,
  ) {
    this.#parts = parts;
    this.#calls = new ExecutorCalls(program);
  }

  /**
   * Measures what each step's kernel brings to the device, plans, and tries whether everything finds room.
   * Inputs stay where they are in host memory: those given as float32 must not change while the executor
   * lives. Parameters and moments begin as 0.
   *
   * @throws {UsageError} where the bindings do not fit the program, a kernel or the policy does not exist, or
   * `capacityBytes` is no size.
   * @throws {OutOfMemoryError} where some operation does not fit by itself, with its bytes; nothing stays
   * allocated.
   * @example
   * ```ts
   * import { adamOptimizer, bindVertexData, gcn, loadDataset, openWasmDevice, vertexClassification, vertexData, vertexTaskShape } from "gnn-repro";
   * import { ManagedExecutor } from "gnn-repro/training";
   * const dataset = await loadDataset("reddit@1/512", { seed: 1 });
   * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
   * const layers = gcn({ classes: data.classes, hidden: 16 });
   * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
   * const device = openWasmDevice({ threads: 2, memoryBytes: 4 * 2 ** 20 });
   * const executor = await ManagedExecutor.create(device, task.program, bindVertexData(task, data));
   * executor.train(1);
   * await executor.finish();
   * if (executor.transfers.loadedBytes === 0) throw new Error("inputs come from the host");
   * executor.close();
   * device.close();
   * ```
   */
  static async create(
    device: Device,
    program: Program,
    bindings: Bindings,
    options: ManagedExecutorOptions = {},
  ): Promise<ManagedExecutor> {
    const { kernels: chosen = {}, policy = "dynamic-program", capacityBytes: most = Infinity } = options;
    checkBindings(program, bindings);
    if (!(most >= 0)) {
      throw new UsageError({
        action: "manage a device's memory",
        current: `a capacity of ${most} bytes`,
        wanted: "a number from 0",
        next: "leave it out for all that the device has",
      });
    }
    const cache = new DeviceCache(device, program);
    const memory = await device.guard(
      "allocate a program's indices",
      () => new DeviceMemory(device, program, bindings, cache.matrices),
    );
    try {
      const kernels = new ManagedKernels(device, bindings, { kernels: chosen, memory, cache });
      for (const step of [...program.train, ...program.evaluate]) await kernels.measure(step);
      const runner = new TaskRunner(device, { kernels, cache });
      const { limits: { memoryBytes }, ledger: { live } } = device;
      const plan = await planManaged(program, {
        ...{ sizes: kernels.sizes, policy },
        capacityBytes: Math.max(0, Math.min(memoryBytes - live, most) - kernels.holderBytes),
        rehearse: async (tasks) => {
          try {
            for (const task of tasks) {
              const error = await runner.refusalOf(task);
              if (error) return { task, error };
            }
          } finally {
            cache.clear();
          }
        },
      });
      for (const [tensor, numbers] of bindings.inputs) {
        runner.setNumbers(tensor, numbers instanceof Float32Array ? numbers : Float32Array.from(numbers));
      }
      return new ManagedExecutor(device, program, { plan, memory, cache, runner });
    } catch (error) {
      memory.free();
      throw error;
    }
  }

  /** Operations, transfers and the capacity that they were planned for. */
  get plan(): ManagedPlan {
    return this.#parts.plan;
  }

  /**
   * All that has moved since the executor was made: in a training step {@linkcode ManagedPlan.trainBytes} to
   * the device.
   */
  get transfers(): Transfers {
    return this.#parts.runner.transfers;
  }

  /**
   * Copies row-major numbers, rounded to float32, into host memory, after the work that is queued.
   *
   * @throws {UsageError} where there are not `rows * cols` of them, or the tensor is of another program.
   */
  write(tensor: Tensor, data: HostNumbers): void {
    this.#calls.assertWritable(tensor, data);
    const numbers = Float32Array.from(data);
    this.#enqueue(() => this.#parts.runner.setNumbers(tensor, numbers));
  }

  /**
   * Copies a tensor's numbers in host memory, after all work. Every tensor holds them until it is written
   * anew.
   */
  async read(tensor: Tensor): Promise<Float32Array> {
    this.#calls.assertOwn("read", tensor);
    await this.#queue;
    return this.#parts.runner.numbers(tensor).slice();
  }

  /**
   * One training step.
   *
   * @throws {UsageError} where `step` is not a whole number from 1.
   */
  train(step: number): void {
    this.#calls.assertStep(step);
    this.#enqueue(() => this.#run(this.plan.train, step));
  }

  /** The scores. */
  evaluate(): void {
    this.#calls.assertOpen("evaluate");
    this.#enqueue(() => this.#run(this.plan.evaluate));
  }

  /** Waits for all work, and rejects where some of it has failed. */
  async finish(): Promise<void> {
    this.#calls.assertOpen("finish");
    await this.#queue;
    await this.device.finish();
  }

  /**
   * Returns the device's memory, once the operation at work is through; what is queued behind it does not
   * run.
   */
  close(): void {
    if (!this.#calls.close()) return;
    if (!this.#working) this.#free();
  }

  #enqueue(work: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(work);
    // It is the readers who hear of a failure.
    this.#queue.catch(() => {});
  }

  async #run(tasks: readonly ManagedTask[], step?: number): Promise<void> {
    if (this.#calls.closed) return;
    this.#working = true;
    try {
      if (step !== undefined) this.#parts.memory.setStep(step);
      for (const task of tasks) {
        if (this.#calls.closed) return;
        await this.#parts.runner.run(task);
      }
    } finally {
      this.#working = false;
      if (this.#calls.closed) this.#free();
      else this.#parts.cache.clear();
    }
  }

  #free(): void {
    this.#parts.cache.clear();
    this.#parts.memory.free();
  }
}
