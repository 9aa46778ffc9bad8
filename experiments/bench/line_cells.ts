/**
 * Text for judged lines: the columns of the bench's table, in the terminal and on the page.
 *
 * @module
 */
import { formatInterval, formatNumber, formatShare } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { statedDrift } from "../../results/sentinel.ts";
import type { CalibrationRecord, DeviceRecord } from "../../results/store/session_document.ts";
import type { JudgedLine } from "./bench_session.ts";
import { shortOf } from "./ratio.ts";

/** Headings of the columns that {@linkcode lineCells} fills. */
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

/** Meaning of the column `interval`, which is another one for lines without a ratio. */
export const INTERVALS =
  "Intervals of ratios are of 95 %. Those of errors and of times an edge are the least and " +
  "the largest of their cells, that of a power the least and the largest of its rounds.";

function valueCells({ value }: JudgedLine): readonly [found: string, interval: string] {
  if (value === undefined) return ["", ""];
  const { mean, lo, hi, unit } = value;
  const sign = formatUnit(unit);
  const interval = lo === hi ? "" : formatInterval(round(lo), round(hi));
  return [`${formatNumber(mean, 3)}${sign === "" ? "" : ` ${sign}`}`, interval];
}

/** Why a mean of few rounds decides no target. */
const TOO_FEW = "too few rounds";

const round = (value: number) => Number(value.toPrecision(3));

function targetText({ target }: JudgedLine): string {
  if (target === undefined) return "";
  const { atLeast, onNoGraphBelow } = target;
  return `${formatNumber(atLeast)}${
    onNoGraphBelow === undefined ? "" : `, on no graph below ${formatNumber(onNoGraphBelow)}`
  }`;
}

/**
 * Verdict, with what keeps the target from being met: `missed on archaea: 0.87 to 0.93`, `open: the interval
 * holds the target`, `open on archaea: too few rounds`.
 */
function verdictText({ outcome, ratio, target }: JudgedLine): string {
  if (outcome === "shown") return "";
  if (ratio === undefined || target === undefined) return outcome;
  const short = shortOf(ratio, target), [overall] = short.filter(({ graph }) => graph === undefined);
  if (overall !== undefined) {
    if (outcome === "missed") return outcome;
    return `${outcome}: ${overall.ratio.isKnown ? "the interval holds the target" : TOO_FEW}`;
  }
  const graphs = short.map(({ graph, ratio: { ciLo, ciHi, isKnown } }) =>
    `${graph}: ${isKnown ? formatInterval(round(ciLo), round(ciHi)) : TOO_FEW}`
  );
  return graphs.length === 0 ? outcome : `${outcome} on ${graphs.join(", ")}`;
}

/** A judged line as cells, in the order of {@linkcode LINE_HEADINGS}. */
export function lineCells(judged: JudgedLine): readonly string[] {
  const { line, ratio, rooflineShare, cells } = judged;
  const worst = ratio === undefined || ratio.graphs.length < 2
    ? ""
    : `${ratio.worst.graph} ${formatNumber(ratio.worst.mean, 3)}`;
  return [
    line.work,
    againstOf(judged),
    ...valueCells(judged),
    targetText(judged),
    verdictText(judged),
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
export function deviceText({ name, backend }: DeviceRecord, calibration: CalibrationRecord | null): string {
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
