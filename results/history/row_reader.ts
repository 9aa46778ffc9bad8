/**
 * Reader of the rows that count in one of many sessions, without its samples.
 *
 * @module
 */
import type { Row } from "../row.ts";
import { readFinishedRows } from "../store/session_reader.ts";
import type { SessionSource } from "../store/session_source.ts";
import { countingRows } from "../store/counting_rows.ts";

/** Rows of a session, with remarks on lines that do not count. */
export interface CurrentRows {
  /** Rows that count, of finished comparisons. */
  readonly rows: Row[];
  /** Remarks, a sentence on each line that does not count. */
  readonly remarks: readonly string[];
}

/**
 * Reads the rows that count in a session. A run may be writing them meanwhile.
 *
 * @throws {DataError} The journal or rows.csv has another schema, is damaged, or is shorter than the
 * journal's entries.
 */
export async function readCurrentRows(source: SessionSource): Promise<CurrentRows> {
  const { rows, remarks } = await readFinishedRows(source);
  return { rows: countingRows(rows), remarks };
}
