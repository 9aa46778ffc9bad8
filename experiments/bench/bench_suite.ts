/**
 * Contract of a suite that the bench runs: one that says lines of the bench.
 *
 * @module
 */
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import type { BenchLine } from "./line.ts";

/** A suite with lines of the bench. */
export interface BenchSuite<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> extends Suite<W, C, M> {
  /** Lines that its rows fill in. */
  readonly bench: readonly BenchLine[];
}

/** Whether the bench runs a suite. */
export function isBenchSuite(suite: Suite): suite is BenchSuite {
  return "bench" in suite;
}
