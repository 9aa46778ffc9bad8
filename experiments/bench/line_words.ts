/**
 * Words for judged lines: the columns of the bench's table, in the terminal and on the page.
 *
 * @module
 */
import { formatInterval, formatNumber, formatShare, formatUnit } from "../../results/report/number.ts";
import { statedDrift } from "../../results/sentinel.ts";
import type { CalibrationText, DeviceText } from "../../results/store/session_document.ts";
import type { JudgedLine } from "./judge.ts";

/** Headings of the columns that {@linkcode lineWords} fills. */
export const LINE_HEADINGS = [
  "work",
  "against",
  "found",
  "interval",
  "target",
  "verdict",
  "least graph",
  "roofline",
  "cells",
] as const;

function valueWords({ value }: JudgedLine): readonly [found: string, interval: string] {
  if (value === undefined) return ["", ""];
  const { mean, lo, hi, unit } = value;
  const sign = formatUnit(unit);
  const interval = lo === hi ? "" : formatInterval(round(lo), round(hi));
  return [`${formatNumber(mean, 3)}${sign === "" ? "" : ` ${sign}`}`, interval];
}

const round = (value: number) => Number(value.toPrecision(3));

function targetWords({ target }: JudgedLine): string {
  if (target === undefined) return "";
  const { atLeast, onNoGraphBelow } = target;
  return `${formatNumber(atLeast)}${
    onNoGraphBelow === undefined ? "" : `, on no graph below ${formatNumber(onNoGraphBelow)}`
  }`;
}

/** A judged line as cells, in the order of {@linkcode LINE_HEADINGS}. */
export function lineWords(judged: JudgedLine): readonly string[] {
  const { line, outcome, ratio, rooflineShare, cells } = judged;
  const worst = ratio === undefined || ratio.graphs.length < 2
    ? ""
    : `${ratio.worst.graph} ${formatNumber(ratio.worst.mean, 3)}`;
  return [
    line.work,
    againstOf(judged),
    ...valueWords(judged),
    targetWords(judged),
    outcome === "shown" ? "" : outcome === "open" ? "open: the interval holds the target" : outcome,
    worst,
    formatShare(rooflineShare),
    cells.planned === 0 ? "" : `${cells.found} of ${cells.planned}`,
  ];
}

const againstOf = ({ line }: JudgedLine) => line.kind === "ratio" ? line.against : "";

/** Reasons for which lines lack some or all of their cells, each once with the lines that it is said of. */
export function remarks(lines: readonly JudgedLine[]): readonly string[] {
  const told = lines.filter(({ reason }) => reason !== "");
  return [...Map.groupBy(told, ({ reason }) => reason)].map(([reason, of]) =>
    `${
      of.map((line) => [line.line.work, againstOf(line)].filter(Boolean).join(" against ")).join("; ")
    }: ${reason}`
  );
}

/** The device and its own limits in one line. */
export function deviceWords({ name, backend }: DeviceText, calibration: CalibrationText | null): string {
  const device = `${name}, ${backend}`;
  if (calibration === null) return device;
  const { bandwidthGBs, gflops, smallestDifference } = calibration, drift = statedDrift(calibration);
  return `${device}: ${formatNumber(bandwidthGBs, 3)} GB/s, ${
    formatNumber(gflops, 3)
  } GFLOP/s; sees differences ` +
    `above ${formatShare(smallestDifference)}${
      drift === undefined ? "" : `, drift ${formatShare(Math.abs(drift - 1))}`
    }`;
}
