/**
 * Options of the tests of the measuring loop.
 *
 * @module
 */
import type { MeasuringOptions } from "../../../hardware/measuring/options.ts";

/** Thirteen rounds over three preparations, with time to spare. */
export const THIRTEEN_ROUNDS: MeasuringOptions = {
  seed: 1,
  minRounds: 13,
  maxRounds: 13,
  preparations: 3,
  budgetMs: 60_000,
  narrow: 0.01,
};
