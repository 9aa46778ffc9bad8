/**
 * Everything that a folder of sessions has to say together: its sessions, histories, steps and claims.
 *
 * @module
 */
import { join } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import type { ClaimRow, ComparisonRow, Row } from "../row.ts";
import type { SessionDocument, SuiteText } from "../session_document.ts";
import { CLAIMS, COMPARISONS, parseTable, type Table } from "../tables.ts";
import { type Change, changesOf, latestFirst } from "./changes.ts";
import { HistoryBuilder, type Series } from "./history.ts";
import { readCurrentRows } from "./row_reader.ts";
import { listSessions, type UnreadableSession } from "./session_list.ts";
import type { StepRules } from "./step_detection.ts";
import { trackKey } from "./track.ts";

/** A session in a history. */
export interface SessionEntry {
  /** Path of its folder. */
  readonly folder: string;
  /** Its session.json. */
  readonly document: SessionDocument;
  /** Its claims as last judged. */
  readonly claims: readonly ClaimRow[];
  /** How many rows count. */
  readonly rows: number;
}

/** A suite with its histories. */
export interface SuiteHistory {
  /** As the latest session that ran it has it. */
  readonly suite: SuiteText;
  /** Histories, in the order in which they first appeared. */
  readonly series: readonly Series[];
  /** Steps of all of them, the latest first. */
  readonly changes: readonly Change[];
}

/** All sessions of a folder with what they show together. */
export interface SessionHistory {
  /** Oldest first. */
  readonly sessions: readonly SessionEntry[];
  /** In the order of the latest sessions. */
  readonly suites: readonly SuiteHistory[];
  /** Published numbers by `<track>\n<cell>`, as the latest session of each track joined them. */
  readonly published: ReadonlyMap<string, readonly ComparisonRow[]>;
  /** Folders that could not be read. */
  readonly unreadable: readonly UnreadableSession[];
}

async function readWhole<T>(folder: string, table: Table<T>): Promise<T[]> {
  const path = join(folder, table.file);
  try {
    return parseTable(table, await Deno.readTextFile(path), path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/**
 * Reads all sessions of a folder. One that cannot be read is left out and named.
 *
 * @param rules Of the step detection; its defaults unless told.
 */
export async function readHistory(root: string, rules: StepRules = {}): Promise<SessionHistory> {
  const listed = await listSessions(root);
  const unreadable = [...listed.unreadable];
  const builder = new HistoryBuilder();
  const sessions: SessionEntry[] = [];
  const read = async (folder: string) => {
    try {
      return { rows: await readCurrentRows(folder), claims: await readWhole(folder, CLAIMS) };
    } catch (error) {
      if (!(error instanceof ReproError)) throw error;
      return { reason: error.message };
    }
  };
  for (const { folder, document } of listed.sessions) {
    const contents: { rows?: Row[]; claims?: ClaimRow[]; reason?: string } = await read(folder);
    if (contents.rows === undefined) {
      unreadable.push({ folder, reason: contents.reason ?? "" });
      continue;
    }
    builder.add(document, contents.rows);
    sessions.push({ folder, document, claims: contents.claims ?? [], rows: contents.rows.length });
  }
  const texts = new Map<string, SuiteText>();
  for (const { document } of sessions.toReversed()) {
    for (const suite of document.suites) if (!texts.has(suite.id)) texts.set(suite.id, suite);
  }
  const documents = sessions.map(({ document }) => document);
  const bySuite = Map.groupBy(builder.series(), ({ head }) => head.suite);
  const suites = [...texts.values()].map((suite): SuiteHistory => {
    const series = bySuite.get(suite.id) ?? [];
    const changes = series.flatMap((each) => changesOf(each, { suite, sessions: documents }, rules));
    return { suite, series, changes: changes.sort(latestFirst) };
  });
  return { sessions, suites, published: await readPublished(sessions), unreadable };
}

async function readPublished(sessions: readonly SessionEntry[]): Promise<Map<string, ComparisonRow[]>> {
  const latest = new Map(sessions.map((entry) => [trackKey(entry.document), entry]));
  const published = new Map<string, ComparisonRow[]>();
  for (const { folder, document } of latest.values()) {
    const track = trackKey(document);
    const rows = (await readWhole(folder, COMPARISONS)).filter((row) => row.cell !== "");
    for (const [cell, own] of Map.groupBy(rows, (row) => row.cell)) published.set(`${track}\n${cell}`, own);
  }
  return published;
}
