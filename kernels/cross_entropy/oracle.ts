/**
 * Oracles of classification losses and their gradients, in float64.
 *
 * The error bounds follow from the accuracy that WGSL requires: `exp(-d)` to 3 + 2 d units in the last place,
 * a division to 2.5 units, `log` to 3 units, or to 4 * 2^-23 for arguments near 1. So the magnitude of an
 * exponential is 1 + d times its value (`d exp(-d)` is at most 0.37), a logarithm of a sum from 1 up adds 1
 * to the magnitude, and eight terms stand for the constants. The WebAssembly functions are more accurate.
 * Softmax counts its classes twice: as exponentials, and as their error.
 *
 * A score that is not finite makes its row's loss NaN, so that a diverged training run is noticed; in the
 * gradient it makes NaN of its row with labels, and of its own entry with targets.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { CrossEntropyProblem } from "./cross_entropy.ts";

const CONSTANTS = 8;

/** Largest score of a row: NaN where a score is not finite. */
function largestScore({ logits, classes }: CrossEntropyProblem, row: number): number {
  let largest = -Infinity;
  for (let at = row * classes, end = at + classes; at < end; at++) {
    const score = logits[at];
    if (!Number.isFinite(score)) return NaN;
    if (score > largest) largest = score;
  }
  return largest;
}

/** Sum of exp(score - largest) over a row. */
function softmaxSum({ logits, classes }: CrossEntropyProblem, row: number, largest: number): number {
  let sum = 0;
  for (let at = row * classes, end = at + classes; at < end; at++) sum += Math.exp(logits[at] - largest);
  return sum;
}

function softmaxTerms({ classes }: CrossEntropyProblem): number {
  return 2 * classes + CONSTANTS;
}

/** Oracle of the loss of each row, `rows x 1`. */
export const crossEntropyOracle: Oracle<CrossEntropyProblem> = {
  shape: ({ rows }) => ({ rows, cols: 1 }),
  terms: softmaxTerms,
  row(problem, row, value, magnitude) {
    const { logits, classes, truth, weights } = problem;
    let loss = 0, terms = 0;
    if (truth.labels) {
      const largest = largestScore(problem, row);
      // Most vertices of a graph do not count in its loss.
      const sum = weights[row] === 0 ? 1 : softmaxSum(problem, row, largest);
      const behind = largest - logits[row * classes + truth.labels[row]];
      loss = behind + Math.log(sum);
      terms = loss + 1;
    } else {
      for (let c = 0; c < classes; c++) {
        const score = logits[row * classes + c], z = Number.isFinite(score) ? score : NaN;
        const distance = Math.abs(z);
        // The product is exact for targets 0 and 1, so that the difference cancels without rounding.
        const linear = Math.max(z, 0) - truth.targets[row * classes + c] * z;
        const curved = Math.log1p(Math.exp(-distance));
        loss += linear + curved;
        terms += Math.abs(linear) + (1 + distance) * curved;
      }
    }
    value[0] = weights[row] * loss;
    magnitude[0] = Math.abs(weights[row]) * terms;
    return softmaxTerms(problem);
  },
};

/** Oracle of the gradient of the sum of the losses with respect to the scores, `rows x classes`. */
export const crossEntropyGradientOracle: Oracle<CrossEntropyProblem> = {
  shape: ({ rows, classes }) => ({ rows, cols: classes }),
  terms: softmaxTerms,
  row(problem, row, value, magnitude) {
    const { logits, classes, truth, weights } = problem;
    const weight = weights[row], from = row * classes;
    const largest = truth.labels ? largestScore(problem, row) : NaN;
    if (weight === 0 && Number.isFinite(largest)) {
      value.fill(0);
      magnitude.fill(0);
      return softmaxTerms(problem);
    }
    const sum = truth.labels ? softmaxSum(problem, row, largest) : NaN;
    for (let c = 0; c < classes; c++) {
      const score = logits[from + c], z = Number.isFinite(score) ? score : NaN;
      let share: number, distance: number, target: number;
      if (truth.labels) {
        distance = largest - z;
        share = Math.exp(-distance) / sum;
        target = truth.labels[row] === c ? 1 : 0;
      } else {
        // The exponential is that of -|z|: where z is positive it has little weight, in the denominator
        // alone.
        distance = Math.max(-z, 0);
        share = 1 / (1 + Math.exp(-z));
        target = truth.targets![from + c];
      }
      value[c] = weight * (share - target);
      magnitude[c] = Math.abs(weight) * (share * (1 + distance) + Math.abs(target));
    }
    return softmaxTerms(problem);
  },
};
