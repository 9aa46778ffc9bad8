/**
 * Parameters that all parts of a graph share, in host memory, with Adam on the sum of their gradients.
 *
 * @module
 */
import { adamEntry } from "../../kernels/adam/oracle.ts";
import type { Executor } from "../executors/executor.ts";
import { initialNumbers } from "../executors/initialisation.ts";
import { ADAM_DEFAULTS } from "../optimizers/adam.ts";
import type { ProgramParameter } from "../program/program.ts";

/** A parameter with its moments and the gradient of the current step. */
interface Learning {
  readonly rows: number;
  readonly cols: number;
  readonly parameter: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
  readonly gradient: Float32Array;
}

/** Parameters by label. */
export class HostParameters {
  readonly #all: ReadonlyMap<string, Learning>;

  /** Draws the initial values, the same as on a device. */
  constructor(parameters: readonly ProgramParameter[], seed: number) {
    this.#all = new Map(parameters.map((declared) => {
      const { tensor: { label, rows, cols } } = declared, zeros = () => new Float32Array(rows * cols);
      return [label, {
        rows,
        cols,
        parameter: initialNumbers(declared, seed),
        firstMoment: zeros(),
        secondMoment: zeros(),
        gradient: zeros(),
      }];
    }));
  }

  /** Adds a part's share to the gradient of a parameter. */
  add(label: string, share: Float32Array): void {
    const { gradient } = this.#all.get(label)!;
    for (let i = 0; i < gradient.length; i++) gradient[i] += share[i];
  }

  /** Updates all parameters by their gradients, which begin as 0 again. */
  update(step: number): void {
    for (const learning of this.#all.values()) {
      const { parameter, firstMoment, secondMoment, gradient } = learning;
      const problem = { ...ADAM_DEFAULTS, ...learning, step };
      for (let i = 0; i < parameter.length; i++) {
        [parameter[i], firstMoment[i], secondMoment[i]] = adamEntry(problem, i);
      }
      gradient.fill(0);
    }
  }

  /** Copies the values to a program's parameters of the same labels. */
  writeTo(executor: Executor, parameters: readonly ProgramParameter[]): void {
    for (const { tensor } of parameters) executor.write(tensor, this.#all.get(tensor.label)!.parameter);
  }
}
