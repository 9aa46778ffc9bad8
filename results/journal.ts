/**
 * The journal of a session: one line a finished comparison. Rows and samples that no line vouches for do not count, so
 * that a run that is killed at any instant leaves whole comparisons only.
 *
 * @module
 */
import { z } from "zod";
import { DataError } from "../platform/errors.ts";
import type { Row, Sample } from "./row.ts";
import { type Subject, subjectSchema } from "./subject.ts";
import { headerLine, parseTable, ROWS, SAMPLES, type Table } from "./tables.ts";

/** One finished comparison. */
export interface JournalEntry {
  /** Suite id. */
  readonly suite: string;
  /** The comparison's workload, as in its cells. */
  readonly workload: string;
  /** Content key: what the comparison's result depends on. */
  readonly key: string;
  /** Part of the key that any device shares; absent in sessions of earlier versions. */
  readonly subject?: Subject;
  /** From 1. */
  readonly attempt: number;
  /** How many rows it has. */
  readonly rows: number;
  /** How many samples it has. */
  readonly samples: number;
  /** ISO 8601. */
  readonly finished: string;
}

const entrySchema = z.object({
  suite: z.string(),
  workload: z.string(),
  key: z.string(),
  subject: z.exactOptional(subjectSchema),
  attempt: z.number(),
  rows: z.number(),
  samples: z.number(),
  finished: z.string(),
}) satisfies z.ZodType<JournalEntry>;

/** Name of the journal in a session folder. */
export const JOURNAL_FILE = "journal.jsonl";

/** What three files of a session hold. */
export interface StoredBytes {
  /** rows.csv. */
  readonly rows: Uint8Array;
  /** samples.csv. */
  readonly samples: Uint8Array;
  /** journal.jsonl. */
  readonly journal: Uint8Array;
}

/** What of them counts. */
export interface Recovered {
  /** Whole comparisons, in the order in which they finished. */
  readonly entries: JournalEntry[];
  /** Their rows. */
  readonly rows: Row[];
  /** Their samples. */
  readonly samples: Sample[];
  /** Files that hold more or less than this: a torn line, a missing header, or lines that do not count. */
  readonly damaged: (keyof StoredBytes)[];
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Bytes up to and with the last line end that is not within quotes. */
function completeRecords(bytes: Uint8Array): number {
  let quoted = false;
  let end = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
    else if (bytes[i] === LINE_FEED && !quoted) end = i + 1;
  }
  return end;
}

function readTable<T>(table: Table<T>, bytes: Uint8Array, folder: string): { rows: T[]; torn: boolean } {
  const end = completeRecords(bytes);
  const text = end === 0 ? headerLine(table) : new TextDecoder().decode(bytes.subarray(0, end));
  return {
    rows: parseTable(table, text, `${folder}/${table.file}`),
    torn: end !== bytes.length || end === 0,
  };
}

function readJournal(bytes: Uint8Array, folder: string): { entries: JournalEntry[]; torn: boolean } {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const lines = new TextDecoder().decode(bytes.subarray(0, end)).split("\n").slice(0, -1);
  const entries = lines.map((line, index) => {
    let current = "no JSON";
    try {
      const parsed = entrySchema.safeParse(JSON.parse(line));
      if (parsed.success) return parsed.data;
      current = `${parsed.error.issues[0].path.join(".")}: ${parsed.error.issues[0].message}`;
    } catch {
      // Not JSON; `current` says so.
    }
    throw new DataError({ file: `${folder}/${JOURNAL_FILE}`, line: index + 1 }, {
      current,
      wanted: "a finished comparison as JSON",
      next: "remove that line: its comparison is then run again",
    });
  });
  return { entries, torn: end !== bytes.length };
}

/** The workload of a row's cell, `<suite>:<workload>:<contender>`; undefined where the cell is not of that form. */
export function workloadOf(row: Pick<Row, "suite" | "cell" | "contender">): string | undefined {
  const { suite, cell, contender } = row;
  const [start, end] = [`${suite}:`, `:${contender}`];
  const fits = cell.length >= start.length + end.length && cell.startsWith(start) && cell.endsWith(end);
  return fits ? cell.slice(start.length, cell.length - end.length) : undefined;
}

/** One text for a comparison's attempt, without collisions. */
function identity(suite: string, workload: string, attempt: number): string {
  return JSON.stringify([suite, workload, attempt]);
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/**
 * What counts in a session's files, whatever was cut off their ends: a comparison counts if the journal has it and as
 * many of its rows and samples as the journal says are there.
 *
 * @throws {DataError} A whole line is not of its file's format, or the files are of another schema.
 */
export function recover(bytes: StoredBytes, folder: string): Recovered {
  const journal = readJournal(bytes.journal, folder);
  const rows = readTable(ROWS, bytes.rows, folder);
  const samples = readTable(SAMPLES, bytes.samples, folder);
  const ofRow = (row: Row) => identity(row.suite, workloadOf(row) ?? "", row.attempt);
  const comparisonOfCell = new Map(rows.rows.map((row) => [row.cell, row]));
  const ofSample = (sample: Sample) => {
    const row = comparisonOfCell.get(sample.cell);
    return row ? identity(row.suite, workloadOf(row) ?? "", sample.attempt) : "";
  };
  const rowCounts = countBy(rows.rows, ofRow);
  const sampleCounts = countBy(samples.rows, ofSample);
  const entries = journal.entries.filter((entry) => {
    const id = identity(entry.suite, entry.workload, entry.attempt);
    return (rowCounts.get(id) ?? 0) === entry.rows && (sampleCounts.get(id) ?? 0) === entry.samples;
  });
  const vouched = new Set(entries.map((entry) => identity(entry.suite, entry.workload, entry.attempt)));
  const keptRows = rows.rows.filter((row) => vouched.has(ofRow(row)));
  const keptSamples = samples.rows.filter((sample) => vouched.has(ofSample(sample)));
  const damaged: (keyof StoredBytes)[] = [];
  if (rows.torn || keptRows.length < rows.rows.length) damaged.push("rows");
  if (samples.torn || keptSamples.length < samples.rows.length) damaged.push("samples");
  if (journal.torn || entries.length < journal.entries.length) damaged.push("journal");
  return { entries, rows: keptRows, samples: keptSamples, damaged };
}
