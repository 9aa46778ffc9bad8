/**
 * Series of every number over the sessions of a folder. A series never mixes incomparable values: another
 * device, profile, graph, unit or setting of the suite begins another series.
 *
 * @module
 */
import { canonicalJson } from "../../platform/files/canonical_json.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { workloadId } from "../report/workload.ts";
import type { Row } from "../row.ts";
import { trackKey } from "./track.ts";
import type { SessionDocument } from "../store/session_document.ts";

/** Columns of a series that hold a number or NaN. */
export const NUMBER_COLUMNS = [
  "n",
  "median",
  "mad",
  "ci_lo",
  "ci_hi",
  "roofline_share",
  "rel_err",
  "tolerance",
  "checked_rows",
  "seed",
  "attempt",
] as const satisfies readonly (keyof Row)[];

/** Columns of a series that hold a text. */
export const TEXT_COLUMNS = [
  "source",
  "timer",
  "status",
  "reason",
  "commit",
  "factors",
] as const satisfies readonly (keyof Row)[];

/** One number of one cell over the sessions, stored by columns so that a million of them fit in memory. */
export interface HistorySeries {
  /** Identifier, short, stable and safe in a URL: a digest of the series' key. */
  readonly id: string;
  /** Device and profile; see {@linkcode trackKey}. */
  readonly track: string;
  /** Workload id within the suite. */
  readonly workload: string;
  /** Latest row, from which the fields that all rows of the series share are read. */
  head: Row;
  /** Index of each row's session, ascending. */
  readonly sessions: [number, ...number[]];
  /** Numbers by column; NaN where a row has no value. */
  readonly numbers: Readonly<Record<typeof NUMBER_COLUMNS[number], number[]>>;
  /** Texts by column, as in the rows. */
  readonly texts: Readonly<Record<typeof TEXT_COLUMNS[number], string[]>>;
}

/** Key that distinguishes one series from another; `settings` are those of the row's suite. */
function seriesKey(track: string, settings: string, row: Row): string {
  const { cell, metric, unit, dataset, dataset_hash: hash } = row;
  return [cell, metric, unit, dataset, hash, track, settings].join("\n");
}

/** Builds series from sessions, which are added oldest first. */
export class SeriesBuilder {
  readonly #series = new Map<string, HistorySeries>();
  readonly #texts = new Map<string, string>();
  #sessions = 0;

  /** Returns one string for equal texts, so that a row's file need not stay in memory. */
  #intern(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }

  /** Adds the counting rows of the next session. */
  add(document: SessionDocument, rows: readonly Row[]): void {
    const session = this.#sessions++;
    const track = trackKey(document);
    const settings = new Map(document.suites.map((suite) => [suite.id, canonicalJson(suite.settings)]));
    for (const row of rows) {
      const key = seriesKey(track, settings.get(row.suite) ?? "", row);
      let series = this.#series.get(key);
      if (series === undefined) {
        series = {
          id: sha256(key).slice(0, 12),
          track,
          workload: workloadId(row),
          head: row,
          sessions: [session],
          numbers: Object.fromEntries(NUMBER_COLUMNS.map((column) => [column, []])) as never,
          texts: Object.fromEntries(TEXT_COLUMNS.map((column) => [column, []])) as never,
        };
        this.#series.set(key, series);
      } else series.sessions.push(session);
      series.head = row;
      for (const column of NUMBER_COLUMNS) series.numbers[column].push(row[column] ?? NaN);
      for (const column of TEXT_COLUMNS) series.texts[column].push(this.#intern(row[column]));
    }
  }

  /** All series, in the order in which they first appeared. */
  series(): HistorySeries[] {
    return [...this.#series.values()];
  }
}
