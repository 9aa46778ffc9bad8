/**
 * Which kernel ran on which adapter and which dataset, and why not where it did not, as the latest session of each found it.
 *
 * @module
 */
import type { Series } from "../history/history.ts";
import type { SessionHistory } from "../history/session_history.ts";
import { deviceLabel, trackKey } from "../history/track.ts";
import { contenderLabel } from "../report/suite_label.ts";
import { parseFactors } from "../report/workload.ts";
import type { Status } from "../row.ts";

/** What became of a kernel on a dataset on one device. */
export interface CapabilityCell {
  /** The worst status among the cells of the latest session. */
  readonly status: Status;
  /** Why it is not `ok`. */
  readonly reason: string;
  /** How many cells it stands for. */
  readonly cells: number;
  /** A series behind it, to link to. */
  readonly series: Series;
  /** That series' latest session. */
  readonly session: number;
}

/** One line of the matrix. */
export interface CapabilityLine {
  /** Suite id. */
  readonly suite: string;
  /** Kernel, or what else the suite compares. */
  readonly kernel: string;
  /** Dataset as loaded; empty where none took part. */
  readonly dataset: string;
  /** By device, as {@linkcode deviceLabel} names it. */
  readonly devices: ReadonlyMap<string, CapabilityCell>;
}

/** The matrix. */
export interface CapabilityMatrix {
  /** Columns. */
  readonly devices: readonly string[];
  /** Rows, by suite, kernel and dataset. */
  readonly lines: readonly CapabilityLine[];
}

const WORST_FIRST: readonly Status[] = ["wrong", "failed", "oom", "skipped", "ok"];

function worst(group: readonly Series[]): CapabilityCell {
  const session = Math.max(...group.map((series) => series.sessions[series.sessions.length - 1]));
  const current = group.filter((series) => series.sessions[series.sessions.length - 1] === session);
  const status = WORST_FIRST.find((each) => current.some(({ head }) => head.status === each)) ?? "ok";
  const series = current.find(({ head }) => head.status === status)!;
  const cells = new Set(current.map(({ head }) => head.cell)).size;
  return { status, reason: status === "ok" ? "" : series.head.reason, cells, series, session };
}

/** The capability matrix of all sessions. */
export function capabilityMatrix({ sessions, suites }: SessionHistory): CapabilityMatrix {
  const devices = new Map(sessions.map(({ document }) => [trackKey(document), deviceLabel(document)]));
  const lines = suites.flatMap(({ suite, series }): CapabilityLine[] => {
    const kernelOf = ({ head }: Series) =>
      parseFactors(head.factors).get("kernel") ?? contenderLabel(suite, head.contender);
    const groups = Map.groupBy(series, (each) => JSON.stringify([kernelOf(each), each.head.dataset]));
    return [...groups.values()].map((group) => ({
      suite: suite.id,
      kernel: kernelOf(group[0]),
      dataset: group[0].head.dataset,
      devices: new Map(
        [...Map.groupBy(group, ({ track }) => devices.get(track) ?? track)]
          .map(([device, own]) => [device, worst(own)]),
      ),
    }));
  });
  return { devices: [...new Set(devices.values())], lines };
}
