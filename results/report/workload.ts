/**
 * What tells the workloads of a suite apart, in words. A row's factors mix those of its workload with those of its
 * contender; the ones that all contenders of a workload share are the workload's.
 *
 * @module
 */
import { workloadOf } from "../journal.ts";
import type { Row } from "../row.ts";

/** Stands between the parts of a label. */
export const SEPARATOR = " \u00b7 ";

/** A workload as a reader sees it. */
export interface Workload {
  /** As in the cells. */
  readonly id: string;
  /** Dataset as loaded. */
  readonly dataset: string;
  /** Model, or empty. */
  readonly model: string;
  /** Factors of the workload. */
  readonly factors: ReadonlyMap<string, string>;
  /** Dataset, and the model and factors that differ between workloads. */
  readonly label: string;
}

/** `kernel=row-split;width=128` as a map. */
export function parseFactors(text: string): Map<string, string> {
  return new Map(
    text.split(";").filter(Boolean).map((factor) => {
      const at = factor.indexOf("=");
      return at < 0 ? [factor, ""] as const : [factor.slice(0, at), factor.slice(at + 1)] as const;
    }),
  );
}

/** The id of a row's workload, or its whole cell where that is of another form. */
export function workloadId(row: Row): string {
  return workloadOf(row) ?? row.cell;
}

function sharedFactors(rows: readonly Row[]): Map<string, string> {
  const [first, ...others] = rows.map((row) => parseFactors(row.factors));
  return new Map(
    [...first].filter(([name, value]) => others.every((factors) => factors.get(name) === value)),
  );
}

const described = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, Workload>>>();

/**
 * The workloads of one suite's rows, by id, in the order of the rows. Described once: tables and plots ask again and again.
 *
 * @param leaveOut A factor that a plot shows on its axis and that labels leave out.
 */
export function describeWorkloads(rows: readonly Row[], leaveOut = ""): ReadonlyMap<string, Workload> {
  return described.getOrInsertComputed(rows, () => new Map())
    .getOrInsertComputed(leaveOut, () => describe(rows, leaveOut));
}

function describe(rows: readonly Row[], leaveOut: string): ReadonlyMap<string, Workload> {
  const groups = [...Map.groupBy(rows, workloadId)];
  const shared = groups.map(([, group]) => sharedFactors(group));
  const names = new Set(shared.flatMap((factors) => [...factors.keys()]));
  const varying = [...names].filter((name) =>
    name !== leaveOut && name !== "dataset" && name !== "model" &&
    new Set(shared.map((factors) => factors.get(name))).size > 1
  );
  const models = new Set(groups.map(([, [{ model }]]) => model));
  const workloads = groups.map(([id, [row]], i): Workload => {
    const graph = row.dataset.split("@")[0];
    const factors = varying.flatMap((name) => {
      const value = shared[i].get(name);
      // Many suites name the graph that the dataset is a scale of.
      return value === undefined || value === graph ? [] : [`${name} ${value}`];
    });
    const model = groups.length > 1 && models.size === 1 ? "" : row.model;
    const parts = [row.dataset, model, ...factors].filter(Boolean).join(SEPARATOR);
    // Where the axis tells them apart, nothing in the label may.
    const label = parts || row.model || leaveOut || id;
    return { id, dataset: row.dataset, model: row.model, factors: shared[i], label };
  });
  const clashes = (label: string) => workloads.filter((workload) => workload.label === label).length > 1;
  return new Map(workloads.map((workload) => {
    const clear = leaveOut !== "" || !clashes(workload.label);
    return [workload.id, clear ? workload : { ...workload, label: workload.id }];
  }));
}
