/**
 * A session's rows as verdicts read them, and the papers that it asked.
 *
 * @module
 */
import type { Row, Sample } from "../../../results/row.ts";
import type { JournalEntry } from "../../../results/store/journal.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import type { Paper } from "../../paper.ts";
import { publishedPapers } from "../../papers.ts";

/** Rows and samples that a session has measured so far, with the conditions of the measurement. */
export interface SessionRows {
  /** Name of the session, copied into every row. */
  readonly session: string;
  /** Fixes the bootstrap's draws. */
  readonly seed: number;
  /** Rows that count. */
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

/** Rows of a session as verdicts read them, under the conditions that its document states. */
export function sessionRows(
  { session, seed, profile, device: { backend, adapterKind }, calibration }: SessionDocument,
  measured: Pick<SessionRows, "rows" | "samples" | "journal">,
): SessionRows {
  const { smallestDifference = 0, callMs } = calibration ?? {};
  const conditions = { session, seed, profile, backend, adapterKind, smallestDifference };
  return { ...conditions, ...(callMs !== undefined && { callMs }), ...measured };
}

/** Papers with published numbers whose questions a session has asked. */
export function askedPapers({ suites }: Pick<SessionDocument, "suites">): readonly Paper[] {
  const asked = new Set(suites.map(({ paper }) => paper));
  return publishedPapers().filter(({ id }) => asked.has(id));
}
