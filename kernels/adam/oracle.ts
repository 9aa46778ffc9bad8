/**
 * The truth about an Adam step, in float64.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import { projectingRows } from "../row_projection.ts";
import type { AdamProblem } from "./adam.ts";

/**
 * Roundings along the way to a parameter, in units in the last place, at most: WGSL grants a division 2.5 and a square
 * root twice that; every other operation and constant has half a one.
 */
const TERMS = 16;

/** m and v after the step, and the gradient with its penalty. */
function moments(problem: AdamProblem, i: number): { g: number; m: number; v: number } {
  const { parameter, gradient, firstMoment, secondMoment, beta1, beta2, weightDecay } = problem;
  const g = gradient[i] + weightDecay * parameter[i];
  return {
    g,
    m: beta1 * firstMoment[i] + (1 - beta1) * g,
    v: beta2 * secondMoment[i] + (1 - beta2) * g * g,
  };
}

/** `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`: what undoes that the moments began as 0. */
export function adamCorrections(
  { beta1, beta2, step }: Pick<AdamProblem, "beta1" | "beta2" | "step">,
): readonly [first: number, second: number] {
  return [1 / (1 - beta1 ** step), 1 / (1 - beta2 ** step)];
}

/** Entry `i` (row-major) of the parameter and of both moments after the step. */
export function adamEntry(
  problem: AdamProblem,
  i: number,
): readonly [parameter: number, m: number, v: number] {
  const { parameter, learningRate, epsilon } = problem;
  const { m, v } = moments(problem, i);
  const [first, second] = adamCorrections(problem);
  return [parameter[i] - learningRate * m * first / (Math.sqrt(v * second) + epsilon), m, v];
}

/**
 * The parameter after the step. Its magnitude is that of the parameter and of the update, whose numerator sums three terms;
 * where the penalty cancels the gradient, what is left of g is uncertain by a share of both, and so is the root of v.
 */
export const adamOracle: Oracle<AdamProblem> = projectingRows<AdamProblem>({
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => TERMS,
  row(problem, row, value, magnitude) {
    const { parameter, gradient, firstMoment, cols, learningRate, beta1, beta2, epsilon, weightDecay } =
      problem;
    const [first, second] = adamCorrections(problem);
    for (let col = 0; col < cols; col++) {
      const i = row * cols + col;
      const { g, v } = moments(problem, i);
      const scale = learningRate * first / (Math.sqrt(v * second) + epsilon);
      const gTerms = Math.abs(gradient[i]) + Math.abs(weightDecay * parameter[i]);
      const mTerms = beta1 * Math.abs(firstMoment[i]) + (1 - beta1) * gTerms;
      const vDoubt = v > 0 ? (1 - beta2) * Math.abs(g) * gTerms / v : 0;
      value[col] = adamEntry(problem, i)[0];
      magnitude[col] = Math.abs(parameter[i]) + scale * mTerms * (1 + vDoubt);
    }
    return TERMS;
  },
});

/** The first moment (which = 1) or the second (which = 2) after the step. */
export function adamMomentOracle(which: 1 | 2): Oracle<AdamProblem> {
  // m sums beta1 m and the two parts of the gradient; v the squares of the same.
  const terms = which === 1 ? 3 : 5;
  const magnitudeAt = (problem: AdamProblem, i: number): number => {
    const { beta1, beta2, weightDecay, parameter, gradient, firstMoment, secondMoment } = problem;
    const steepest = Math.abs(gradient[i]) + weightDecay * Math.abs(parameter[i]);
    return which === 1
      ? beta1 * Math.abs(firstMoment[i]) + (1 - beta1) * steepest
      : beta2 * secondMoment[i] + (1 - beta2) * steepest ** 2;
  };
  return projectingRows<AdamProblem>({
    shape: ({ rows, cols }) => ({ rows, cols }),
    terms: () => terms,
    row(problem, row, value, magnitude) {
      for (let col = 0, i = row * problem.cols; col < problem.cols; col++, i++) {
        value[col] = adamEntry(problem, i)[which];
        magnitude[col] = magnitudeAt(problem, i);
      }
      return terms;
    },
  });
}
