/**
 * Published numbers of an artifact with the measured ones beside them, in the groups and the order of the
 * paper's rows.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../../../platform/lists/non_empty.ts";
import { zip } from "../../../../platform/lists/zip.ts";
import type { ComparisonRow } from "../../../row.ts";
import { factorText, parseFactors, SEPARATOR } from "../../workload.ts";

/** A place on the axis with what was printed and measured there, of one series. */
export interface PublishedPoint {
  /** Group on the axis, such as a dataset. */
  readonly group: string;
  /** Series, such as a system. */
  readonly series: string;
  /** Printed numbers: one, both ends of a range, or none where a range covers this place. */
  readonly printed: readonly number[];
  /** Measured number beside them; absent in the group of printed ranges. */
  readonly measured?: ComparisonRow;
}

/** Printed and measured numbers of one metric. */
export interface PublishedGroup {
  /** Metric in the paper. */
  readonly metric: string;
  /** Unit of printed and measured numbers. */
  readonly unit: string;
  /** Points in the order of the published rows. */
  readonly points: readonly PublishedPoint[];
}

/** Group of numbers that are printed for several places together. */
export const PRINTED_RANGE = "printed range";

/** Where a cell was measured, and of which contender, in words. */
export interface CellPlace {
  /** Label of the workload. */
  readonly place: string;
  /** Contender. */
  readonly contender: string;
}

/** Labels of the cells of one printed number, without what all of them share. */
function placesOf(cells: readonly ComparisonRow[], placeOf: (cell: string) => CellPlace): string[] {
  const found = cells.map(({ cell }) => placeOf(cell));
  const parts = found.map(({ place, contender }) => [...place.split(SEPARATOR), contender]);
  const apart = parts.map((own) => own.filter((part) => !parts.every((other) => other.includes(part))));
  return zip(found, apart).map(([{ place }, own]) => own.length > 0 ? own.join(SEPARATOR) : place);
}

/** A published number with the cells that were measured for it. */
interface Printed {
  readonly value: number;
  readonly cells: NonEmpty<ComparisonRow>;
}

/** Names and values by which published rows differ. */
type Sides = ReadonlyMap<string, string>;

function sidesOf({ dataset, model, system, config }: ComparisonRow): Sides {
  return new Map([["dataset", dataset], ["model", model], ["system", system], ...parseFactors(config)]);
}

/** Names whose value differs between these rows, without those that repeat another one's distinction. */
function differing(rows: readonly ComparisonRow[]): string[] {
  const sides = rows.map(sidesOf), names = new Set(sides.flatMap((own) => [...own.keys()]));
  const values = (name: string) => sides.map((own) => own.get(name) ?? "");
  const apart = [...names].filter((name) => new Set(values(name)).size > 1);
  const classes = (some: readonly string[]) =>
    new Set(sides.map((own) => JSON.stringify(some.map((name) => own.get(name) ?? "")))).size;
  // From the last to the first, since dataset, model and system come first.
  return apart.reduceRight<string[]>((kept, name) => {
    const others = kept.filter((other) => other !== name);
    return others.length > 0 && classes(others) === classes(kept) ? others : kept;
  }, apart);
}

/** Greatest number of series, so that their colours are told apart. */
const MOST_SERIES = 6;

/** Name whose values are the series: the system, else the last name with few values beside another one. */
function seriesName(names: readonly string[], rows: readonly ComparisonRow[]): string | undefined {
  if (names.includes("system")) return "system";
  if (names.length < 2) return undefined;
  return names.findLast((name) =>
    name !== "dataset" && new Set(rows.map((row) => sidesOf(row).get(name))).size <= MOST_SERIES
  );
}

/** Names whose values speak for themselves. */
const PLAIN: ReadonlySet<string> = new Set(["dataset", "model", "system"]);

function valueText(name: string, value: string): string {
  return PLAIN.has(name) || value === "" ? value : factorText(name, value);
}

function pointsOf(printed: readonly Printed[], placeOf: (cell: string) => CellPlace): PublishedPoint[] {
  const heads = printed.map(({ cells }) => cells[0]);
  const names = differing(heads), series = seriesName(names, heads);
  const seriesOf = (row: ComparisonRow) =>
    series === undefined ? "" : valueText(series, sidesOf(row).get(series) ?? "");
  const groupOf = (row: ComparisonRow) =>
    names.filter((name) => name !== series).map((name) => valueText(name, sidesOf(row).get(name) ?? ""))
      .filter(Boolean).join(SEPARATOR);
  const ranges = new Map<string, PublishedPoint>(), places = new Map<string, PublishedPoint>();
  for (const { value, cells } of printed) {
    const [head] = cells, own = { series: seriesOf(head), group: groupOf(head) };
    if (cells.length === 1) {
      // A number that no name sets apart from others still has a place.
      const group = own.group || head.dataset || placeOf(head.cell).place;
      places.set(head.published_id, { ...own, group, printed: [value], measured: head });
      continue;
    }
    const group = [PRINTED_RANGE, own.group].filter(Boolean).join(SEPARATOR);
    const range = `${group}\n${own.series}`, printedBefore = ranges.get(range)?.printed ?? [];
    ranges.set(range, { series: own.series, group, printed: [...printedBefore, value] });
    for (const [measured, label] of zip(cells, placesOf(cells, placeOf))) {
      const place = [own.group, label].filter(Boolean).join(SEPARATOR);
      places.set(`${place}\n${own.series}`, { series: own.series, group: place, printed: [], measured });
    }
  }
  return [...ranges.values(), ...places.values()];
}

/**
 * Groups the published numbers of an artifact that have measured ones beside them by metric and unit.
 *
 * @param placeOf Place of a cell, for numbers that are printed for several cells.
 */
export function publishedGroups(
  comparisons: readonly ComparisonRow[],
  placeOf: (cell: string) => CellPlace,
): PublishedGroup[] {
  const joined = comparisons.filter(({ published, measured }) =>
    published.trim() !== "" && Number.isFinite(Number(published)) && measured !== undefined &&
    Number.isFinite(measured)
  );
  const metrics = groupBy(joined, ({ metric, unit }) => JSON.stringify([metric, unit]));
  return [...metrics.values()].map((rows) => {
    const printed = [...groupBy(rows, (row) => row.published_id).values()].map((cells): Printed => ({
      value: Number(cells[0].published),
      cells,
    }));
    const [{ metric, unit }] = rows;
    return { metric, unit, points: pointsOf(printed, placeOf) };
  });
}
