/**
 * Ends of a comparison's rounds: by their number, or by its budget of time.
 *
 * @module
 */
import { looksBetween } from "../../platform/statistics/mod.ts";
import type { MeasuringOptions } from "./options.ts";

/** Rounds that one preparation of the plans takes. */
export interface PreparationRounds {
  /** Number of the preparation, from 0. */
  readonly preparation: number;
  /** Round before which the preparation ends at the latest. */
  readonly until: number;
  /** Whether no other preparation follows, so that its rounds may end at a look. */
  readonly isLast: boolean;
}

/** Limits of one comparison, whose time begins with their construction. */
export class RoundLimits {
  readonly #options: MeasuringOptions;
  readonly #looks: readonly number[];
  readonly #started = performance.now();

  /** Starts the clock of the budget. */
  constructor(options: MeasuringOptions) {
    this.#options = options;
    this.#looks = looksBetween(options.minRounds, options.maxRounds);
  }

  /** The preparations in order; the least rounds are spread over them evenly. */
  get preparations(): PreparationRounds[] {
    const { preparations, minRounds, maxRounds } = this.#options;
    const each = Math.ceil(minRounds / preparations);
    return Array.from({ length: preparations }, (_, preparation) => {
      const isLast = preparation === preparations - 1;
      return {
        preparation,
        isLast,
        until: isLast ? maxRounds : Math.min(maxRounds, (preparation + 1) * each),
      };
    });
  }

  /** Whether the budget ends the comparison before another round; the first one always runs. */
  endsBefore(round: number): boolean {
    return round > 0 && this.#elapsed > this.#options.budgetMs;
  }

  /** Whether the intervals are looked at before a round. */
  looksBefore(round: number, { isLast }: Pick<PreparationRounds, "isLast">): boolean {
    return isLast && this.#looks.includes(round);
  }

  /** Whether there is no time for the rounds up to the next look, if each takes as long as the last one. */
  isTooLateFor(round: number, roundMs: number): boolean {
    const { narrowingMs, budgetMs } = this.#options;
    const next = this.#looks.find((look) => look > round) ?? round;
    return this.#elapsed + (next - round) * roundMs > (narrowingMs ?? budgetMs);
  }

  /** Whether a round is sure to be its preparation's last, if it takes as long as the one before. */
  endsAfter(round: number, rounds: PreparationRounds, roundMs: number): boolean {
    return round + 1 === rounds.until || this.looksBefore(round + 1, rounds) ||
      this.#elapsed + roundMs > this.#options.budgetMs;
  }

  get #elapsed(): number {
    return performance.now() - this.#started;
  }
}
