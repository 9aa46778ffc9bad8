/**
 * Epochs of a training that its validation vertices choose, and what they cost.
 *
 * @module
 */
import type { AccuracyCurve } from "../../trials/accuracy_curves.ts";

/** A training as a user would stop it: after each epoch, the accuracy of the best parameters so far. */
export interface ChosenCurve {
  /**
   * Test accuracy in percent, after each epoch, of the epoch so far that is best on the validation vertices.
   */
  readonly test: readonly number[];
  /** Seconds to the end of each epoch: preparation, training, and what this harness prepares for a batch. */
  readonly seconds: readonly number[];
  /** Bytes that moved by the end of each epoch. */
  readonly bytes: readonly number[];
}

/** Takes after each epoch the parameters that are best on the validation vertices, of equals the first. */
export function chosenCurve(
  { test, validation, seconds, overheadSeconds, bytes, preparationSeconds }: AccuracyCurve,
): ChosenCurve {
  let best = 0;
  const chosen = validation.map((accuracy, epoch) => {
    if (accuracy > validation[best]) best = epoch;
    return test[best];
  });
  return {
    test: chosen,
    seconds: seconds.map((each, epoch) => preparationSeconds + each + overheadSeconds[epoch]),
    bytes,
  };
}

/** First epoch, from 0, after which the accuracy is at least the target; absent where none is. */
export function epochReaching({ test }: Pick<ChosenCurve, "test">, target: number): number | undefined {
  const epoch = test.findIndex((accuracy) => accuracy >= target);
  return epoch < 0 ? undefined : epoch;
}
