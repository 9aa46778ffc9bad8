/**
 * Recovery of a session's files after a run was killed. A cut append leaves a torn last line, or complete
 * last lines of one comparison that the journal does not have: these lines are dropped and named. Any other
 * damage is an error, and then nothing is dropped.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { DataError } from "../../platform/errors.ts";
import { JOURNAL_FILE, type JournalEntry, keptSamples, readJournal, workloadOf } from "./journal.ts";
import type { Row, Sample } from "../row.ts";
import { readRecords, type TableRecords } from "./table_reader.ts";
import { headerLine, ROWS, SAMPLES, type Table } from "./tables.ts";
import { plural } from "../../platform/text/plural.ts";

/** The three files of a session that grow by appending. */
export interface StoredBytes {
  /** Content of rows.csv. */
  readonly rows: Uint8Array;
  /** Content of samples.csv. */
  readonly samples: Uint8Array;
  /** Content of journal.jsonl. */
  readonly journal: Uint8Array;
}

/** The part of a session's files that counts. */
export interface Recovered {
  /** Finished comparisons, in the order in which they finished. */
  readonly entries: JournalEntry[];
  /** Rows of those comparisons. */
  readonly rows: Row[];
  /** Samples of those comparisons. */
  readonly samples: Sample[];
  /** Descriptions of dropped lines, a sentence each. */
  readonly remarks: string[];
  /** Repaired texts of the files whose content differs from what counts. */
  readonly repairs: Partial<Record<keyof StoredBytes, string>>;
}

/** Error for rows of several comparisons after the journal's last: a writer may have continued meanwhile. */
export class ShortJournalError extends DataError {}

const RESTORE = "restore the file from a copy: nothing was changed";

/** Key of a comparison's attempt, without collisions. */
function identity(suite: string, workload: string, attempt: number): string {
  return JSON.stringify([suite, workload, attempt]);
}

const ofEntry = ({ suite, workload, attempt }: JournalEntry) => identity(suite, workload, attempt);
const ofRow = (row: Row) => identity(row.suite, workloadOf(row) ?? "", row.attempt);
const ofSample = ({ cell, attempt }: Sample) => `${cell}\n${attempt}`;
const attemptText = ({ suite, workload, attempt }: JournalEntry) =>
  `${suite}:${workload}, attempt ${attempt}`;

/** Check of one table against the journal. */
interface Vouching<T> {
  readonly table: Table<T>;
  readonly path: string;
  /** A record in one word. */
  readonly noun: string;
  /** Number of records of an entry. */
  readonly count: (entry: JournalEntry) => number;
  /** Digest of an entry's records; undefined where the journal has none. */
  readonly digest: (entry: JournalEntry) => string | undefined;
  /** Function that tells whether a record belongs to an entry. */
  readonly belongingTo: (entry: JournalEntry) => (record: T) => boolean;
  /** Key that distinguishes the records of one cell or comparison from others. */
  readonly key: (record: T) => string;
}

/** Error for a record that differs from the journal's. */
function misfit<T>(
  { lines, rows, torn }: TableRecords<T>,
  { path, noun, count }: Vouching<T>,
  { at, k, entry }: { readonly at: number; readonly k: number; readonly entry: JournalEntry },
): DataError {
  const line = lines[at + k] ?? torn?.line ?? (lines.at(-1) ?? 0) + 1;
  const current = at + k < rows.length
    ? "a line of another comparison"
    : torn === undefined
    ? "the end of the file"
    : torn.quoted
    ? "a quote that is not closed up to the end of the file"
    : "a torn last line";
  const wanted = `${noun} ${k + 1} of ${count(entry)} of ${attemptText(entry)}, as ${JOURNAL_FILE} has it`;
  return new DataError({ file: path, line }, { current, wanted, next: RESTORE });
}

/** Number of records that the journal requires; they come first, in its order. */
function countVouched<T>(
  records: TableRecords<T>,
  entries: readonly JournalEntry[],
  vouching: Vouching<T>,
): number {
  const { text, rows, lines, starts, ends } = records;
  let at = 0;
  for (const entry of entries) {
    const wanted = vouching.count(entry), own = rows.slice(at, at + wanted);
    const belongs = vouching.belongingTo(entry), stray = own.findIndex((row) => !belongs(row));
    const k = stray < 0 ? own.length : stray;
    if (k < wanted) throw misfit(records, vouching, { at, k, entry });
    const sum = wanted === 0 ? undefined : vouching.digest(entry);
    if (sum !== undefined && sha256(text.slice(starts[at], ends[at + wanted - 1])) !== sum) {
      throw new DataError({ file: vouching.path, line: elementOf(lines, at) }, {
        current: `${plural(wanted, "line")} from there on, other than those that the run wrote`,
        wanted: `the lines of ${attemptText(entry)} with SHA-256 ${sum}`,
        next: RESTORE,
      });
    }
    at += wanted;
  }
  return at;
}

/**
 * Sentences on what follows the vouched records: whole records of a comparison that was not finished, a torn
 * line.
 */
function remarksOn<T>(records: TableRecords<T>, vouched: number, { path, key }: Vouching<T>): string[] {
  const { rows, lines, torn } = records;
  const remarks: string[] = [];
  const tail = rows.length - vouched;
  if (tail > 0) {
    const known = new Set(rows.slice(0, vouched).map(key));
    const stray = rows.findIndex((record, i) => i >= vouched && known.has(key(record)));
    if (stray >= 0) {
      throw new DataError({ file: path, line: elementOf(lines, stray) }, {
        current: "an extra line of a complete comparison",
        wanted: "lines of another comparison, or the end of the file",
        next: RESTORE,
      });
    }
    const lost = plural(tail, "whole line"), does = tail === 1 ? "does" : "do";
    const why = `${JOURNAL_FILE} does not have the comparison, so that it was not finished`;
    remarks.push(`${path}: ${lost} from line ${lines[vouched]} on ${does} not count: ${why}`);
  }
  if (torn !== undefined) {
    const cut = `it is torn after ${torn.length} characters`;
    remarks.push(`${path}: the last line, ${torn.line}, does not count: ${cut}`);
  }
  return remarks;
}

/** Records of the journal's comparisons, remarks on other records, and the text without them. */
function vouch<T>(
  records: TableRecords<T>,
  entries: readonly JournalEntry[],
  vouching: Vouching<T>,
): { rows: T[]; remarks: string[]; repair?: string } {
  const { text, rows, ends, header } = records;
  const vouched = countVouched(records, entries, vouching);
  const remarks = remarksOn(records, vouched, vouching);
  const end = vouched === 0 ? header : ends[vouched - 1];
  const repair = end === 0 ? headerLine(vouching.table) : text.slice(0, end);
  // Blank lines at the end are harmless: an append begins on a line of its own.
  const isWhole = text.startsWith(repair) && /^[\r\n]*$/.test(text.slice(repair.length));
  return { rows: rows.slice(0, vouched), remarks, ...(isWhole ? {} : { repair }) };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Rows of the comparisons in the journal. */
function recoverRows(text: string, entries: readonly JournalEntry[], path: string) {
  const records = readRecords(ROWS, text, path);
  const vouched = vouch(records, entries, {
    table: ROWS,
    path,
    noun: "row",
    count: ({ rows }) => rows,
    digest: ({ digest }) => digest?.rows,
    belongingTo: (entry) => {
      const identity = ofEntry(entry);
      return (row) => ofRow(row) === identity;
    },
    key: ofRow,
  });
  const tail = records.rows.slice(vouched.rows.length);
  const unfinished = new Set(tail.map(ofRow));
  if (unfinished.size > 1) {
    throw new ShortJournalError({ file: path, line: elementOf(records.lines, vouched.rows.length) }, {
      current: `rows of ${plural(unfinished.size, "comparison")} that ${JOURNAL_FILE} does not have`,
      wanted: "rows of at most one such comparison, which a killed run leaves",
      next: `restore ${JOURNAL_FILE} from a copy: nothing was changed`,
    });
  }
  checkUnique(vouched.rows, entries, { path, lines: records.lines });
  return vouched;
}

/** Checks sessions without digests: a repeated line has replaced another one. */
function checkUnique(
  rows: readonly Row[],
  entries: readonly JournalEntry[],
  { path, lines }: { readonly path: string; readonly lines: readonly number[] },
): void {
  let at = 0;
  for (const entry of entries) {
    const seen = new Set<string>();
    const own = entry.digest === undefined ? rows.slice(at, at + entry.rows) : [];
    for (const [i, { cell, metric }] of own.entries()) {
      seen.add(`${cell}\n${metric}`);
      if (seen.size > i) continue;
      throw new DataError({ file: path, line: elementOf(lines, at + i) }, {
        current: `metric ${JSON.stringify(metric)} of cell ${JSON.stringify(cell)} once more`,
        wanted: "each metric of a cell once an attempt",
        next: RESTORE,
      });
    }
    at += entry.rows;
  }
}

function recoverSamples(text: string, entries: readonly JournalEntry[], rows: readonly Row[], path: string) {
  let at = 0;
  const cells = new Map(entries.map((entry) => {
    const own = rows.slice(at, at + entry.rows);
    at += entry.rows;
    return [entry, new Set(own.map(({ cell }) => cell))];
  }));
  return vouch(readRecords(SAMPLES, text, path), entries, {
    table: SAMPLES,
    path,
    noun: "sample",
    count: keptSamples,
    digest: ({ digest }) => digest?.samples,
    belongingTo: (entry) => ({ cell, attempt }) => attempt === entry.attempt && cells.get(entry)!.has(cell),
    key: ofSample,
  });
}

function recoverJournal(bytes: Uint8Array, path: string) {
  const text = decode(bytes);
  const { entries, lines, whole, torn } = readJournal(text, path);
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    seen.add(ofEntry(entry));
    if (seen.size > i) continue;
    throw new DataError({ file: path, line: elementOf(lines, i) }, {
      current: `${attemptText(entry)} once more`,
      wanted: "each attempt of a comparison once",
      next: RESTORE,
    });
  }
  const remarks = torn === undefined ? [] : [`${path}: the last line, ${torn}, does not count: it is torn`];
  return { entries: [...entries], remarks, ...(whole === text ? {} : { repair: whole }) };
}

/**
 * Finds what counts in a session's files.
 *
 * @param session Path of the session, for messages.
 * @throws {DataError} A file is shorter than the journal requires, or a line is damaged, belongs to another
 * comparison or differs from the line that the run wrote; the place names file and line.
 */
export function recover(bytes: StoredBytes, session: string): Recovered {
  const journal = recoverJournal(bytes.journal, `${session}/${JOURNAL_FILE}`);
  const { entries } = journal;
  const rows = recoverRows(decode(bytes.rows), entries, `${session}/${ROWS.file}`);
  const samples = recoverSamples(decode(bytes.samples), entries, rows.rows, `${session}/${SAMPLES.file}`);
  return {
    entries,
    rows: rows.rows,
    samples: samples.rows,
    remarks: [...samples.remarks, ...rows.remarks, ...journal.remarks],
    repairs: {
      ...(samples.repair === undefined ? {} : { samples: samples.repair }),
      ...(rows.repair === undefined ? {} : { rows: rows.repair }),
      ...(journal.repair === undefined ? {} : { journal: journal.repair }),
    },
  };
}

/** Finds the rows that count, without reading the samples: sites read many sessions. */
export function recoverRowsOnly(
  bytes: Omit<StoredBytes, "samples">,
  session: string,
): Omit<Recovered, "samples"> {
  const { entries, remarks } = recoverJournal(bytes.journal, `${session}/${JOURNAL_FILE}`);
  const rows = recoverRows(decode(bytes.rows), entries, `${session}/${ROWS.file}`);
  return { entries, rows: rows.rows, remarks: [...rows.remarks, ...remarks], repairs: {} };
}
