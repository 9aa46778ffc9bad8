/**
 * Outcome of a comparison, as the session's store takes it.
 *
 * @module
 */
import type { OthersLoad } from "../../../results/others_load.ts";
import type { NewRow, NewSample } from "../../../results/store/store.ts";

/** Rows and samples of a finished comparison. */
export interface ComparisonOutcome {
  /** Rows of every contender, failed or not, and of the sentinel where something was timed. */
  readonly rows: readonly NewRow[];
  /** Every timed sample. */
  readonly samples: readonly NewSample[];
  /** Seconds of the checks after timing; absent where the runner timed nothing. */
  readonly checkSeconds?: number;
  /** Load of other programs meanwhile; absent where it reaches no times, or nothing tells it. */
  readonly othersLoad?: OthersLoad;
}
