/**
 * A session as its readers have it: everything that counts, from a folder that a run may be writing, or from
 * an archive.
 *
 * @module
 */
import { MissingError } from "../platform/errors.ts";
import { JOURNAL_FILE, type JournalEntry } from "./journal.ts";
import { recover, type Recovered, recoverRowsOnly, ShortJournalError, type StoredBytes } from "./recovery.ts";
import type { ClaimRow, ComparisonRow, Row, Sample } from "./row.ts";
import type { SessionDocument } from "./session_document.ts";
import { parseSessionDocument, SESSION_FILE } from "./session_schema.ts";
import { openSource, type SessionSource } from "./session_source.ts";
import { CLAIMS, COMPARISONS, parseTable, ROWS, SAMPLES, type Table } from "./tables.ts";

/** Everything that a session holds. */
export interface SessionContents {
  /** Everything about the run that is not a row. */
  readonly document: SessionDocument;
  /** Finished comparisons in the order in which they finished, all attempts. */
  readonly journal: readonly JournalEntry[];
  /** All attempts. */
  readonly rows: readonly Row[];
  /** All attempts, of finished comparisons only. */
  readonly samples: readonly Sample[];
  /** Published numbers beside measured ones, as last judged. */
  readonly comparisons: readonly ComparisonRow[];
  /** Claims with their verdicts, as last judged. */
  readonly claims: readonly ClaimRow[];
}

/** How a session is read. */
export interface ReadOptions {
  /** Takes a sentence on each line that does not count; standard error unless told. */
  readonly remark?: (text: string) => void;
}

/** Readings of a session that a run goes on writing meanwhile. */
const MOST_READINGS = 3;

/** Reads the files that grow, again where a run has written two comparisons or more between two of them. */
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
 * The files that grow; the journal first: whatever it vouches for was written before it, also while a writer
 * goes on.
 */
async function storedRows(
  file: (path: string) => Promise<Uint8Array>,
): Promise<Omit<StoredBytes, "samples">> {
  const journal = await file(JOURNAL_FILE);
  return { journal, rows: await file(ROWS.file) };
}

/**
 * Finished comparisons with their rows and samples.
 *
 * @throws {DataError} A file is damaged, or shorter than the journal vouches for.
 */
export function readFinished(source: SessionSource): Promise<Recovered> {
  return untilSteady(source, async (file) => {
    const stored = await storedRows(file);
    return recover({ ...stored, samples: await file(SAMPLES.file) }, source.path);
  });
}

/**
 * Finished comparisons with their rows, without a look at the samples: sites read many sessions.
 *
 * @throws {DataError} The journal or rows.csv is damaged, or shorter than the journal vouches for.
 */
export function readFinishedRows(source: SessionSource): Promise<Omit<Recovered, "samples">> {
  return untilSteady(source, async (file) => recoverRowsOnly(await storedRows(file), source.path));
}

/**
 * The session document; undefined where there is none.
 *
 * @throws {DataError} It is of another schema, or not of its format.
 */
export async function readDocument(source: SessionSource): Promise<SessionDocument | undefined> {
  const bytes = await source.read(SESSION_FILE);
  return bytes && parseSessionDocument(new TextDecoder().decode(bytes), `${source.path}/${SESSION_FILE}`);
}

/**
 * Rows of a table that is replaced whole, such as comparison.csv; none where there is no such file.
 *
 * @throws {DataError} The file is not of its format.
 */
export async function readWhole<T>(source: SessionSource, table: Table<T>): Promise<T[]> {
  const bytes = await source.read(table.file);
  return bytes ? parseTable(table, new TextDecoder().decode(bytes), `${source.path}/${table.file}`) : [];
}

/** The error that says that there is no session. */
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
 * nothing: what a killed run left unfinished is skipped and named, not removed.
 *
 * @param path The session's folder or archive.
 * @throws {MissingError} There is no session of that path.
 * @throws {DataError} It is of another schema, or a file in it is damaged or shorter than its journal vouches
 * for.
 */
export async function readSession(path: string, options: ReadOptions = {}): Promise<SessionContents> {
  const { remark = console.error } = options;
  const source = await openSource(path);
  const document = await readDocument(source);
  if (!document) throw noSession(path);
  const { entries, rows, samples, remarks } = await readFinished(source);
  const comparisons = await readWhole(source, COMPARISONS);
  const claims = await readWhole(source, CLAIMS);
  for (const text of remarks) remark(text);
  return { document, journal: entries, rows, samples, comparisons, claims };
}
