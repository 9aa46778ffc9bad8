/**
 * Suites whose settings are texts: those that are yet to declare workloads, contenders and metrics as records of their own.
 *
 * @module
 */
import type { Contender, FactorTexts, Workload } from "./cell.ts";
import type { Metrics } from "./metrics.ts";
import type { Suite } from "./suite.ts";

/** A contender whose settings are texts. */
export interface TextContender extends Contender {
  readonly factors?: FactorTexts;
}

/** A workload whose settings are texts. */
export interface TextWorkload extends Workload {
  readonly factors: FactorTexts;
}

/** A suite over both. */
export type TextSuite = Suite<TextWorkload, TextContender, Metrics>;
