/**
 * Headline of a suite: a ratio that its plots show, for the cell in which it is best, on every device.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { isNonEmpty, lastOf, type NonEmpty } from "../../platform/lists/non_empty.ts";
import type { SessionEntry, SuiteHistory } from "../history/session_history.ts";
import type { HistorySeries } from "../history/series.ts";
import { deviceLabel, trackKey } from "../history/track.ts";
import type { MetricText, SuiteText } from "../store/session_document.ts";

/** A suite's best ratio over the sessions. */
export interface Headline {
  /** Suite. */
  readonly history: SuiteHistory;
  /** The ratio. */
  readonly metric: MetricText;
  /** Series of the chosen cell, one a device and profile; the first is that of the latest session. */
  readonly series: NonEmpty<HistorySeries>;
}

/** Ratios of a suite: those of its plots, in their order, before the others. */
function ratiosOf({ metrics, plots }: SuiteText): MetricText[] {
  const ratios = metrics.filter(({ unit }) => unit === "x");
  const plotted = plots.flatMap(({ metric }) => ratios.find(({ id }) => id === metric) ?? []);
  return [...new Set([...plotted, ...ratios])];
}

function lastValue({ numbers, texts }: HistorySeries): number {
  return texts.status.at(-1) === "ok" ? numbers.median.at(-1)! : NaN;
}

/** Whether the latest value is 1 in every round, as that of the best cell over the best cell is. */
function isOfItself({ numbers: { median, ci_lo, ci_hi } }: HistorySeries): boolean {
  return [median, ci_lo, ci_hi].every((numbers) => numbers.at(-1) === 1);
}

function lastSession({ sessions }: HistorySeries): number {
  return lastOf(sessions);
}

/** Series of each track with the latest session of each first. */
function latestByTrack(series: readonly HistorySeries[]): HistorySeries[] {
  const tracks = groupBy(
    series.toSorted((a, b) => lastSession(b) - lastSession(a)),
    ({ track }) => track,
  );
  return [...tracks.values()].map(([latest]) => latest);
}

/**
 * Headline of a suite among series of one profile: its first ratio that has a value, and that is not 1 by
 * definition where it is best. Undefined where there is none. The cell is the one that is best in the latest
 * session, and the same on every device.
 */
function headlineOf(history: SuiteHistory, tracks: ReadonlySet<string>): Headline | undefined {
  for (const metric of ratiosOf(history.suite)) {
    const known = history.series.filter((series) =>
      tracks.has(series.track) && series.head.metric === metric.id && Number.isFinite(lastValue(series))
    );
    const latest = Math.max(...known.map(lastSession));
    const sign = metric.better === "lower" ? 1 : -1;
    const [best] = known.filter((series) => lastSession(series) === latest)
      .toSorted((a, b) => sign * (lastValue(a) - lastValue(b)));
    if (best === undefined || isOfItself(best)) continue;
    const series = latestByTrack(known.filter(({ head }) => head.cell === best.head.cell));
    if (isNonEmpty(series)) return { history, metric, series };
  }
  return undefined;
}

/** Headlines of one profile: other profiles have other sizes, and no line joins them. */
export interface ProfileHeadlines {
  /** Profile. */
  readonly profile: string;
  /** Devices of the profile's tracks by key, the latest first. */
  readonly tracks: ReadonlyMap<string, string>;
  /** Devices of all profiles, the latest first; the order gives every device its colour. */
  readonly devices: readonly string[];
  /** Headlines of the suites that have one. */
  readonly headlines: readonly Headline[];
}

/** Headlines by profile, the profile of most sessions first. */
export function headlinesOf(
  suites: readonly SuiteHistory[],
  sessions: readonly SessionEntry[],
): ProfileHeadlines[] {
  const devices = [...new Set(sessions.toReversed().map(({ document }) => deviceLabel(document)))];
  const profiles = groupBy(sessions.toReversed(), ({ document }) => document.profile);
  return [...profiles].toSorted(([, a], [, b]) => b.length - a.length).map(([profile, own]) => {
    const tracks = new Map(own.map(({ document }) => [trackKey(document), deviceLabel(document)]));
    const keys = new Set(tracks.keys());
    return { profile, tracks, devices, headlines: suites.flatMap((suite) => headlineOf(suite, keys) ?? []) };
  }).filter(({ headlines }) => headlines.length > 0);
}
