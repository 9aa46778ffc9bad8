/**
 * Options of a measurement: its rounds, its budget, and who hears of its progress.
 *
 * @module
 */

/** Extent of a measurement. */
export interface MeasuringOptions {
  /** Seed of the order within each round and of the bootstrap. */
  readonly seed: number;
  /** Number of rounds needed for a verdict: 15 where a claim is decided, 3 for context. */
  readonly minRounds: number;
  /**
   * Number of rounds after which measuring ends, narrow or not. From `minRounds` on it ends at looks alone:
   * after 15, 23, 31 or 39 rounds.
   */
  readonly maxRounds: number;
  /**
   * Number of preparations, at least 1, over which the rounds are spread; each draws a new placement in
   * memory.
   */
  readonly preparations: number;
  /** Wall-clock budget of the whole comparison in milliseconds. */
  readonly budgetMs: number;
  /**
   * Milliseconds within which rounds past `minRounds` have to end to be begun; the whole budget by default.
   */
  readonly narrowingMs?: number;
  /** Relative half-width of the median's 95 % interval that counts as narrow. */
  readonly narrow: number;
  /**
   * Least milliseconds of a sample; by default those that the clock needs, {@linkcode SHORTEST_SAMPLE_MS}.
   */
  readonly sampleMs?: number;
  /** Ends the measurement before the next sample, warm-up or check; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Called after each round, for progress. */
  readonly onRound?: (round: number, planned: number) => void;
  /** Called before each phase of a contender; it must cost next to nothing. */
  readonly onPhase?: (contender: string, phase: "warm-up" | "sample" | "recheck") => void;
}
