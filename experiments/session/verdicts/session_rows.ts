/**
 * A session's rows as verdicts read them.
 *
 * @module
 */
import type { Row, Sample } from "../../../results/row.ts";
import type { JournalEntry } from "../../../results/store/journal.ts";

/** Rows and samples that a session has measured so far, with the conditions of the measurement. */
export interface SessionRows {
  /** Name of the session, copied into every row. */
  readonly session: string;
  /** Fixes the bootstrap's draws. */
  readonly seed: number;
  /** Rows of every cell's last attempt. */
  readonly rows: readonly Row[];
  /** Samples of the same attempts; ratios are paired from them. */
  readonly samples: readonly Sample[];
  /** Finished comparisons, which name the run that measured them; unknown when absent. */
  readonly journal?: readonly JournalEntry[];
  /** Half-width of the A/A run, as a ratio. */
  readonly smallestDifference: number;
  /** Milliseconds of a call that computes nothing; absent where it was not measured. */
  readonly callMs?: number;
  /** `wasm`, `x86` or `webgpu`. */
  readonly backend: string;
  /** `software` where a GPU is emulated, `none` on the CPU. */
  readonly adapterKind: Row["adapter_kind"];
  /** `smoke`, `standard` or `paper`; times of a smoke run decide no claim. */
  readonly profile: string;
}
