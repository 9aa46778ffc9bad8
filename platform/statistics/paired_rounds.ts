/**
 * Ratios of two contenders whose samples are paired by the rounds in which both were measured.
 *
 * @module
 */
import { type PairedRound, type RatioSummary, summarizeRatios } from "./ratio.ts";

/** One sample of a contender. */
export interface RoundSample {
  /** Round of the comparison; samples of one round are paired. */
  readonly round: number;
  /** The preparation that the round ran on. */
  readonly preparation: number | string;
  /** Measurement, above zero. */
  readonly value: number;
}

/** Summarises ratios of two contenders' samples. Rounds that only one of them has do not count. */
export function pairRounds(
  numerator: readonly RoundSample[],
  denominator: readonly RoundSample[],
  seed: number,
): RatioSummary {
  return summarizeRatios(pairedRounds(numerator, denominator), { seed });
}

/** Pairs two contenders' samples by round. Rounds that only one of them has are left out. */
export function pairedRounds(
  numerator: readonly RoundSample[],
  denominator: readonly RoundSample[],
): PairedRound[] {
  const below = new Map(denominator.map((sample) => [sample.round, sample]));
  return numerator.flatMap(({ round, preparation, value }) => {
    const partner = below.get(round);
    return partner === undefined ? [] : [{ preparation, numerator: value, denominator: partner.value }];
  });
}
