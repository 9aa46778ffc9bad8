/**
 * The journal of a session: one line a finished comparison, written after its samples and rows are on the
 * disk. It vouches for them: what it has must be there, and what it does not have does not count.
 *
 * @module
 */
import { z } from "zod";
import { DataError } from "../platform/errors.ts";
import type { Row } from "./row.ts";
import { type Subject, subjectSchema } from "./subject.ts";

/** SHA-256 of a comparison's lines as they were appended, in UTF-8. */
export interface JournalDigest {
  /** Digest of the comparison's lines in rows.csv. */
  readonly rows: string;
  /** Digest of the comparison's lines in samples.csv. */
  readonly samples: string;
}

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
  /** How many samples were taken. */
  readonly samples: number;
  /** ISO 8601. */
  readonly finished: string;
  /** Absent in sessions from before it was written: those are known by their numbers of lines only. */
  readonly digest?: JournalDigest;
  /**
   * `false` where the samples were taken and then left out on purpose, so that samples.csv has none of them.
   */
  readonly samplesKept?: false;
}

const entrySchema = z.object({
  suite: z.string(),
  workload: z.string(),
  key: z.string(),
  subject: z.exactOptional(subjectSchema),
  attempt: z.int().positive(),
  rows: z.int().nonnegative(),
  samples: z.int().nonnegative(),
  finished: z.string(),
  digest: z.exactOptional(z.object({ rows: z.string(), samples: z.string() })),
  samplesKept: z.exactOptional(z.literal(false)),
}) satisfies z.ZodType<JournalEntry>;

/** Name of the journal in a session folder. */
export const JOURNAL_FILE = "journal.jsonl";

/**
 * The workload of a row's cell, `<suite>:<workload>:<contender>`; undefined where the cell is not of that
 * form.
 */
export function workloadOf(row: Pick<Row, "suite" | "cell" | "contender">): string | undefined {
  const { suite, cell, contender } = row;
  const [start, end] = [`${suite}:`, `:${contender}`];
  const fits = cell.length >= start.length + end.length && cell.startsWith(start) && cell.endsWith(end);
  return fits ? cell.slice(start.length, cell.length - end.length) : undefined;
}

/** How many samples of a comparison are in samples.csv. */
export function keptSamples({ samples, samplesKept }: JournalEntry): number {
  return samplesKept === false ? 0 : samples;
}

/** A journal's text as entries. */
export interface JournalLines {
  /** In the order of the file. */
  readonly entries: readonly JournalEntry[];
  /** Line of each entry, from 1. */
  readonly lines: readonly number[];
  /** The text of all entries, each with its line end. */
  readonly whole: string;
  /** Number of the last line, where it is torn and no entry; absent else. */
  readonly torn?: number;
}

function parseEntry(line: string): JournalEntry | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "no JSON";
  }
  const parsed = entrySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue.path.join(".")}: ${issue.message}`;
}

/**
 * Reads a journal. Blank lines are skipped. A last line that only lacks its line end is an entry like the
 * others.
 *
 * @param path Names the file in errors.
 * @throws {DataError} A whole line is no entry; the place names it.
 */
export function readJournal(text: string, path: string): JournalLines {
  const entries: JournalEntry[] = [], lines: number[] = [];
  const all = text.split("\n");
  let torn: number | undefined;
  for (const [i, line] of all.entries()) {
    if (line.trim() === "") continue;
    const entry = parseEntry(line);
    if (typeof entry !== "string") {
      entries.push(entry);
      lines.push(i + 1);
    } else if (i === all.length - 1) {
      torn = i + 1;
    } else {
      throw new DataError({ file: path, line: i + 1 }, {
        current: entry,
        wanted: "a finished comparison as JSON",
        next: "restore the file from a copy; its rows are those that follow in rows.csv",
      });
    }
  }
  const whole = torn === undefined ? text : text.slice(0, text.lastIndexOf("\n") + 1);
  return {
    entries,
    lines,
    whole: whole === "" || whole.endsWith("\n") ? whole : `${whole}\n`,
    ...(torn === undefined ? {} : { torn }),
  };
}
