/**
 * Execution of programs in float64 on the host, by the oracles of the operations: the reference of a training
 * step.
 *
 * @module
 */
import type { HostNumbers, Oracle } from "../../kernels/operation.ts";
import { oraclesOf, outputsOf, problemOf, rulesOf } from "../operations/step_rules.ts";
import type { Bindings } from "../program/bindings.ts";
import { checkBindings } from "../program/bindings_check.ts";
import type { Program, Step } from "../program/program.ts";
import type { Tensor, TensorShape } from "../program/tensor.ts";
import type { Executor } from "./executor.ts";
import { ExecutorCalls } from "./executor_calls.ts";

/**
 * Executor without a device. Every tensor keeps its numbers until its step runs again, so that all of them
 * can be read after a step. Tensors are float64, except inputs, which keep the type of their bindings; truth,
 * weights and values of entries are read as float32, as the oracles take them.
 *
 * @example
 * ```ts
 * import {
 *   adamOptimizer,
 *   bindVertexData,
 *   gcn,
 *   initialise,
 *   loadDataset,
 *   vertexClassification,
 *   vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * import { OracleExecutor } from "gnn-repro/training";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const executor = new OracleExecutor(task.program, bindVertexData(task, data));
 * initialise(executor, task.program, { seed: 1 });
 * executor.train(1);
 * const [loss] = await executor.read(task.program.loss);
 * if (!(loss > 0 && loss < 5)) throw new Error("about the logarithm of 41, the number of classes");
 * ```
 */
export class OracleExecutor implements Executor {
  readonly #program: Program;
  readonly #bindings: Bindings;
  readonly #numbers = new Map<Tensor, HostNumbers>();
  readonly #calls: ExecutorCalls;

  /**
   * Creates the executor and copies the inputs; other tensors are allocated at their first use.
   *
   * @throws {UsageError} if the bindings do not fit the program.
   */
  constructor(program: Program, bindings: Bindings) {
    checkBindings(program, bindings);
    this.#program = program;
    this.#calls = new ExecutorCalls(program);
    this.#bindings = bindings;
    for (const [tensor, data] of bindings.inputs) this.#numbers.set(tensor, data.slice());
  }

  /**
   * Copies numbers to a tensor.
   *
   * @throws {UsageError} if their number is not `rows x cols`, or the tensor belongs to another program.
   */
  write(tensor: Tensor, data: HostNumbers): void {
    this.#calls.assertWritable(tensor, data);
    this.#numbers.set(tensor, tensor.kind === "input" ? data.slice() : Float64Array.from(data));
  }

  /**
   * Copies a tensor's numbers; zeros before the first write.
   *
   * @throws {UsageError} if the tensor belongs to another program.
   */
  // deno-lint-ignore require-await -- it must fail as the promise that it is awaited as
  async read(tensor: Tensor): Promise<HostNumbers> {
    this.#calls.assertOwn("read", tensor);
    return this.#at(tensor).slice();
  }

  /**
   * Runs a training step before it returns.
   *
   * @throws {UsageError} if its number is not a whole number from 1.
   */
  train(step: number): void {
    this.#calls.assertStep(step);
    for (const each of this.#program.train) this.#run(each, step);
  }

  /** Computes the scores before it returns. */
  evaluate(): void {
    this.#calls.assertOpen("evaluate");
    // No step of `evaluate` has dropout, so that the number of the step does not matter.
    for (const each of this.#program.evaluate) this.#run(each, 0);
  }

  /** Returns at once, since no work is ever pending. */
  finish(): Promise<void> {
    return Promise.resolve();
  }

  /** Discards all numbers; the executor cannot be used afterwards. */
  close(): void {
    this.#calls.close();
    this.#numbers.clear();
  }

  #at(tensor: Tensor): HostNumbers {
    let numbers = this.#numbers.get(tensor);
    if (!numbers) this.#numbers.set(tensor, numbers = new Float64Array(tensor.rows * tensor.cols));
    return numbers;
  }

  #run(step: Step, trainingStep: number): void {
    const problem = problemOf(step, {
      numbers: (tensor) => this.#at(tensor),
      bindings: this.#bindings,
      trainingStep,
    });
    const outputs = outputsOf(step), oracles = oraclesOf(step);
    // An in-place operation reads all numbers that it changes before any of them changes.
    const inPlace = rulesOf(step).writes === "in-place";
    const results = outputs.map((tensor, at) => {
      const value = inPlace ? new Float64Array(tensor.rows * tensor.cols) : this.#at(tensor) as Float64Array;
      return computeRows(oracles[at], problem, { ...tensor, value });
    });
    if (inPlace) outputs.forEach((tensor, at) => this.#numbers.set(tensor, results[at]));
  }
}

/** Fills `value` with the rows of an oracle. */
function computeRows(oracle: Oracle<unknown>, problem: unknown, { rows, cols, value }: TensorShape & {
  readonly value: Float64Array;
}): Float64Array {
  const magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    oracle.row(problem, row, value.subarray(row * cols, (row + 1) * cols), magnitude);
  }
  return value;
}
