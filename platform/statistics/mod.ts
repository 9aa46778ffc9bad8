/**
 * Statistics of small samples: robust summaries, seeded intervals, exact tests, correlations and fits. One
 * function a file; every result is plain numbers, and none of them throws for a sample that is empty or holds
 * NaN.
 *
 * @module
 */
export { binomialUpperTail } from "./binomial.ts";
export {
  bootstrapInterval,
  bootstrapMedianInterval,
  type BootstrapOptions,
  clusterBootstrapInterval,
  differenceBootstrapInterval,
  type Interval,
  strataBootstrapInterval,
} from "./bootstrap.ts";
export {
  type Correlation,
  correlationPValue,
  partialCorrelation,
  pearsonCorrelation,
} from "./correlation.ts";
export { geometricMeanRatio, type MeanRatio } from "./geometric_mean_ratio.ts";
export { holmAdjust } from "./holm.ts";
export { leastSquares, type LeastSquaresFit } from "./least_squares.ts";
export { FEWEST_ROUNDS, looksBetween, MOST_ROUNDS, sharedP } from "./looks.ts";
export { medianAbsoluteDeviation } from "./mad.ts";
export { type MannWhitney, mannWhitney } from "./mann_whitney.ts";
export { mean, standardDeviation } from "./mean.ts";
export { median, medianInPlace, quantile } from "./median.ts";
export { nonNegativeLeastSquares } from "./non_negative_least_squares.ts";
export { normalUpperTail } from "./normal.ts";
export { pairedRounds, pairRounds, type RoundSample } from "./paired_rounds.ts";
export { powerLawExponent } from "./power_law_exponent.ts";
export { preparedMedianInterval } from "./prepared_median_interval.ts";
export { rankCorrelation } from "./rank_correlation.ts";
export { type PairedRound, type RatioSummary, summarizeRatios } from "./ratio.ts";
export { type Alternative, type SignTest, signTest } from "./sign_test.ts";
export { studentTTwoSided } from "./student_t.ts";
