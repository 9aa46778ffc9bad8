/**
 * Initial values of parameters: a function of seed, label and shape, the same on every backend.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";
import type { Program, ProgramParameter } from "../program/program.ts";
import type { Executor } from "./executor.ts";

/**
 * Draws the initial values of a parameter, row-major. `glorot` draws uniformly from +-sqrt(6 / (rows + cols))
 * (Glorot and Bengio, "Understanding the difficulty of training deep feedforward neural networks", AISTATS
 * 2010, equation 16).
 */
export function initialNumbers({ tensor, initialisation }: ProgramParameter, seed: number): Float32Array {
  const { label, rows, cols } = tensor;
  const numbers = new Float32Array(rows * cols);
  switch (initialisation) {
    case "zeros":
      return numbers;
    case "glorot": {
      const limit = Math.sqrt(6 / (rows + cols)), stream = new RandomStream(seed, `parameter ${label}`);
      for (let i = 0; i < numbers.length; i++) numbers[i] = limit * (2 * stream.uniform() - 1);
      return numbers;
    }
    default:
      throw initialisation satisfies never;
  }
}

/** Writes the initial values of every parameter; moments are not changed, they begin as 0. */
export function initialise(executor: Executor, program: Program, { seed }: { readonly seed: number }): void {
  for (const parameter of program.parameters) {
    executor.write(parameter.tensor, initialNumbers(parameter, seed));
  }
}
