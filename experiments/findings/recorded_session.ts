/**
 * A recorded session as findings read it: its rows by cell and metric.
 *
 * @module
 */
import type { Row } from "../../results/row.ts";
import { readCurrentRows } from "../../results/history/row_reader.ts";
import type { SessionDocument } from "../../results/store/session_document.ts";
import { noSession, readSessionDocument } from "../../results/store/session_reader.ts";
import { openSource } from "../../results/store/session_source.ts";
import { type ClaimInterval, intervalOf } from "../claims/interval.ts";
import { type CitedRow, type Finding, type FindingReading, type Readings, rowsNamed } from "./finding.ts";

/** A session and its rows that count. */
export interface RecordedSession {
  /** Path by which readers find it. */
  readonly path: string;
  /** Content of session.json. */
  readonly document: SessionDocument;
  /** Returns the row at a place; absent where the session has none. */
  rowAt(cited: CitedRow): Row | undefined;
}

const place = (cell: string, metric: string) => `${cell}\n${metric}`;

/** Cell of a cited row, as in rows.csv. */
export function citedCell({ suite, workload, contender }: CitedRow): string {
  return `${suite}:${workload}:${contender}`;
}

/** A session from its document and the rows that count. */
export function recordedSession(
  path: string,
  document: SessionDocument,
  rows: readonly Row[],
): RecordedSession {
  const byPlace = new Map(rows.map((row) => [place(row.cell, row.metric), row]));
  return { path, document, rowAt: (cited) => byPlace.get(place(citedCell(cited), cited.metric)) };
}

/**
 * Reads a session's folder or archive.
 *
 * @param file Path at which it lies.
 * @param path Path by which readers find it.
 * @throws {MissingError} There is no session of that path.
 * @throws {DataError} One of its files is damaged.
 */
export async function readRecorded(file: string, path: string): Promise<RecordedSession> {
  const source = await openSource(file);
  const document = await readSessionDocument(source);
  if (document === undefined) throw noSession(file);
  return recordedSession(path, document, (await readCurrentRows(source)).rows);
}

/** `1.23x [1.13, 1.26]`; without brackets where the number is exact or was taken once. */
function text({ unit, ci_lo }: Row, { value, low, high }: ClaimInterval): string {
  const isCount = ci_lo === undefined && Number.isInteger(value);
  const [number, from, to] = [value, low, high].map((each) => isCount ? String(each) : each.toPrecision(3));
  const spaced = unit === "1" ? "" : unit === "x" ? unit : ` ${unit}`;
  return ci_lo === undefined ? `${number}${spaced}` : `${number}${spaced} [${from}, ${to}]`;
}

function reading(row: Row, smallestDifference: number): FindingReading {
  const interval = intervalOf(row), { low, high } = interval, { n, dataset } = row;
  const unseen = 1 + (row.unit === "x" && row.source === "measured" ? smallestDifference : 0);
  return { ...interval, least: low / unseen, most: high * unseen, n, dataset, text: text(row, interval) };
}

/** Numbers of a finding's rows; absent where the session lacks one of them, or is of another backend. */
export function findingReadings(finding: Finding, session: RecordedSession): Readings | undefined {
  if (finding.backend !== undefined && session.document.device.backend !== finding.backend) return undefined;
  const found: Record<string, FindingReading> = {};
  const { smallestDifference = 0 } = session.document.calibration ?? {};
  for (const name of rowsNamed(finding)) {
    const cited = finding.reads[name], row = session.rowAt(cited);
    if (row?.status !== "ok" || row.median === undefined) return undefined;
    if (cited.source !== undefined && row.source !== cited.source) return undefined;
    found[name] = reading(row, smallestDifference);
  }
  return found;
}
