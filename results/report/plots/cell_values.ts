/**
 * Cells that have a value of each of several metrics, and reasons for the others: a curve needs two metrics
 * of a cell, a stack of bars all its parts.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import type { Row } from "../../row.ts";
import type { MetricText } from "../../store/session_document.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { formatUnit } from "../../../platform/text/unit.ts";
import { type AbsentCell, absentCells, inContenderOrder, type PlotSubject } from "./plot_subject.ts";
import { statusText } from "./plot_text.ts";
import { workloadId } from "../workload.ts";

/** A metric that a cell must have a value of. */
export interface WantedMetric extends MetricText {
  /** Whether the axis can show a value. */
  readonly fits: (value: number) => boolean;
}

/** A cell with the rows that a plot draws, for a list of wanted metrics. */
export interface CellValues<Wanted extends readonly WantedMetric[]> {
  /** A row for each wanted metric, in their order. */
  readonly values: { readonly [Place in keyof Wanted]: Row };
  /** All rows of the cell. */
  readonly rows: readonly Row[];
}

/** The cells of a plot. */
export interface ChosenCells<Wanted extends readonly WantedMetric[]> {
  /** Cells with all values, in the order of the suite's contenders. */
  readonly cells: readonly CellValues<Wanted>[];
  /** Other cells, each with its reason. */
  readonly absent: readonly string[];
  /** All rows of the workloads that belong to the plot. */
  readonly concerned: readonly Row[];
}

function lack(wanted: WantedMetric, row: Row | undefined, cell: readonly Row[]): string | undefined {
  if (row !== undefined) return whyNotDrawn(wanted, row);
  const ended = cell.find(({ status }) => status !== "ok");
  return ended ? statusText(ended) : `no value of \u201c${wanted.label}\u201d`;
}

/** Reason why an axis cannot show the value of a row; undefined where it can. */
export function whyNotDrawn(wanted: WantedMetric, row: Row): string | undefined {
  const { median, unit } = row;
  if (row.status !== "ok") return statusText(row);
  if (median === undefined || !Number.isFinite(median) || !wanted.fits(median)) {
    return `${wanted.label} is ${formatNumber(median) || "absent"}, which this axis cannot show`;
  }
  if (unit !== wanted.unit) {
    return `${wanted.label} is in ${formatUnit(unit) || "plain numbers"}, not in ${
      formatUnit(wanted.unit) || "plain numbers"
    }`;
  }
}

/**
 * Chooses the cells of a plot, from the workloads where any cell has a wanted metric or where no cell
 * succeeded.
 */
export function cellValues<const Wanted extends readonly WantedMetric[]>(
  subject: PlotSubject,
  wanted: Wanted,
): ChosenCells<Wanted> {
  const { suite, rows } = subject;
  const ids = new Set(wanted.map(({ id }) => id));
  const concerned = [...groupBy(rows, workloadId).values()].filter((own) => {
    const failed = new Set(own.filter(({ status }) => status !== "ok").map(({ cell }) => cell));
    return own.some(({ metric }) => ids.has(metric)) || own.every(({ cell }) => failed.has(cell));
  }).flat();
  const cells: CellValues<Wanted>[] = [];
  const absent: AbsentCell[] = [];
  for (
    const cell of inContenderOrder([...groupBy(concerned, (row) => row.cell).values()], suite, ([row]) => row)
  ) {
    const values = wanted.map(({ id }) => cell.find(({ metric }) => metric === id));
    const reason = wanted.map((metric, i) => lack(metric, values[i], cell)).find((each) =>
      each !== undefined
    );
    if (reason === undefined) cells.push({ values: values as CellValues<Wanted>["values"], rows: cell });
    else absent.push({ row: cell[0], why: reason });
  }
  return { cells, absent: absentCells(subject, absent), concerned };
}
