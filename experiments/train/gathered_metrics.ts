/**
 * Metrics of trainings over ranks, by their logs: one value a rank, or one a rank and epoch.
 *
 * @module
 */
import { type RankSpread, spreadOf } from "../../training/runs/epoch_record.ts";
import type { Metric } from "../metrics.ts";
import type { EpochLine } from "./rank_log.ts";
import type { LoggedRank } from "./rank_logs.ts";

/** Metric with its values. */
export interface GatheredMetric extends Metric {
  /** Column `metric` of its rows. */
  readonly id: string;
  /** Spread over the ranks: one, or one an epoch. */
  readonly values: readonly RankSpread[];
}

/** Column of a name in words: `halo rows found` as `halo_rows_found`. */
const column = (name: string) => name.replaceAll(/\W+/g, "_");

/** Epochs that all ranks have logged, with the lines of all ranks. */
export function wholeEpochs(ranks: readonly LoggedRank[]): EpochLine[][] {
  return ranks[0].epochs.flatMap(({ epoch }) => {
    const lines = ranks.map(({ epochs }) => epochs.find((line) => line.epoch === epoch));
    return lines.every((line) => line !== undefined) ? [lines] : [];
  });
}

/** Metrics of a training, in the order of a report. Those of epochs are absent where no epoch is whole. */
export function gatheredMetrics(ranks: readonly LoggedRank[]): GatheredMetric[] {
  const epochs = wholeEpochs(ranks), started = ranks.flatMap(({ start }) => start ? [start.seconds] : []);
  const lower = { better: "lower" } as const;
  const once = (id: string, label: string, values: readonly number[], unit: "s" | "bytes") =>
    values.length < ranks.length ? [] : [{ id, label, unit, ...lower, values: [spreadOf(values)] }];
  const each = (of: (line: EpochLine) => number) => epochs.map((lines) => spreadOf(lines.map(of)));
  const names = (of: (line: EpochLine) => object) => epochs.length === 0 ? [] : Object.keys(of(epochs[0][0]));
  const memory = (of: "idle" | "part" | "halo") => ranks.map(({ ready }) => ready.memory[of]);
  const peaks = epochs.at(-1) ?? [];
  return [
    ...epochs.length === 0 ? [] : [{
      id: "epoch_time",
      label: "epoch",
      unit: "ms" as const,
      ...lower,
      values: each(({ seconds }) => 1000 * seconds),
    }],
    ...names(({ outcome }) => outcome.phases).map((name): GatheredMetric => ({
      id: `${column(name)}_time`,
      label: `phase of an epoch: ${name}`,
      unit: "ms",
      ...lower,
      values: each(({ outcome }) => outcome.phases[name]),
    })),
    ...names(({ outcome }) => outcome.counts).map((name): GatheredMetric => ({
      id: column(name),
      label: `${name} in an epoch${name === "sent bytes" ? ", without gradients" : ""}`,
      unit: name.endsWith("bytes") ? "bytes" : name.endsWith("edges") ? "edges" : "rows",
      values: each(({ outcome }) => outcome.counts[name]),
    })),
    ...once("read_time", "start: reading of the part", started.map(({ read }) => read), "s"),
    ...once("open_time", "start: opening of the training", started.map(({ open }) => open), "s"),
    ...once("part_bytes", "part", memory("part"), "bytes"),
    ...once("halo_bytes", "features of the halo", memory("halo"), "bytes"),
    ...once("idle_bytes", "process before it reads its part", memory("idle"), "bytes"),
    ...once("peak_bytes", "most memory of the process", peaks.map(({ peak }) => peak.process), "bytes"),
    ...once("device_bytes", "most memory of the device", peaks.map(({ peak }) => peak.device), "bytes"),
  ];
}
