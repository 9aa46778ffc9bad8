/**
 * Adam optimizer.
 *
 * @module
 */
import type { AdamConstants } from "../../kernels/adam/adam.ts";
import { UsageError } from "../../platform/errors.ts";
import type { Optimizer } from "./optimizer.ts";

/**
 * Default constants: a learning rate of 0.01, as in the papers' programs, and Kingma and Ba's other
 * constants; no weight decay.
 */
export const ADAM_DEFAULTS: AdamConstants = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
};

function checkConstants(constants: AdamConstants): void {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = constants;
  const require = (holds: boolean, current: string, wanted: string) => {
    if (holds) return;
    throw new UsageError({
      action: "make an Adam optimizer",
      current,
      wanted,
      next: "leave the constant out for its usual value",
    });
  };
  require(
    learningRate > 0 && learningRate < Infinity,
    `a learning rate of ${learningRate}`,
    "a number above 0",
  );
  require(beta1 >= 0 && beta1 < 1, `beta1 of ${beta1}`, "a number from 0 up to, but without, 1");
  require(beta2 >= 0 && beta2 < 1, `beta2 of ${beta2}`, "a number from 0 up to, but without, 1");
  require(epsilon > 0 && epsilon < Infinity, `an epsilon of ${epsilon}`, "a number above 0");
  require(weightDecay >= 0 && weightDecay < Infinity, `a weight decay of ${weightDecay}`, "a number from 0");
}

/**
 * Creates an Adam optimizer (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015,
 * algorithm 1). Weight decay is an L2 penalty, added to the gradient of those parameters whose layers enable
 * it.
 *
 * @throws {UsageError} for constants out of range.
 * @example
 * ```ts
 * import { adamOptimizer } from "gnn-repro/training";
 * if (adamOptimizer({ weightDecay: 5e-4 }).label !== "adam") throw new Error("the layer of its steps");
 * ```
 */
export function adam(given: Partial<AdamConstants> = {}): Optimizer {
  const constants: AdamConstants = { ...ADAM_DEFAULTS, ...given };
  checkConstants(constants);
  return {
    label: "adam",
    update(steps, learned) {
      for (const { parameter, gradient, decays } of learned) {
        const moment = (name: string) => steps.tensor("moment", `${name} of ${parameter.label}`, parameter);
        steps.write({
          op: "adam",
          parameter,
          gradient,
          firstMoment: moment("first moment"),
          secondMoment: moment("second moment"),
          constants: decays ? constants : { ...constants, weightDecay: 0 },
        });
      }
    },
  };
}
