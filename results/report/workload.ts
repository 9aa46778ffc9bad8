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
  /** Dataset, model where it differs, and the factors without which two workloads would have one label. */
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

/** A factor's name in words: `paperBatch` as `paper batch`, `train_ratio` as `train ratio`. */
export function factorWords(name: string): string {
  return name.replaceAll("_", " ").replace(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
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
  const partsWith = (names: readonly string[]) =>
    groups.map(([, [row]], i) => {
      const graph = row.dataset.split("@")[0];
      const factors = names.flatMap((name) => {
        const value = shared[i].get(name);
        // Many suites name the graph that the dataset is a scale of.
        return value === undefined || value === graph ? [] : [`${factorWords(name)} ${value}`];
      });
      const model = groups.length > 1 && models.size === 1 ? "" : row.model;
      return [row.dataset, model, ...factors].filter(Boolean).join(SEPARATOR);
    });
  const toldApart = (names: readonly string[]) =>
    new Set(partsWith(names).map((parts, i) => JSON.stringify([parts, shared[i].get(leaveOut)]))).size;
  const without = (names: readonly string[], name: string) => {
    const others = names.filter((other) => other !== name);
    return toldApart(others) === toldApart(names) ? others : names;
  };
  const [needed] = [varying.reduceRight(without, varying), varying.reduce(without, varying)]
    .toSorted((a, b) => a.length - b.length);
  // What has no graph is over several, which its factors say.
  const all = partsWith(varying);
  const parts = partsWith(needed).map((words, i) => groups[i][1][0].dataset ? words : all[i]);
  const workloads = groups.map(([id, [row]], i): Workload => {
    // Where the axis tells them apart, nothing in the label may.
    const only = leaveOut !== "" || groups.length === 1;
    const label = parts[i] || only && row.model || leaveOut || factorWords(id);
    return { id, dataset: row.dataset, model: row.model, factors: shared[i], label };
  });
  const clashes = (label: string) => workloads.filter((workload) => workload.label === label).length > 1;
  return new Map(workloads.map((workload) => {
    const clear = leaveOut !== "" || !clashes(workload.label);
    return [workload.id, clear ? workload : { ...workload, label: workload.id }];
  }));
}
