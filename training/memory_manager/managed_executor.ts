/**
 * Execution of a program on a device with too little memory for it: tensors live in host memory, and a
 * transfer plan decides which of them are on the device at each operation.
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
import { plural } from "../../platform/text/plural.ts";

/** Settings of {@linkcode ManagedExecutor.open}. */
export interface ManagedExecutorOptions {
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
  /** Caching policy; `dynamic-program` by default. */
  readonly policy?: CachingPolicy;
  /**
   * Greatest number of bytes of tensors, matrices and kernel workspaces together on the device; its free
   * memory by default. Lists of indices and control words stay on the device in addition.
   */
  readonly capacityBytes?: number;
}

/** Parts of an executor. */
interface Parts {
  readonly plan: ManagedPlan;
  readonly memory: DeviceMemory;
  readonly cache: DeviceCache;
  readonly runner: TaskRunner;
}

/**
 * {@linkcode Executor} that runs a program as roc does (Jia et al., MLSys 2020, section 5). Before an
 * operation, the operands that the device lacks are copied there; its kernels are prepared, run and
 * destroyed; its results are copied to host memory; then all tensors that the plan does not keep are dropped.
 * Numbers equal those of `DeviceExecutor`, bit by bit.
 *
 * A sparse matrix is loaded by the first plan whose kernel reads it, in that kernel's form, and kept by
 * keeping a plan: the forms of two kernels are separate contents of the cache, and on the CPU those of two
 * widths. The optimizer's steps run after the planned operations, parameter by parameter, and load their
 * operands.
 *
 * Calls queue work on every backend, and a failure is reported at the next wait: all reads from then on
 * reject. On the CPU a copy blocks the kernels, and kernels the copies. On a GPU results that stay there are
 * written back while later operations run; before a result is dropped its copy is waited for.
 */
export class ManagedExecutor implements Executor {
  readonly #parts: Parts;
  /** Queue of all work so far; rejected after a failure. */
  #queue: Promise<void> = Promise.resolve();
  #working = false;
  readonly #calls: ExecutorCalls;

  private constructor(
    /** Device of the executor. */
    readonly device: Device,
    /** Program of the executor. */
    readonly program: Program,
    parts: Parts,
  ) {
    this.#parts = parts;
    this.#calls = new ExecutorCalls(program);
  }

  /**
   * Measures the memory of each step's kernel, plans the transfers, and tries whether every allocation
   * succeeds. Inputs stay in host memory: those given as float32 must not change while the executor lives.
   * Parameters and moments begin as 0.
   *
   * @throws {UsageError} where the bindings do not fit the program, a kernel or the policy does not exist, or
   * `capacityBytes` is invalid.
   * @throws {OutOfMemoryError} where a single operation does not fit, with its bytes; nothing stays
   * allocated.
   * @example
   * ```ts
   * import {
   *   adamOptimizer,
   *   bindVertexData,
   *   gcn,
   *   loadDataset,
   *   openWasmDevice,
   *   vertexClassification,
   *   vertexData,
   *   vertexTaskShape,
   * } from "gnn-repro";
   * import { ManagedExecutor } from "gnn-repro/training";
   * const dataset = await loadDataset("reddit@1/512", { seed: 1 });
   * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
   * const layers = gcn({ classes: data.classes, hidden: 16 });
   * const task = vertexClassification(vertexTaskShape(data), {
   *   layers,
   *   optimizer: adamOptimizer(),
   *   seed: 1,
   * });
   * const device = openWasmDevice({ threads: 2, memoryBytes: 4 * 2 ** 20 });
   * const executor = await ManagedExecutor.open(device, task.program, bindVertexData(task, data));
   * executor.train(1);
   * await executor.finish();
   * if (executor.transfers.loadedBytes === 0) throw new Error("inputs come from the host");
   * executor.close();
   * device.close();
   * ```
   */
  static async open(
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
        current: `a capacity of ${plural(most, "byte")}`,
        wanted: "a number from 0",
        next: "leave it out for all that the device has",
      });
    }
    const cache = new DeviceCache(device, program);
    const memory = await device.guard(
      "allocate a program's indices",
      () => new DeviceMemory(device, program, bindings, { lent: cache.matrices }),
    );
    try {
      const kernels = new ManagedKernels(device, bindings, { kernels: chosen, memory, cache });
      for (const step of [...program.train, ...program.evaluate]) await kernels.measure(step);
      const runner = new TaskRunner(device, { kernels, cache });
      const { limits: { memoryBytes }, ledger: { live } } = device;
      const plan = await planManaged(program, {
        sizes: kernels.sizes,
        policy,
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

  /** Operations and transfers, with the capacity that they were planned for. */
  get plan(): ManagedPlan {
    return this.#parts.plan;
  }

  /**
   * Bytes moved since the executor was made: in a training step {@linkcode ManagedPlan.trainBytes} to the
   * device.
   */
  get transfers(): Transfers {
    return this.#parts.runner.transfers;
  }

  /**
   * Copies row-major numbers, rounded to float32, to host memory, after the queued work.
   *
   * @throws {UsageError} where their number is not `rows * cols`, or the tensor belongs to another program.
   */
  write(tensor: Tensor, data: HostNumbers): void {
    this.#calls.assertWritable(tensor, data);
    const numbers = Float32Array.from(data);
    this.#enqueue(() => this.#parts.runner.setNumbers(tensor, numbers));
  }

  /**
   * Copies a tensor's numbers from host memory, after all work. They are valid until the tensor is written
   * again.
   */
  async read(tensor: Tensor): Promise<Float32Array> {
    this.#calls.assertOwn("read", tensor);
    await this.#queue;
    return this.#parts.runner.numbers(tensor).slice();
  }

  /**
   * Runs one training step.
   *
   * @throws {UsageError} where `step` is not an integer from 1.
   */
  train(step: number): void {
    this.#calls.assertStep(step);
    this.#enqueue(() => this.#run(this.plan.train, step));
  }

  /** Computes the scores. */
  evaluate(): void {
    this.#calls.assertOpen("evaluate");
    this.#enqueue(() => this.#run(this.plan.evaluate));
  }

  /** Waits for all work, and rejects after a failure. */
  async finish(): Promise<void> {
    this.#calls.assertOpen("finish");
    await this.#queue;
    await this.device.finish();
  }

  /** Frees the device's memory after the current operation; queued work behind it does not run. */
  close(): void {
    if (!this.#calls.close()) return;
    if (!this.#working) this.#free();
  }

  #enqueue(work: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(work);
    // Failures are reported to the readers.
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
      await this.#parts.runner.settle();
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
