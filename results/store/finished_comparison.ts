/**
 * A finished comparison as a session keeps it: lines of its rows and samples, and the line of the journal
 * that makes them count.
 *
 * @module
 */
import { webSha256 } from "../../platform/files/web_digest.ts";
import type { OthersLoad } from "../others_load.ts";
import { type Row, type Sample, SCHEMA } from "../row.ts";
import type { Subject } from "../subject.ts";
import type { JournalEntry } from "./journal.ts";
import { ROWS, SAMPLES, tableLines } from "./tables.ts";

/** A row without schema, session and attempt, which the store fills in. */
export type NewRow = Omit<Row, "schema" | "session" | "attempt">;

/** A sample without session and attempt, which the store fills in. */
export type NewSample = Omit<Sample, "session" | "attempt">;

/** Measurements of all contenders of one workload of a suite. */
export interface FinishedComparison {
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Workload id within the suite: `reddit:w128`. */
  readonly workload: string;
  /** Content key: a digest of everything that the result depends on. */
  readonly key: string;
  /** Part of the key that is the same on any device; absent where nothing was loaded. */
  readonly subject?: Subject;
  /** Wall seconds that it took; absent where nobody looked. */
  readonly seconds?: number;
  /** Seconds among them of the checks after timing; absent where nothing was timed by the runner. */
  readonly checkSeconds?: number;
  /** Load of other programs meanwhile; absent where nobody looked. */
  readonly othersLoad?: OthersLoad;
  /** Names of the tuned numbers that its plans asked for; none when absent. */
  readonly tuned?: readonly string[];
  /** Rows, at least one; their cells read `<suite>:<workload>:<contender>`. */
  readonly rows: readonly NewRow[];
  /** Samples of cells that `rows` names. */
  readonly samples: readonly NewSample[];
}

/** Rows, samples and texts of a finished comparison. */
export interface FinishedLines {
  /** Rows as written. */
  readonly rows: readonly Row[];
  /** Samples as written. */
  readonly samples: readonly Sample[];
  /** Their lines in rows.csv and samples.csv. */
  readonly lines: { readonly rows: string; readonly samples: string };
  /** Entry of the journal. */
  readonly entry: JournalEntry;
}

/** Completes a comparison's rows and samples by session and attempt, and formats them. */
export async function finishedLines(
  comparison: FinishedComparison,
  { session, attempt, run }: {
    readonly session: string;
    readonly attempt: number;
    /** Number of the run that measured it; unknown when absent. */
    readonly run?: number;
  },
): Promise<FinishedLines> {
  const { suite, workload, key, subject, seconds, checkSeconds, othersLoad, tuned = [] } = comparison;
  const rows = comparison.rows.map((row): Row => ({ ...row, schema: SCHEMA, session, attempt }));
  const samples = comparison.samples.map((sample): Sample => ({ ...sample, session, attempt }));
  const lines = { rows: tableLines(ROWS, rows), samples: tableLines(SAMPLES, samples) };
  const entry: JournalEntry = {
    suite,
    workload,
    key,
    ...(subject === undefined ? {} : { subject }),
    attempt,
    ...(run === undefined ? {} : { run }),
    rows: rows.length,
    samples: samples.length,
    finished: new Date().toISOString(),
    ...(seconds === undefined ? {} : { seconds }),
    ...(checkSeconds === undefined ? {} : { checkSeconds }),
    ...(othersLoad === undefined ? {} : { othersLoad }),
    ...(tuned.length > 0 && { tuned }),
    digest: { rows: await webSha256(lines.rows), samples: await webSha256(lines.samples) },
  };
  return { rows, samples, lines, entry };
}
