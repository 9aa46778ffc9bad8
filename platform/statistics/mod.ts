/**
 * Statistics of small samples of timings: robust summaries, seeded intervals, exact tests. One function a
 * file; every result is a plain number, and none of them throws for a sample that is empty or holds NaN.
 *
 * @module
 */
export { binomialUpperTail } from "./binomial.ts";
export {
  bootstrapInterval,
  type BootstrapOptions,
  clusterBootstrapInterval,
  type Interval,
} from "./bootstrap.ts";
export { type Equivalence, equivalenceTest } from "./equivalence.ts";
export { holmAdjust } from "./holm.ts";
export { medianAbsoluteDeviation } from "./mad.ts";
export { type MannWhitney, mannWhitney } from "./mann_whitney.ts";
export { median, quantile } from "./median.ts";
export { normalUpperTail } from "./normal.ts";
export { type PairedRound, type RatioSummary, summarizeRatios } from "./ratio.ts";
export { type Alternative, type SignTest, signTest } from "./sign_test.ts";
