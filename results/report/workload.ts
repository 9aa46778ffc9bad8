/**
 * Workloads of a suite, described by what distinguishes them. A row's factors mix those of its workload with
 * those of its contender; factors that all contenders of a workload share belong to the workload.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { oncePerObject } from "../../platform/once_per_object.ts";
import { zip } from "../../platform/lists/zip.ts";
import { workloadOf } from "../store/journal.ts";
import type { Row } from "../row.ts";

/** Separator of the parts of a label. */
export const SEPARATOR = " \u00b7 ";

/** A workload for readers. */
export interface WorkloadLabels {
  /** Id, as in the cells. */
  readonly id: string;
  /** Dataset as loaded. */
  readonly dataset: string;
  /** Model; may be empty. */
  readonly model: string;
  /** Factors of the workload. */
  readonly factors: ReadonlyMap<string, string>;
  /**
   * Label: dataset, model where it differs, and the factors without which two workloads would share a label.
   */
  readonly label: string;
}

/** Parses factors such as `kernel=row-split;width=128`. */
export function parseFactors(text: string): Map<string, string> {
  return new Map(
    text.split(";").filter(Boolean).map((factor) => {
      const at = factor.indexOf("=");
      return at < 0 ? [factor, ""] as const : [factor.slice(0, at), factor.slice(at + 1)] as const;
    }),
  );
}

/** Name of a factor in words: `paperBatch` as `paper batch`, `train_ratio` as `train ratio`. */
export function factorName(name: string): string {
  return name.replaceAll("_", " ").replace(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  );
}

/** A factor with its value: `batch size 64`; a name of one letter is a variable, as in `p = 4`. */
export function factorText(name: string, value: string): string {
  return `${factorName(name)}${name.length === 1 ? " = " : " "}${value}`;
}

/** Id of a row's workload, or its whole cell where the cell has another form. */
export function workloadId(row: Row): string {
  return workloadOf(row) ?? row.cell;
}

function sharedFactors([first, ...others]: NonEmpty<Row>): Map<string, string> {
  const parsed = others.map((row) => parseFactors(row.factors));
  return new Map(
    [...parseFactors(first.factors)]
      .filter(([name, value]) => parsed.every((factors) => factors.get(name) === value)),
  );
}

/** Descriptions of a suite's workloads by the factor that their labels leave out. */
const descriptionsOf = oncePerObject<readonly Row[], Map<string, ReadonlyMap<string, WorkloadLabels>>>(() =>
  new Map()
);

/**
 * Describes the workloads of one suite's rows, by id, in the order of the rows. The result is kept with the
 * rows, which must not change: tables and plots ask repeatedly.
 *
 * @param leaveOut Factor on a plot's axis, which labels leave out.
 */
export function labelledWorkloads(rows: readonly Row[], leaveOut = ""): ReadonlyMap<string, WorkloadLabels> {
  return descriptionsOf(rows).getOrInsertComputed(leaveOut, () => describe(rows, leaveOut));
}

function describe(rows: readonly Row[], leaveOut: string): ReadonlyMap<string, WorkloadLabels> {
  const groups = [...groupBy(rows, workloadId)]
    .map(([id, group]) => ({ id, row: group[0], shared: sharedFactors(group) }));
  const factorNames = new Set(groups.flatMap(({ shared }) => [...shared.keys()]));
  const varying = [...factorNames].filter((name) =>
    name !== leaveOut && name !== "dataset" && name !== "model" &&
    new Set(groups.map(({ shared }) => shared.get(name))).size > 1
  );
  const models = new Set(groups.map(({ row }) => row.model));
  const partsOf = (names: readonly string[], dataset: (row: Row) => string) =>
    groups.map(({ row, shared }) => {
      const graph = row.dataset.split("@")[0];
      const factors = names.flatMap((name) => {
        const value = shared.get(name);
        // Many suites have a factor for the graph whose scaled version the dataset is.
        return value === undefined || value === graph ? [] : [factorText(name, value)];
      });
      const model = groups.length > 1 && models.size === 1 ? "" : row.model;
      return [dataset(row), model, ...factors].filter(Boolean).join(SEPARATOR);
    });
  const different = (parts: readonly string[]) =>
    new Set(zip(parts, groups).map(([part, { shared }]) => JSON.stringify([part, shared.get(leaveOut)])))
      .size;
  const whole = ({ dataset }: Row) => dataset;
  // Where the order of ids, which ends a stand-in's name, is on the axis, one line goes through all orders.
  const withoutIds = ({ dataset }: Row) => dataset.replace(/:[a-z0-9-]+$/, "");
  const names = (of: (row: Row) => string) => new Set(groups.map(({ row }) => of(row))).size;
  const onAxis = leaveOut !== "" && names(withoutIds) < names(whole) &&
    different(partsOf(varying, withoutIds)) === different(partsOf(varying, whole));
  const partsWith = (names: readonly string[]) => partsOf(names, onAxis ? withoutIds : whole);
  const toldApart = (names: readonly string[]) => different(partsWith(names));
  const without = (names: readonly string[], name: string) => {
    const others = names.filter((other) => other !== name);
    return toldApart(others) === toldApart(names) ? others : names;
  };
  const fromLast = varying.reduceRight(without, varying), fromFirst = varying.reduce(without, varying);
  const needed = partsWith(fromFirst.length < fromLast.length ? fromFirst : fromLast);
  const workloads = zip(groups, zip(needed, partsWith(varying))).map(
    ([{ id, row, shared }, [text, all]]) => {
      // A workload without a graph covers several graphs, which its factors name.
      const parts = row.dataset ? text : all;
      // Where the axis distinguishes workloads, the label needs nothing.
      const only = leaveOut !== "" || groups.length === 1;
      const label = parts || only && row.model || leaveOut || factorName(id);
      return { id, dataset: row.dataset, model: row.model, factors: shared, label };
    },
  );
  const clashes = (label: string) => workloads.filter((workload) => workload.label === label).length > 1;
  return new Map(workloads.map((workload) => {
    const clear = leaveOut !== "" || !clashes(workload.label);
    return [workload.id, clear ? workload : { ...workload, label: workload.id }];
  }));
}
