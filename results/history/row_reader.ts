/**
 * The rows that count of one of many sessions: its samples are not looked at.
 *
 * @module
 */
import type { Row } from "../row.ts";
import { readFinishedRows } from "../session_reader.ts";
import type { SessionSource } from "../session_source.ts";
import { lastAttempts } from "../store.ts";

/** Rows of a session, and what in its files does not count. */
export interface CurrentRows {
  /** Rows of finished comparisons, last attempts. */
  readonly rows: Row[];
  /** A sentence on each line that does not count. */
  readonly remarks: readonly string[];
}

/**
 * Reads the rows that count of a session. A run may be writing them meanwhile.
 *
 * @throws {DataError} The journal or rows.csv is of another schema, damaged, or shorter than the journal
 * vouches for.
 */
export async function readCurrentRows(source: SessionSource): Promise<CurrentRows> {
  const { rows, remarks } = await readFinishedRows(source);
  return { rows: lastAttempts(rows), remarks };
}
