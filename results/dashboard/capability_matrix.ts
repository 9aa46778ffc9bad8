/**
 * Matrix of kernels, adapters and datasets: status of the latest session of each, with the reason of a
 * failure.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { lastOf } from "../../platform/lists/non_empty.ts";
import type { HistorySeries } from "../history/series.ts";
import type { SessionHistory } from "../history/session_history.ts";
import { deviceLabel, trackKey } from "../history/track.ts";
import { contenderLabel } from "../report/suite_label.ts";
import { parseFactors } from "../report/workload.ts";
import type { Status } from "../row.ts";

/** Status of a kernel on a dataset on one device. */
export interface CapabilityCell {
  /** Worst status among the cells of the latest session. */
  readonly status: Status;
  /** Reason why the status is not `ok`. */
  readonly reason: string;
  /** Number of cells that the status summarises. */
  readonly cells: number;
  /** One of the series behind the status, for a link. */
  readonly series: HistorySeries;
  /** Index of the latest session of that series. */
  readonly session: number;
}

/** One line of the matrix. */
export interface CapabilityLine {
  /** Suite id. */
  readonly suite: string;
  /** Kernel, or another contender of the suite. */
  readonly kernel: string;
  /** Dataset as loaded; empty where no dataset took part. */
  readonly dataset: string;
  /** Cells by device, named by {@linkcode deviceLabel}. */
  readonly devices: ReadonlyMap<string, CapabilityCell>;
}

/** Capability matrix of a folder of sessions. */
export interface CapabilityMatrix {
  /** Names of the columns. */
  readonly devices: readonly string[];
  /** Lines, the worst status first, then by suite, kernel and dataset. */
  readonly lines: readonly CapabilityLine[];
}

/** Statuses of cells, the worst first. */
export const WORST_FIRST: readonly Status[] = ["wrong", "failed", "oom", "skipped", "ok"];

function worst(group: readonly HistorySeries[]): CapabilityCell {
  const session = Math.max(...group.map(({ sessions }) => lastOf(sessions)));
  const current = group.filter(({ sessions }) => lastOf(sessions) === session);
  const status = WORST_FIRST.find((each) => current.some(({ head }) => head.status === each)) ?? "ok";
  const series = current.find(({ head }) => head.status === status)!;
  const cells = new Set(current.map(({ head }) => head.cell)).size;
  return { status, reason: status === "ok" ? "" : series.head.reason, cells, series, session };
}

/** Computes the capability matrix of all sessions. */
export function capabilityMatrix({ sessions, suites }: SessionHistory): CapabilityMatrix {
  // The device of the latest session comes first.
  const devices = new Map(
    sessions.toReversed().map(({ document }) => [trackKey(document), deviceLabel(document)]),
  );
  const lines = suites.flatMap(({ suite, series }): CapabilityLine[] => {
    const kernelOf = ({ head }: HistorySeries) =>
      parseFactors(head.factors).get("kernel") ?? contenderLabel(suite, head.contender);
    const groups = groupBy(series, (each) => JSON.stringify([kernelOf(each), each.head.dataset]));
    return [...groups.values()].map((group) => ({
      suite: suite.id,
      kernel: kernelOf(group[0]),
      dataset: group[0].head.dataset,
      devices: new Map(
        [...groupBy(group, ({ track }) => devices.get(track) ?? track)]
          .map(([device, own]) => [device, worst(own)]),
      ),
    }));
  });
  const rank = ({ devices }: CapabilityLine) =>
    Math.min(...[...devices.values()].map(({ status }) => WORST_FIRST.indexOf(status)));
  return {
    devices: [...new Set(devices.values())],
    lines: lines.toSorted((a, b) => rank(a) - rank(b)),
  };
}
