/**
 * Which comparisons a run considers.
 *
 * @module
 */
import { comparisonName } from "../../../results/history/comparison_seconds.ts";
import { UsageError } from "../../../platform/errors.ts";
import { unknownName } from "../../../platform/unknown_name.ts";
import type { Row } from "../../../results/row.ts";
import type { Profile } from "../../profiles.ts";
import { type Contender, factorTexts, type Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { type Filter, namesInFilter, parseFilter } from "./filter.ts";

/** One comparison that a run will consider. */
export interface PlannedComparison {
  /** Suite whose question the comparison helps to answer. */
  readonly suite: Suite;
  /** Workload on which the contenders are compared. */
  readonly workload: Workload;
  /** Those that passed the filter, and the baseline. */
  readonly contenders: readonly Contender[];
}

/** Name of a planned comparison in forecasts and histories: `hetu-gnn/figure-8 reddit`. */
export function plannedName({ suite, workload }: Pick<PlannedComparison, "suite" | "workload">): string {
  return comparisonName(suite.id, workload.id);
}

/**
 * The comparisons of these suites that pass the filter. A baseline stays as long as any contender is compared
 * with it.
 */
export function planComparisons(
  suites: readonly Suite[],
  profile: Profile,
  filter?: Filter,
): PlannedComparison[] {
  return suites.flatMap((suite) => planWorkloads(suite, suite.workloads(profile), filter));
}

/** Names of a cell that a filter can ask for, with their values. */
function cellNames(suite: Suite, workload: Workload, contender: Contender): Readonly<Record<string, string>> {
  return {
    suite: suite.id,
    artifact: suite.artifact,
    workload: workload.id,
    ...(workload.dataset === undefined ? {} : { dataset: workload.dataset }),
    ...factorTexts(workload, contender),
    contender: contender.id,
  };
}

function planWorkloads(
  suite: Suite,
  workloads: readonly Workload[],
  pass: Filter = () => true,
): PlannedComparison[] {
  return workloads.flatMap((workload) => {
    const chosen = suite.contenders.filter((contender) => pass(cellNames(suite, workload, contender)));
    if (chosen.length === 0) return [];
    const ids = new Set([suite.baseline, ...chosen.map(({ id }) => id)]);
    const contenders = suite.contenders.filter(({ id }) => ids.has(id));
    return [{ suite, workload, contenders }];
  });
}

/** Which cells of a run are wanted, as its options say. */
export interface WantedCells {
  /** Filter as a user writes it. */
  readonly filter?: string;
  /** Function that cells have to pass beside it. */
  readonly select?: Filter;
}

/** Comparisons that the rows so far ask for, of those that a run wants. */
export function planFurther(
  suite: Suite,
  profile: Profile,
  rows: readonly Row[],
  { filter, select = () => true }: WantedCells,
): PlannedComparison[] {
  const pass = filter === undefined ? () => true : parseFilter(filter);
  const further = suite.furtherWorkloads?.(profile, rows) ?? [];
  return planWorkloads(suite, further, (names) => select(names) && pass(names));
}

/**
 * Stages of a suite: the comparisons that were planned, then those that `further` gives once they have run,
 * until it gives no new ones.
 */
export function* inStages(
  planned: readonly PlannedComparison[],
  further: () => readonly PlannedComparison[],
): Generator<readonly PlannedComparison[]> {
  const begun = new Set<string>();
  let stage = planned;
  do {
    for (const { workload } of stage) begun.add(workload.id);
    yield stage;
    stage = further().filter(({ workload }) => !begun.has(workload.id));
  } while (stage.length > 0);
}

/** Values of a name that a message lists. */
const MOST_LISTED = 20;

/** Names that a filter can use, each with the values that these comparisons have. */
function filterValues(planned: readonly PlannedComparison[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const { suite, workload, contenders } of planned) {
    for (const contender of contenders) {
      for (const [name, value] of Object.entries(cellNames(suite, workload, contender))) {
        values.set(name, (values.get(name) ?? new Set()).add(value));
      }
    }
  }
  return values;
}

/** A name with the values that a filter can ask of it. */
function listed(name: string, values: ReadonlySet<string>): string {
  const shown = [...values].slice(0, MOST_LISTED).join(", ");
  return `${name} (${shown}${values.size > MOST_LISTED ? ", ..." : ""})`;
}

/**
 * The comparisons of a run.
 *
 * @param filter As a user writes it; see {@linkcode parseFilter}.
 * @param select Function that cells have to pass beside it.
 * @throws {UsageError} for a filter that cannot be read, that asks for a name which no cell has, or that
 * nothing passes: the message lists the names there are, or the values of those that it asks for.
 */
export function planRun(
  suites: readonly Suite[],
  profile: Profile,
  filter?: string,
  select: Filter = () => true,
): PlannedComparison[] {
  if (filter === undefined) return planComparisons(suites, profile, select);
  const pass = parseFilter(filter);
  const all = planComparisons(suites, profile, select), values = filterValues(all);
  const names = namesInFilter(filter), action = `select comparisons by --filter ${JSON.stringify(filter)}`;
  // A term with != passes every cell that lacks the name: a slip would go unnoticed.
  const unknown = all.length === 0 ? undefined : names.find((name) => !values.has(name));
  if (unknown !== undefined) throw unknownName(`${action}, by "${unknown}"`, unknown, [...values.keys()]);
  const planned = planComparisons(suites, profile, (cell) => select(cell) && pass(cell));
  if (planned.length > 0) return planned;
  const had = [...new Set(names)].map((name) => listed(name, values.get(name) ?? new Set()));
  throw new UsageError({
    action,
    current: `none among ${all.length} of profile ${profile.id}`,
    wanted: "one or more",
    next: `correct the filter; these suites have ${had.join(", ")}`,
  });
}

/** Workloads of the comparisons from the first one of a suite on. */
export function workloadsFrom(suite: Suite, planned: readonly PlannedComparison[]): Workload[] {
  const first = planned.findIndex((each) => each.suite === suite);
  return first < 0 ? [] : planned.slice(first).map(({ workload }) => workload);
}

/** Planned comparisons that run after one: those of its suite behind it, and those of later suites. */
export function laterThan(
  comparison: PlannedComparison,
  suites: readonly Suite[],
  planned: readonly PlannedComparison[],
): readonly PlannedComparison[] {
  const order = suites.flatMap((suite) => planned.filter((each) => each.suite === suite));
  return order.slice(order.indexOf(comparison) + 1);
}
