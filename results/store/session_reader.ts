/**
 * Reader of sessions: everything that counts, from a folder that a run may be writing, or from an archive.
 *
 * @module
 */
import { MissingError } from "../../platform/errors.ts";
import { JOURNAL_FILE, type JournalEntry } from "./journal.ts";
import { recover, type Recovered, recoverRowsOnly, ShortJournalError, type StoredBytes } from "./recovery.ts";
import type { ClaimRow, ComparisonRow, Row, Sample } from "../row.ts";
import type { SessionDocument } from "./session_document.ts";
import { parseSessionDocument, SESSION_FILE } from "./session_schema.ts";
import { openSource, type SessionSource } from "./session_source.ts";
import { parseTable } from "./table_parser.ts";
import { CLAIMS, COMPARISONS, ROWS, SAMPLES, type Table } from "./tables.ts";

/** Everything that a session holds. */
export interface SessionContents {
  /** Session document: everything about the run except rows. */
  readonly document: SessionDocument;
  /** Finished comparisons in the order in which they finished, all attempts. */
  readonly journal: readonly JournalEntry[];
  /** Rows of all attempts. */
  readonly rows: readonly Row[];
  /** Samples of all attempts of finished comparisons. */
  readonly samples: readonly Sample[];
  /** Published numbers beside measured ones, as last judged. */
  readonly comparisons: readonly ComparisonRow[];
  /** Claims with their verdicts, as last judged. */
  readonly claims: readonly ClaimRow[];
}

/** Options of {@linkcode readSession}. */
export interface ReadOptions {
  /** Receives a sentence on each line that does not count; standard error by default. */
  readonly remark?: (text: string) => void;
}

/** Greatest number of readings of a session that a run is writing. */
const MOST_READINGS = 3;

/**
 * Reads the files that grow, and reads them again where a run has written two comparisons or more in between.
 */
async function untilSteady<T>(
  source: SessionSource,
  read: (file: (path: string) => Promise<Uint8Array>) => Promise<T>,
) {
  const file = async (path: string) => await source.read(path) ?? new Uint8Array();
  for (let reading = 1;; reading++) {
    try {
      return await read(file);
    } catch (error) {
      if (!(error instanceof ShortJournalError) || reading === MOST_READINGS) throw error;
    }
  }
}

/**
 * Reads the files that grow, the journal first: everything that an entry requires was written before the
 * entry.
 */
async function storedRows(
  file: (path: string) => Promise<Uint8Array>,
): Promise<Omit<StoredBytes, "samples">> {
  const journal = await file(JOURNAL_FILE);
  return { journal, rows: await file(ROWS.file) };
}

/**
 * Reads finished comparisons with their rows and samples.
 *
 * @throws {DataError} A file is damaged, or shorter than the journal requires.
 */
export function readFinished(source: SessionSource): Promise<Recovered> {
  return untilSteady(source, async (file) => {
    const stored = await storedRows(file);
    return recover({ ...stored, samples: await file(SAMPLES.file) }, source.path);
  });
}

/**
 * Reads finished comparisons with their rows, without the samples: sites read many sessions.
 *
 * @throws {DataError} The journal or rows.csv is damaged, or rows.csv is shorter than the journal requires.
 */
export function readFinishedRows(source: SessionSource): Promise<Omit<Recovered, "samples">> {
  return untilSteady(source, async (file) => recoverRowsOnly(await storedRows(file), source.path));
}

/**
 * Reads the session document; undefined where there is none.
 *
 * @throws {DataError} The document has another schema or is damaged.
 */
export async function readSessionDocument(source: SessionSource): Promise<SessionDocument | undefined> {
  const bytes = await source.read(SESSION_FILE);
  return bytes && parseSessionDocument(new TextDecoder().decode(bytes), `${source.path}/${SESSION_FILE}`);
}

/**
 * Reads all rows of a table as they stand, whatever the journal says of them; none where there is no such
 * file.
 *
 * @throws {DataError} The file is damaged.
 */
export async function readTable<T>(source: SessionSource, table: Table<T>): Promise<T[]> {
  const bytes = await source.read(table.file);
  return bytes ? parseTable(table, new TextDecoder().decode(bytes), `${source.path}/${table.file}`) : [];
}

/** Error for a path without a session. */
export function noSession(path: string): MissingError {
  return new MissingError({
    action: `open session ${JSON.stringify(path)}`,
    current: `no ${SESSION_FILE}`,
    wanted: "a folder that a run has written, or an archive of one",
    next: "name another session, or start one with repro",
  });
}

/**
 * Reads a session without locking it, as reports do; a run may be writing it at the same time. Changes
 * nothing: the remains of a killed run are skipped and named, not removed.
 *
 * @param path Path of the session's folder or archive.
 * @throws {MissingError} There is no session of that path.
 * @throws {DataError} The session has another schema, or one of its files is damaged or shorter than the
 * journal requires.
 */
export async function readSession(path: string, options: ReadOptions = {}): Promise<SessionContents> {
  const { remark = console.error } = options;
  const source = await openSource(path);
  const document = await readSessionDocument(source);
  if (!document) throw noSession(path);
  const { entries, rows, samples, remarks } = await readFinished(source);
  const comparisons = await readTable(source, COMPARISONS);
  const claims = await readTable(source, CLAIMS);
  for (const text of remarks) remark(text);
  return { document, journal: entries, rows, samples, comparisons, claims };
}
