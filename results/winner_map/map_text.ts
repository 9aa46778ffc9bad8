/**
 * Sentences on a map of winners: who wins how often, and in which region a contender beats the baseline.
 *
 * @module
 */
import { labelInSentence } from "../report/suite_label.ts";
import { type JudgedPoint, largestRegion, type Range } from "./region.ts";
import type { WinnerMap } from "./winner_map.ts";

/** Names of a map's axes and contenders for readers. */
export interface MapLabels {
  /** Quantity across: `mean degree`. */
  readonly x: string;
  /** Quantity upwards. */
  readonly y: string;
  /** Unit of the values across; none when absent. */
  readonly xUnit?: string | undefined;
  /** Unit of the values upwards. */
  readonly yUnit?: string | undefined;
  /** Id of the baseline. */
  readonly baseline: string;
  /** Contenders in the order of legends. */
  readonly contenders: readonly { readonly id: string; readonly label: string }[];
  /** Set where a model and no measurement gave the points. */
  readonly modelled?: boolean;
}

/** Name, values and unit of an axis. */
interface Axis {
  readonly name: string;
  readonly values: readonly number[];
  readonly unit?: string | undefined;
}

/** `the mean degree is at least 8`; nothing where the range is all values. */
function rangeText([least, most]: Range, { name, values, unit }: Axis): string[] {
  const open = { low: least === values[0], high: most === values.at(-1) };
  const spell = (value: number | string) => unit === undefined ? String(value) : `${value} ${unit}`;
  if (open.low && open.high) return [];
  if (least === most) return [`the ${name} is ${spell(least)}`];
  if (open.low) return [`the ${name} is at most ${spell(most)}`];
  return [`the ${name} is ${open.high ? `at least ${spell(least)}` : spell(`${least} to ${most}`)}`];
}

/** Points of a map at which a contender was measured, each with whether it surely beats the baseline. */
function judgedPoints(map: WinnerMap, id: string): JudgedPoint[] {
  return map.points.flatMap(({ x, y, entries }) => {
    const entry = entries.find(({ contender }) => contender === id);
    return entry === undefined ? [] : [{ x, y, holds: entry.faster }];
  });
}

/** Axes of a map: their names for readers, and all values. */
export interface RegionAxes
  extends Pick<MapLabels, "x" | "y" | "xUnit" | "yUnit">, Pick<WinnerMap, "xs" | "ys"> {}

/**
 * Points at which a statement holds, in words: `at 3 of 9 points: wherever the degree is at least 8 (2
 * points) and at 1 of the 7 other points`. Undefined where it holds at none.
 */
export function regionText(judged: readonly JudgedPoint[], axes: RegionAxes): string | undefined {
  const region = largestRegion(judged);
  if (region === undefined) return undefined;
  const holding = judged.filter(({ holds }) => holds).length;
  const where = [
    ...rangeText(region.x, { name: axes.x, values: axes.xs, unit: axes.xUnit }),
    ...rangeText(region.y, { name: axes.y, values: axes.ys, unit: axes.yUnit }),
  ];
  const places = where.length === 0 ? "everywhere" : `wherever ${where.join(" and ")}`;
  const others = judged.length - region.points;
  const beyond = others === 0
    ? ""
    : region.beyond === 0
    ? " and nowhere else"
    : ` and at ${region.beyond} of the ${others} other points`;
  return `at ${holding} of ${judged.length} points: ${places} ` +
    `(${region.points} ${region.points === 1 ? "point" : "points"})${beyond}`;
}

/** Sentence on the points at which a contender beats the baseline; undefined where there are none. */
function beatsText(map: WinnerMap, labels: MapLabels, { id, label }: MapLabels["contenders"][number]) {
  const region = regionText(judgedPoints(map, id), { ...labels, xs: map.xs, ys: map.ys });
  return region && `${labelInSentence(label)} surely beat ${baselineLabel(labels)} ${region}.`;
}

function baselineLabel({ baseline, contenders }: MapLabels): string {
  return labelInSentence(contenders.find(({ id }) => id === baseline)?.label ?? baseline);
}

/** Sentence on the contenders that beat the baseline nowhere; none where each of them does somewhere. */
function neverText(labels: MapLabels, never: readonly string[]): string[] {
  if (never.length === 0) return [];
  const names = new Intl.ListFormat("en-GB").format(never);
  return [`${names} surely beat ${baselineLabel(labels)} at no point.`];
}

/** Sentence on the points that each contender wins. */
function winnersText({ points }: WinnerMap, { contenders, modelled = false }: MapLabels): string {
  const counts = contenders.flatMap(({ id, label }) => {
    const won = points.filter(({ winner }) => winner === id);
    const sure = won.filter(({ certain }) => certain).length;
    return won.length === 0 ? [] : [{ label, won: won.length, sure }];
  }).sort((a, b) => b.won - a.won);
  const parts = counts.map(({ label, won, sure }) =>
    `${labelInSentence(label)} at ${won} (surely at ${sure})`
  );
  return `Fastest of ${points.length} ${modelled ? "modelled" : "measured"} points: ${parts.join(", ")}.`;
}

/**
 * Sentences on a map: the count of winners, one for each contender that beats the baseline somewhere, one for
 * all others.
 */
export function mapSentences(map: WinnerMap, labels: MapLabels): string[] {
  if (map.points.length === 0) return [];
  const others = labels.contenders.filter(({ id }) =>
    id !== labels.baseline && judgedPoints(map, id).length > 0
  )
    .map((contender) => ({ contender, sentence: beatsText(map, labels, contender) }));
  const never = others.filter(({ sentence }) => sentence === undefined).map(({ contender }) =>
    labelInSentence(contender.label)
  );
  return [
    winnersText(map, labels),
    ...others.flatMap(({ sentence }) => sentence ?? []),
    ...neverText(labels, never),
  ];
}
