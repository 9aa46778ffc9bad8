/**
 * Data of the site: one script file a suite, which a page can load from disk, where it may not fetch
 * documents. A column of equal values is stored once.
 *
 * @module
 */
import { environmentText } from "../environment_text.ts";
import type { ComparisonRow } from "../row.ts";
import type { DatasetSummary } from "../store/session_document.ts";
import type { SessionEntry, SuiteHistory } from "../history/session_history.ts";
import { type HistorySeries, NUMBER_COLUMNS, TEXT_COLUMNS } from "../history/series.ts";
import { deviceLabel, trackKey, trackLabel } from "../history/track.ts";

/** A column: one value for all entries, or one for each. */
export type Column<T> = T | readonly T[];

/** Number of stored digits, more than any page shows. */
const DIGITS = 7;

/** A number in a form that JSON can store. */
function storable(value: number): number | string | null {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : String(value);
}

/** Compresses a column: values that are all equal are stored once. */
function column<T>(values: readonly T[]): Column<T> {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : values;
}

/** Script that assigns plain data to a global name of the page. */
function assignment(name: string, value: unknown): string {
  return `globalThis.${name} = ${JSON.stringify(value)};\n`;
}

/** Script with the data on all sessions that pages share. */
export function sessionsChunk(sessions: readonly SessionEntry[], reports: readonly string[]): string {
  const documents = sessions.map(({ document }) => document);
  const environments = documents.map(({ environment }) => environmentText(environment));
  const names = new Set(environments.flatMap((environment) => Object.keys(environment)));
  return assignment("SESSIONS", {
    name: documents.map(({ session }) => session),
    created: documents.map(({ created }) => created),
    report: reports,
    profile: column(documents.map(({ profile }) => profile)),
    device: column(documents.map(({ device }) => device.name)),
    environment: Object.fromEntries(
      [...names].map((name) => [name, column(environments.map((environment) => environment[name] ?? null))]),
    ),
  });
}

function seriesData(series: HistorySeries): Record<string, unknown> {
  const { head } = series;
  const numbers = NUMBER_COLUMNS.map((name) => [name, column(series.numbers[name].map(storable))]);
  const texts = TEXT_COLUMNS.map((name) => [name, column(series.texts[name])]);
  return {
    id: series.id,
    workload: series.workload,
    sessions: series.sessions,
    cell: head.cell,
    contender: head.contender,
    vs: head.vs,
    dataset: head.dataset,
    dataset_kind: head.dataset_kind,
    dataset_hash: head.dataset_hash,
    model: head.model,
    backend: head.backend,
    adapter_kind: head.adapter_kind,
    threads: head.threads,
    metric: head.metric,
    unit: head.unit,
    ...Object.fromEntries([...numbers, ...texts]),
  };
}

/** Script with all data that the page of a suite draws and explains. */
export function suiteData(
  { suite, series, changes }: SuiteHistory,
  context: {
    readonly sessions: readonly SessionEntry[];
    readonly published: ReadonlyMap<string, readonly ComparisonRow[]>;
  },
): string {
  const { sessions, published } = context;
  const keys = [...new Set(series.map(({ track }) => track))];
  const label = new Map(sessions.map(({ document }) => [trackKey(document), trackLabel(document)]));
  const device = new Map(sessions.map(({ document }) => [trackKey(document), deviceLabel(document)]));
  const used = new Set(series.map(({ head }) => head.dataset));
  const datasets = new Map<string, DatasetSummary>();
  for (const { document } of sessions) {
    for (const dataset of document.datasets) if (used.has(dataset.name)) datasets.set(dataset.name, dataset);
  }
  const ids = new Map(series.map((each, index) => [each, index]));
  return assignment("SUITE", {
    suite,
    tracks: keys.map((key) => ({ label: label.get(key) ?? key, device: device.get(key) ?? key })),
    datasets: Object.fromEntries(
      [...datasets].map(([name, { vertices, storedEdges, note }]) => [name, { vertices, storedEdges, note }]),
    ),
    series: series.map((each) => ({
      track: keys.indexOf(each.track),
      ...seriesData(each),
      published: (published.get(`${each.track}\n${each.head.cell}`) ?? []).map((row) => ({
        session: row.session,
        id: row.published_id,
        relation: row.relation,
        published: row.published,
        unit: row.unit,
        measured: row.measured ?? null,
        judgement: row.judgement,
        reason: row.reason,
      })),
    })),
    changes: changes.map(({ series: own, step, session, confirmed, kind }) => ({
      series: ids.get(own),
      session,
      confirmed: confirmed ?? null,
      kind,
      before: step.before,
      after: step.after,
    })),
  });
}
