/**
 * The contract of an appendix to the findings: a table over all recorded sessions, where a sentence about one
 * of them would choose.
 *
 * @module
 */
import type { RecordedSession } from "./recorded_session.ts";

/** A section below the findings. */
export interface Appendix {
  /** Heading, without a mark. */
  readonly heading: string;
  /** Lines of Markdown below the heading; none where no session has the rows, which leaves it out. */
  write(sessions: readonly RecordedSession[]): readonly string[];
}
