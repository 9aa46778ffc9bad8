/**
 * Runs programs in float64 on the host, by the oracles of the operations: the truth about a training step.
 *
 * @module
 */
import type { AdamProblem } from "../kernels/adam/adam.ts";
import { adamEntry } from "../kernels/adam/oracle.ts";
import type { HostNumbers, Oracle } from "../kernels/operation.ts";
import { findOperation } from "../kernels/registry.ts";
import { UsageError } from "../platform/errors.ts";
import { checkBindings } from "./bindings_check.ts";
import type { Bindings, Executor } from "./executor.ts";
import { outputsOf, type Program, type Step, type Tensor } from "./program.ts";
import { problemOf } from "./step_problem.ts";

/**
 * An executor without a device. Every tensor keeps its numbers until its step runs again, so that all of them can be read
 * after a step. What a tensor holds is float64, but for inputs, which stay what they are bound or written as; truth, weights
 * and values of entries are read as float32, as the oracles take them.
 *
 * @example
 * ```ts
 * import {
 *   adamOptimizer, bindVertexData, gcn, initialise, loadDataset, OracleExecutor, vertexClassification, vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * const dataset = await loadDataset("reddit@1/512:fill", { seed: 1 });
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

  /**
   * Copies the inputs; nothing else is allocated before it is needed.
   *
   * @throws {UsageError} if the bindings do not fit the program.
   */
  constructor(program: Program, bindings: Bindings) {
    checkBindings(program, bindings);
    this.#program = program;
    this.#bindings = bindings;
    for (const [tensor, data] of bindings.inputs) this.#numbers.set(tensor, data.slice());
  }

  /**
   * Copies numbers into a tensor.
   *
   * @throws {UsageError} if there are not `rows x cols` of them, or the tensor is not of this program.
   */
  write(tensor: Tensor, data: HostNumbers): void {
    this.#requireOwn("write", tensor);
    const { label, rows, cols, kind } = tensor;
    if (data.length !== rows * cols) {
      throw new UsageError({
        action: `write "${label}"`,
        current: `${data.length} numbers`,
        wanted: `${rows} x ${cols}`,
        next: "pass the whole matrix, row-major",
      });
    }
    this.#numbers.set(tensor, kind === "input" ? data.slice() : Float64Array.from(data));
  }

  /**
   * A copy of a tensor's numbers; zeros where nothing has written them yet.
   *
   * @throws {UsageError} if the tensor is not of this program.
   */
  read(tensor: Tensor): Promise<HostNumbers> {
    this.#requireOwn("read", tensor);
    return Promise.resolve(this.#at(tensor).slice());
  }

  /** Runs a training step before it returns. */
  train(step: number): void {
    for (const each of this.#program.train) this.#run(each, step);
  }

  /** Computes the scores before it returns. */
  evaluate(): void {
    // No step of `evaluate` drops anything, so that the number of the step does not matter.
    for (const each of this.#program.evaluate) this.#run(each, 0);
  }

  /** Nothing is ever pending. */
  finish(): Promise<void> {
    return Promise.resolve();
  }

  /** Forgets all numbers. */
  close(): void {
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
    if (step.op === "adam") return this.#update(step, problem as AdamProblem);
    const [to] = outputsOf(step);
    const value = this.#at(to) as Float64Array;
    // An operation's problems are those of its steps; the registry has forgotten the type.
    const oracle = findOperation(step.op).oracle as Oracle<unknown>;
    const magnitude = new Float64Array(to.cols);
    for (let row = 0; row < to.rows; row++) {
      oracle.row(problem, row, value.subarray(row * to.cols, (row + 1) * to.cols), magnitude);
    }
  }

  #update(step: Step & { readonly op: "adam" }, problem: AdamProblem): void {
    const targets = outputsOf(step).map((tensor) => this.#at(tensor));
    for (let i = 0; i < targets[0].length; i++) {
      const entry = adamEntry(problem, i);
      for (let which = 0; which < targets.length; which++) targets[which][i] = entry[which];
    }
  }

  #requireOwn(verb: string, tensor: Tensor): void {
    if (this.#program.tensors[tensor.id] === tensor) return;
    throw new UsageError({
      action: `${verb} "${tensor.label}"`,
      current: "a tensor of another program",
      wanted: "one of the program that runs",
      next: "take tensors from the program that the executor was made for",
    });
  }
}
