/**
 * Execution of a program on a device: memory is planned and kernels are prepared once, and each training step
 * is a sequence of launches with nothing read back in between.
 *
 * @module
 */
import { type DeviceMatrix, readMatrix, writeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { assertFree } from "../../platform/available_memory.ts";
import { UsageError } from "../../platform/errors.ts";
import { rulesOf } from "../operations/step_rules.ts";
import type { Bindings } from "../program/bindings.ts";
import { checkBindings } from "../program/bindings_check.ts";
import type { LentMatrices, MemoryPlan } from "../program/memory_plan.ts";
import type { Program, Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { type ControlWords, DeviceMemory, type ResidentOperands } from "./device_memory.ts";
import type { Executor } from "./executor.ts";
import { ExecutorCalls } from "./executor_calls.ts";
import type { KernelChoices } from "./kernel_choice.ts";
import { type ChainedSteps, chainSteps, type StepChain } from "./row_chains.ts";
import { planStep, type StepPlan } from "./step_plan.ts";

/** Settings of {@linkcode DeviceExecutor.open}. */
export interface DeviceExecutorOptions {
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
  /**
   * Tensors kept on the device by another owner, of their tensors' shapes: parameters that go from one
   * mini-batch's program to the next, features that a loader has copied. The executor reads and writes them
   * in place; it does not allocate, zero, upload or free them, and inputs among them need no binding.
   */
  readonly lent?: LentMatrices;
  /**
   * Matrices and lists that another owner computes on the device before each training step. Bindings give
   * their bounds; a check of the steps needs their numbers there, too.
   */
  readonly resident?: ResidentOperands;
}

/**
 * {@linkcode Executor} on a device.
 * @example
 * ```ts
 * import {
 *   adamOptimizer,
 *   bindVertexData,
 *   DeviceExecutor,
 *   gcn,
 *   initialise,
 *   loadDataset,
 *   openWasmDevice,
 *   trainFullBatch,
 *   vertexClassification,
 *   vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 16, classes: 4 });
 * const layers = gcn({ classes: data.classes, hidden: 8, layers: 2, dropout: 0 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const device = openWasmDevice({ threads: 1 });
 * const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
 * initialise(executor, task.program, { seed: 1 });
 * await trainFullBatch(executor, task.program, { epochs: 2, evaluateEvery: 0 });
 * executor.close();
 * device.close();
 * ```
 */
export class DeviceExecutor implements Executor {
  /** Prepared steps of `train`, in order. */
  readonly trainPlans: readonly StepPlan[];
  /** Prepared steps of `evaluate`, in order. */
  readonly evaluatePlans: readonly StepPlan[];
  readonly #memory: DeviceMemory;
  readonly #calls: ExecutorCalls;
  readonly #chained: ChainedSteps;

  private constructor(
    /** Device of the executor. */
    readonly device: Device,
    /** Program of the executor. */
    readonly program: Program,
    /** Matrices, indices and inputs of the executor. */
    readonly bindings: Bindings,
    { memory, train, evaluate }: {
      readonly memory: DeviceMemory;
      readonly train: readonly StepPlan[];
      readonly evaluate: readonly StepPlan[];
    },
  ) {
    this.#memory = memory;
    this.#calls = new ExecutorCalls(program);
    this.trainPlans = train;
    this.evaluatePlans = evaluate;
    this.#chained = chainSteps(device, train, (tensor) => memory.matrix(tensor));
  }

  /**
   * Allocates memory, uploads inputs and indices, and prepares every kernel. Parameters and moments begin as
   * 0; lent ones keep their numbers.
   *
   * @throws {UsageError} where the bindings or what is lent do not fit the program, or a kernel does not
   * exist.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   * @example
   * ```ts
   * import {
   *   adamOptimizer,
   *   bindVertexData,
   *   DeviceExecutor,
   *   gcn,
   *   initialise,
   *   loadDataset,
   *   openWasmDevice,
   *   vertexClassification,
   *   vertexData,
   *   vertexTaskShape,
   * } from "gnn-repro";
   * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
   * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
   * const layers = gcn({ classes: data.classes, hidden: 16 });
   * const task = vertexClassification(vertexTaskShape(data), {
   *   layers,
   *   optimizer: adamOptimizer(),
   *   seed: 1,
   * });
   * const device = openWasmDevice({ threads: 2 }), kernels = { spmm: { id: "block-sparse" } };
   * const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data), {
   *   kernels,
   * });
   * initialise(executor, task.program, { seed: 1 });
   * for (let step = 1; step <= 3; step++) executor.train(step);
   * const [loss] = await executor.read(task.program.loss);
   * if (!(loss > 0 && loss < 5)) throw new Error("about the logarithm of 41, the number of classes");
   * executor.close();
   * device.close();
   * ```
   */
  static async open(
    device: Device,
    program: Program,
    bindings: Bindings,
    options: DeviceExecutorOptions = {},
  ): Promise<DeviceExecutor> {
    const { kernels = {}, lent = new Map(), resident } = options;
    checkLent(program, lent);
    if (resident) checkResident(program, resident);
    checkBindings(program, bindings, lent);
    const memory = await device.guard(
      "allocate a program's tensors",
      () => new DeviceMemory(device, program, bindings, { lent, resident }),
    );
    const prepared: StepPlan[] = [];
    const prepare = async (step: Step): Promise<StepPlan> => {
      const own = await planStep(step, device, { kernels, memory, bindings });
      prepared.push(own);
      return own;
    };
    try {
      const train: StepPlan[] = [], evaluate: StepPlan[] = [];
      for (const step of program.train) train.push(await prepare(step));
      for (const step of program.evaluate) evaluate.push(await prepare(step));
      return new DeviceExecutor(device, program, bindings, { memory, train, evaluate });
    } catch (error) {
      for (const { plan } of prepared) plan.destroy();
      memory.free();
      throw error;
    }
  }

  /** Steps of `train` that run together, in order. */
  get chains(): readonly StepChain[] {
    return this.#chained.chains;
  }

  /** Memory plan: places of the tensors, and bytes. */
  get memory(): MemoryPlan {
    return this.#memory.plan;
  }

  /** Words that {@linkcode DeviceExecutor.setStep} writes, for a caller that copies them on the device. */
  get controls(): readonly ControlWords[] {
    return this.#memory.controls;
  }

  /**
   * Matrix of a tensor on the device, for checks and timings.
   *
   * @throws {UsageError} for a tensor of another program.
   */
  matrix(tensor: Tensor): DeviceMatrix {
    this.#calls.assertOwn("find", tensor);
    return this.#memory.matrix(tensor);
  }

  /**
   * Copies row-major numbers, rounded to float32, to a tensor.
   *
   * @throws {UsageError} where their number is not `rows * cols`.
   */
  write(tensor: Tensor, data: HostNumbers): void {
    this.#calls.assertWritable(tensor, data);
    writeMatrix(this.device, this.#memory.matrix(tensor), data);
  }

  /**
   * Reads a tensor as float32, after all queued work, into an array of that length or a new one.
   *
   * @throws {OutOfMemoryError} where a new one needs more memory than is free.
   */
  async read(tensor: Tensor, into?: Float32Array<ArrayBuffer>): Promise<Float32Array> {
    const { label, rows, cols } = tensor;
    if (into === undefined) assertFree(`read "${label}"`, 4 * rows * cols, `a copy of ${rows} x ${cols}`);
    return await readMatrix(this.device, this.matrix(tensor), into);
  }

  /** Sets the number of the training step for the plans, without running them. */
  setStep(step: number): void {
    this.#calls.assertStep(step);
    this.#memory.setStep(step);
  }

  /** Runs one training step. */
  train(step: number): void {
    this.setStep(step);
    this.launch();
  }

  /** Runs the training step whose number was set, on a device of machine code in chains of steps. */
  launch(): void {
    for (const chain of this.chains) chain.run();
  }

  /** Runs one training step, operation by operation. */
  async trace(step: number, visit: (step: Step) => Promise<void>): Promise<void> {
    this.setStep(step);
    for (const { plan, step: own } of this.trainPlans) {
      plan.run();
      await visit(own);
    }
  }

  /** Computes the scores. */
  evaluate(): void {
    this.#calls.assertOpen("evaluate");
    for (const { plan } of this.evaluatePlans) plan.run();
  }

  /**
   * Waits for the device.
   *
   * @throws {DeviceError} where some of the queued work failed.
   */
  async finish(): Promise<void> {
    await this.device.finish();
  }

  /** Frees the memory of plans and tensors; the device stays open. */
  close(): void {
    if (!this.#calls.close()) return;
    this.#chained.destroy();
    for (const { plan } of [...this.trainPlans, ...this.evaluatePlans]) plan.destroy();
    this.#memory.free();
  }
}

/** Checks that each lent matrix has its tensor's shape and each tensor belongs to this program. */
function checkLent(program: Program, lent: LentMatrices): void {
  for (const [tensor, { rows, cols }] of lent) {
    const own = program.tensors[tensor.id] === tensor;
    if (own && rows === tensor.rows && cols === tensor.cols) continue;
    throw new UsageError({
      action: `lend "${tensor.label}"`,
      current: own ? `a matrix of ${rows} x ${cols}` : "a tensor of another program",
      wanted: own ? `${tensor.rows} x ${tensor.cols}` : "one of the program that runs",
      next: "lend what the program was built for, or build it anew for these shapes",
    });
  }
}

/** Checks that only sparse products take matrices that are computed on the device. */
function checkResident({ train, evaluate }: Program, { sparse }: ResidentOperands): void {
  for (const step of [...train, ...evaluate]) {
    const uses = rulesOf(step).matrices(step).filter(({ operand }) => sparse.has(operand));
    if (uses.length === 0 || (step.op === "spmm" && step.values === undefined)) continue;
    throw new UsageError({
      action: `prepare ${step.op} of ${step.layer}`,
      current: `"${uses[0].operand.label}", which is computed on the device`,
      wanted: "a sparse product with the matrix's own values",
      next: "train this model on batches that the host prepares",
    });
  }
}
