/**
 * The journal of a session: one line a finished comparison, written after the comparison's samples and rows
 * are on the disk. Rows and samples count only where the journal has their comparison, and a comparison in
 * the journal must be complete.
 *
 * @module
 */
import { z } from "zod";
import { elementOf } from "../../platform/lists/element_of.ts";
import { DataError } from "../../platform/errors.ts";
import type { OthersLoad } from "../others_load.ts";
import type { Row } from "../row.ts";
import { type Subject, subjectSchema } from "../subject.ts";

/** SHA-256 of a comparison's lines as they were appended, in UTF-8. */
export interface JournalDigest {
  /** Digest of the comparison's lines in rows.csv. */
  readonly rows: string;
  /** Digest of the comparison's lines in samples.csv. */
  readonly samples: string;
}

/** Key of a comparison that was refused before anything of it ran: its data or its memory was not there. */
export const REFUSED_KEY = "refused";

/** One finished comparison. */
export interface JournalEntry {
  /** Suite id. */
  readonly suite: string;
  /** Workload of the comparison, as in its cells. */
  readonly workload: string;
  /** Content key: a digest of everything that the comparison's result depends on. */
  readonly key: string;
  /** Part of the key that is the same on any device; absent in sessions of earlier versions. */
  readonly subject?: Subject;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /**
   * Number of the run that measured it, from 1: values that comparisons share, such as rounds of one loop,
   * are shared within a run. Absent in sessions of earlier versions and of try.html.
   */
  readonly run?: number;
  /** Number of rows of the comparison. */
  readonly rows: number;
  /** Number of samples taken. */
  readonly samples: number;
  /** Time of the end, ISO 8601. */
  readonly finished: string;
  /** Wall seconds of loading, checking and measuring; absent in sessions of earlier versions. */
  readonly seconds?: number;
  /** Seconds among them of the checks after timing; absent where nothing was timed by the runner. */
  readonly checkSeconds?: number;
  /**
   * Load of other programs meanwhile; absent where nothing was timed that it reaches, where the system does
   * not tell, and in sessions of earlier versions.
   */
  readonly othersLoad?: OthersLoad;
  /** Names of the tuned numbers that the comparison's plans asked for; absent where they asked for none. */
  readonly tuned?: readonly string[];
  /**
   * Digest of the comparison's lines; absent in sessions of earlier versions, which are checked by numbers of
   * lines only.
   */
  readonly digest?: JournalDigest;
  /** Absent where samples.csv has the samples; `false` where they were taken and then left out on purpose. */
  readonly samplesKept?: false;
}

const othersLoadSchema = z.object({
  busy: z.number().nonnegative(),
  processors: z.int().positive(),
  notable: z.number().positive(),
}) satisfies z.ZodType<OthersLoad>;

const entrySchema = z.object({
  suite: z.string(),
  workload: z.string(),
  key: z.string(),
  subject: z.exactOptional(subjectSchema),
  attempt: z.int().positive(),
  run: z.exactOptional(z.int().positive()),
  rows: z.int().nonnegative(),
  samples: z.int().nonnegative(),
  finished: z.string(),
  seconds: z.exactOptional(z.number().nonnegative()),
  checkSeconds: z.exactOptional(z.number().nonnegative()),
  othersLoad: z.exactOptional(othersLoadSchema),
  digest: z.exactOptional(z.object({ rows: z.string(), samples: z.string() })),
  tuned: z.exactOptional(z.array(z.string())),
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

/** Number of samples of a comparison in samples.csv. */
export function keptSamples({ samples, samplesKept }: JournalEntry): number {
  return samplesKept === false ? 0 : samples;
}

/** A journal's text as entries. */
export interface JournalLines {
  /** Entries in the order of the file. */
  readonly entries: readonly JournalEntry[];
  /** Line of each entry, from 1. */
  readonly lines: readonly number[];
  /** Text of all entries, each with its line end. */
  readonly whole: string;
  /** Number of the last line where it is torn and holds no entry; absent otherwise. */
  readonly torn?: number;
}

/** Fault of a line that is torn: no beginning of an entry is JSON. */
const NO_JSON = "no JSON";

function parseEntry(line: string): JournalEntry | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return NO_JSON;
  }
  const parsed = entrySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = elementOf(parsed.error.issues, 0);
  return `${issue.path.join(".")}: ${issue.message}`;
}

/**
 * Reads a journal. Blank lines are skipped. A last line that lacks only its line end is one like the others.
 *
 * @param path Name of the file in errors.
 * @throws {DataError} A line that is not torn is no entry; the place names the line.
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
    } else if (i === all.length - 1 && entry === NO_JSON) {
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
