/**
 * History of a folder of sessions: sessions, series of numbers, steps and claims.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { ClaimRow, ComparisonRow, Row, Verdict } from "../row.ts";
import type { SessionDocument, SuiteText } from "../store/session_document.ts";
import { readTable } from "../store/session_reader.ts";
import { openSource } from "../store/session_source.ts";
import { CLAIMS, COMPARISONS, type Table } from "../store/tables.ts";
import { type Change, changesOf, latestFirst } from "./changes.ts";
import { type HistorySeries, SeriesBuilder } from "./series.ts";
import { countLost, type LostCount } from "../lost_cells.ts";
import { readCurrentRows } from "./row_reader.ts";
import { listSessions, readingFailure, type UnreadableSession } from "./session_list.ts";
import type { StepRules } from "./step_detection.ts";
import { trackKey } from "./track.ts";

/** A session in a history. */
export interface SessionEntry {
  /** Path of the session's folder or archive. */
  readonly folder: string;
  /** Content of session.json. */
  readonly document: SessionDocument;
  /** Claims of the session, as stored or judged anew. */
  readonly claims: readonly ClaimRow[];
  /** Stored verdicts by claim where `claims` are judged anew; absent where these are the stored ones. */
  readonly then?: ReadonlyMap<string, Verdict>;
  /** Number of rows that count. */
  readonly rows: number;
  /** Cells that are wrong or failed. */
  readonly lost: LostCount;
}

/** A suite with the series of its numbers. */
export interface SuiteHistory {
  /** Text of the suite in the latest session that ran it. */
  readonly suite: SuiteText;
  /** Series, in the order in which they first appeared. */
  readonly series: readonly HistorySeries[];
  /** Steps in all of these series, the latest first. */
  readonly changes: readonly Change[];
}

/** All sessions of a folder with their combined series. */
export interface SessionHistory {
  /** Sessions, oldest first. */
  readonly sessions: readonly SessionEntry[];
  /** Suites in the order of the latest sessions. */
  readonly suites: readonly SuiteHistory[];
  /** Published numbers by `<track>\n<cell>`, as the track's latest session with the cell joined them. */
  readonly published: ReadonlyMap<string, readonly ComparisonRow[]>;
  /** Folders and archives that could not be read. */
  readonly unreadable: readonly UnreadableSession[];
  /** Parts of the listed sessions that could not be read or do not count. */
  readonly incomplete: readonly UnreadableSession[];
}

/** Readable parts of a session, and failures of the others. */
interface SessionParts {
  readonly rows: readonly Row[];
  readonly claims: readonly ClaimRow[];
  readonly published: readonly ComparisonRow[];
  readonly incomplete: readonly string[];
}

/**
 * Reads a session's rows and its tables of verdicts. An unreadable table is reported and leaves the rest
 * intact.
 */
async function readParts(folder: string): Promise<SessionParts> {
  const source = await openSource(folder);
  const { rows, remarks } = await readCurrentRows(source);
  const incomplete = [...remarks];
  const read = async <T>(table: Table<T>): Promise<T[]> => {
    try {
      return await readTable(source, table);
    } catch (error) {
      incomplete.push(readingFailure(error, `${folder}/${table.file}`));
      return [];
    }
  };
  const claims = await read(CLAIMS);
  const published = (await read(COMPARISONS)).filter(({ cell }) => cell !== "");
  return { rows, claims, published, incomplete };
}

/**
 * Reads all sessions of a folder, including archives. An unreadable session is left out and named.
 *
 * @param rules Rules of the step detection.
 */
export async function readHistory(root: string, rules: StepRules = {}): Promise<SessionHistory> {
  const listed = await listSessions(root);
  const unreadable = [...listed.unreadable];
  const builder = new SeriesBuilder();
  const sessions: SessionEntry[] = [];
  const incomplete: UnreadableSession[] = [];
  const published = new Map<string, readonly ComparisonRow[]>();
  for (const { folder, document } of listed.sessions) {
    try {
      const parts = await readParts(folder);
      builder.add(document, parts.rows);
      const lost = countLost(parts.rows);
      sessions.push({ folder, document, claims: parts.claims, rows: parts.rows.length, lost });
      const track = trackKey(document), joined = groupBy(parts.published, ({ cell }) => cell);
      for (const cell of new Set(parts.rows.map((row) => row.cell))) published.delete(`${track}\n${cell}`);
      for (const [cell, own] of joined) published.set(`${track}\n${cell}`, own);
      for (const reason of parts.incomplete) incomplete.push({ folder, reason });
    } catch (error) {
      unreadable.push({ folder, reason: readingFailure(error, folder) });
    }
  }
  const texts = new Map<string, SuiteText>();
  for (const { document } of sessions.toReversed()) {
    for (const suite of document.suites) if (!texts.has(suite.id)) texts.set(suite.id, suite);
  }
  const documents = sessions.map(({ document }) => document);
  const bySuite = groupBy(builder.series(), ({ head }) => head.suite);
  const suites = [...texts.values()].map((suite): SuiteHistory => {
    const series = bySuite.get(suite.id) ?? [];
    const changes = series.flatMap((each) => changesOf(each, { suite, sessions: documents }, rules));
    return { suite, series, changes: changes.sort(latestFirst) };
  });
  return { sessions, suites, published, unreadable, incomplete };
}
