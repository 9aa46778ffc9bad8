/**
 * Comparison of a program's gradients with central finite differences, in float64.
 *
 * @module
 */
import assert from "node:assert/strict";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Executor } from "../../training/executors/executor.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { Tensor } from "../../training/program/tensor.ts";

/**
 * Step of the differences, at which rounding of the loss and its curvature are both below 1e-9 of a gradient.
 */
const STRIDE = 1e-5;
/** Training step whose dropout masks are held fixed. */
const STEP = 3;

type AdamStep = Step & { readonly op: "adam" };

/** Steps `adam` of a program: parameters with their gradients and weight decay. */
export function adamSteps(program: Program): readonly AdamStep[] {
  return program.train.filter((step): step is AdamStep => step.op === "adam");
}

/** Draws random numbers for every parameter, all away from 0, biases too. */
export function randomParameters(program: Program, seed = 1): Map<Tensor, Float64Array> {
  const stream = new RandomStream(seed, "gradient check");
  return new Map(program.parameters.map(({ tensor }) => [
    tensor,
    Float64Array.from({ length: tensor.rows * tensor.cols }, () => stream.normal() * 0.7),
  ]));
}

/**
 * Runs one training step from given parameters and moments of 0; returns its loss and, by label, the
 * gradients derived from the moments.
 */
export async function gradientsOf(
  executor: Executor,
  program: Program,
  parameters: ReadonlyMap<Tensor, Float64Array>,
): Promise<{ readonly loss: number; readonly gradients: ReadonlyMap<Tensor, Float64Array> }> {
  for (const [tensor, numbers] of parameters) executor.write(tensor, numbers);
  const steps = adamSteps(program);
  for (const { firstMoment, secondMoment } of steps) {
    for (const moment of [firstMoment, secondMoment]) {
      executor.write(moment, new Float64Array(moment.rows * moment.cols));
    }
  }
  executor.train(STEP);
  const [loss] = await executor.read(program.loss);
  const gradients = new Map<Tensor, Float64Array>();
  for (const { parameter, firstMoment, constants } of steps) {
    // First moment m = (1 - beta1) g, with weight decay in g, since the moment began as 0.
    const moment = Float64Array.from(await executor.read(firstMoment));
    gradients.set(parameter, moment.map((m) => m / (1 - constants.beta1)));
  }
  return { loss, gradients };
}

/**
 * Asserts that finite differences of the loss by every parameter entry match the gradients: the norm of the
 * difference is at most 1e-6 of the norm, which is not 0.
 */
export async function assertGradients(executor: Executor, program: Program): Promise<void> {
  const parameters = randomParameters(program);
  const { gradients } = await gradientsOf(executor, program, parameters);
  assert.ok(gradients.size > 0, "nothing is learned");
  for (const { parameter, constants: { weightDecay } } of adamSteps(program)) {
    const numbers = parameters.get(parameter)!;
    const given = gradients.get(parameter)!;
    let apart = 0, norm = 0;
    for (let i = 0; i < numbers.length; i++) {
      const lossAt = async (value: number) => {
        const moved = Float64Array.from(numbers);
        moved[i] = value;
        const { loss } = await gradientsOf(executor, program, new Map(parameters).set(parameter, moved));
        return loss + weightDecay / 2 * sumOf(moved, (p) => p * p);
      };
      const at = numbers[i];
      const slope = (await lossAt(at + STRIDE) - await lossAt(at - STRIDE)) / (2 * STRIDE);
      apart += (slope - given[i]) ** 2;
      norm += slope ** 2;
    }
    assert.ok(Math.sqrt(norm) > 1e-4, `${parameter.label}: a gradient of ${Math.sqrt(norm)} proves nothing`);
    const error = Math.sqrt(apart / norm);
    assert.ok(error < 1e-6, `${parameter.label}: off by ${error} of the gradient`);
  }
}
