/**
 * Early stopping: ends training after the validation scores have not improved for a while.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { SetScores } from "./metrics.ts";

/** Rule of early stopping. */
export interface EarlyStoppingRule {
  /** Number of evaluations without an improvement after which training ends. */
  readonly patience: number;
  /** Validation score to improve: `loss` falls, `accuracy` (or micro-F1) rises. */
  readonly watch: "loss" | "accuracy";
  /** Whether the parameters of the best evaluation are written back at the end; true by default. */
  readonly restoreBest?: boolean;
}

/**
 * Monitor of validation scores. Equal scores are no improvement, so that of several best evaluations the
 * first counts.
 *
 * @example
 * ```ts
 * import { EarlyStopping } from "gnn-repro/training";
 * const stopping = new EarlyStopping({ patience: 1, watch: "loss" });
 * const scores = [1.9, 1.5, 1.6].map((loss) => stopping.observe({ loss, accuracy: 0.4 }));
 * if (scores.join() !== "best,best,stop") throw new Error("the third is worse than the second");
 * ```
 */
export class EarlyStopping {
  readonly #rule: EarlyStoppingRule;
  #best = Infinity;
  #waited = 0;

  /**
   * Creates a monitor without observations.
   *
   * @throws {UsageError} for a patience that is not an integer above 0.
   */
  constructor(rule: EarlyStoppingRule) {
    if (!(Number.isInteger(rule.patience) && rule.patience >= 1)) {
      throw new UsageError({
        action: "stop training early",
        current: `a patience of ${rule.patience}`,
        wanted: "a whole number of evaluations, 1 or more",
        next: "leave early stopping out to train to the end",
      });
    }
    this.#rule = rule;
  }

  /**
   * Observes the next evaluation and classifies it: the best so far, one to wait after, or the one to stop
   * at.
   */
  observe(validation: SetScores): "best" | "wait" | "stop" {
    const cost = this.#rule.watch === "loss" ? validation.loss : -validation.accuracy;
    if (cost < this.#best) {
      this.#best = cost;
      this.#waited = 0;
      return "best";
    }
    this.#waited++;
    return this.#waited >= this.#rule.patience ? "stop" : "wait";
  }
}
