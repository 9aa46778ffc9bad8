/**
 * Oracles of an Adam step, in float64.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { AdamProblem } from "./adam.ts";

/**
 * Upper bound of the rounding error of a parameter, in units in the last place. WGSL allows 2.5 units for a
 * division and twice that for a square root; every other operation and constant adds half a unit.
 */
const TERMS = 16;

/** Computes m and v after the step, and the gradient with its penalty. */
function moments(problem: AdamProblem, i: number): { g: number; m: number; v: number } {
  const { parameter, gradient, firstMoment, secondMoment, beta1, beta2, weightDecay } = problem;
  const g = gradient[i] + weightDecay * parameter[i];
  return {
    g,
    m: beta1 * firstMoment[i] + (1 - beta1) * g,
    v: beta2 * secondMoment[i] + (1 - beta2) * g * g,
  };
}

/**
 * Bias corrections `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`, which compensate for moments that start at 0.
 */
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
 * Oracle of the parameter after the step. The magnitude of an entry is that of the parameter plus that of the
 * update, whose numerator sums three terms. Where the penalty cancels the gradient, the remaining g has an
 * error relative to both terms, and so has the root of v.
 */
export const adamOracle: Oracle<AdamProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => TERMS,
  row(problem, row, value, magnitude) {
    const { parameter, gradient, firstMoment, cols, learningRate, beta1, beta2, epsilon, weightDecay } =
      problem;
    const [first, second] = adamCorrections(problem);
    for (let col = 0; col < cols; col++) {
      const i = row * cols + col;
      const { g, m, v } = moments(problem, i);
      const scale = learningRate * first / (Math.sqrt(v * second) + epsilon);
      const gTerms = Math.abs(gradient[i]) + Math.abs(weightDecay * parameter[i]);
      const mTerms = beta1 * Math.abs(firstMoment[i]) + (1 - beta1) * gTerms;
      const vDoubt = v > 0 ? (1 - beta2) * Math.abs(g) * gTerms / v : 0;
      value[col] = parameter[i] - scale * m;
      magnitude[col] = Math.abs(parameter[i]) + scale * mTerms * (1 + vDoubt);
    }
    return TERMS;
  },
};

/** Oracle of the first moment (which = 1) or the second (which = 2) after the step. */
export function adamMomentOracle(which: 1 | 2): Oracle<AdamProblem> {
  // m is a sum of beta1 m and the two parts of the gradient; v is a sum of the corresponding squares.
  const terms = which === 1 ? 3 : 5;
  const magnitudeAt = (problem: AdamProblem, i: number): number => {
    const { beta1, beta2, weightDecay, parameter, gradient, firstMoment, secondMoment } = problem;
    const steepest = Math.abs(gradient[i]) + weightDecay * Math.abs(parameter[i]);
    return which === 1
      ? beta1 * Math.abs(firstMoment[i]) + (1 - beta1) * steepest
      : beta2 * secondMoment[i] + (1 - beta2) * steepest ** 2;
  };
  return {
    shape: ({ rows, cols }) => ({ rows, cols }),
    terms: () => terms,
    row(problem, row, value, magnitude) {
      for (let col = 0, i = row * problem.cols; col < problem.cols; col++, i++) {
        const { m, v } = moments(problem, i);
        value[col] = which === 1 ? m : v;
        magnitude[col] = magnitudeAt(problem, i);
      }
      return terms;
    },
  };
}
