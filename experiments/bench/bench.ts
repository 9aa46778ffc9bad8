/**
 * The bench: runs every suite that has lines of it into a session, and judges the lines.
 *
 * @module
 */
import { readSession, type SessionContents } from "../../results/store/store.ts";
import type { Workload } from "../cell.ts";
import { profileOf } from "../profiles.ts";
import type { Filter } from "../session/planning/filter.ts";
import { planRun } from "../session/planning/plan.ts";
import { repro } from "../session/repro.ts";
import type { ReproOptions } from "../session/repro_options.ts";
import type { ReproSummary } from "../session/summary.ts";
import { allSuites } from "../suites.ts";
import { type BenchSuite, isBenchSuite } from "./bench_suite.ts";
import { BenchSession, type JudgedLine } from "./bench_session.ts";

/** Options of a bench: those of a run, without the choice of suites. */
export interface BenchOptions extends Omit<ReproOptions, "papers" | "artifact" | "select"> {
  /** Only two small graphs and two widths: minutes in place of an hour, for tests of the machinery. */
  readonly quick?: boolean;
  /** Suites to run; every one with lines of the bench when absent. */
  readonly suites?: readonly BenchSuite[];
}

/** A bench that has run. */
export interface Bench {
  /** The run's session. */
  readonly summary: ReproSummary;
  /** Contents of the session. */
  readonly contents: SessionContents;
  /** Lines in the order of the suites. */
  readonly lines: readonly JudgedLine[];
  /** A target is missed, or a check failed. */
  readonly failed: boolean;
}

const QUICK_GRAPHS = ["cora", "pubmed"] as const;
const QUICK_WIDTHS = ["64", "128"] as const;
const QUICK_EDGES = 1e5;

/** Whether a cell belongs to a quick bench: by its dataset, its width and its edges, where it has them. */
export const isQuick: Filter = ({ dataset, width, edges }) =>
  (dataset === undefined || QUICK_GRAPHS.some((graph) => graph === dataset)) &&
  (width === undefined || QUICK_WIDTHS.some((each) => each === width)) &&
  (edges === undefined || Number(edges) <= QUICK_EDGES);

/** Every suite that has lines of the bench. */
export function benchSuites(): readonly BenchSuite[] {
  return allSuites().filter(isBenchSuite);
}

/**
 * Runs the suites into a session and judges their lines. A session that is resumed runs only what is not
 * finished.
 *
 * @throws what {@linkcode repro} throws.
 */
export async function bench(
  { quick = false, suites = benchSuites(), ...options }: BenchOptions,
): Promise<Bench> {
  const select = quick ? { select: isQuick } : {};
  const summary = await repro({ ...options, ...select, papers: suites.map(({ id }) => id) });
  const contents = await readSession(summary.paths.session);
  const profile = profileOf(contents.document.profile);
  const planned = Map.groupBy(planRun(suites, profile, options.filter, select.select), ({ suite }) => suite);
  const session = new BenchSession(contents);
  const lines = suites.flatMap((suite) => {
    const workloads: readonly Workload[] = (planned.get(suite) ?? []).map(({ workload }) => workload);
    // A filter asks for some suites; the others have nothing to say.
    if (options.filter !== undefined && workloads.length === 0) return [];
    return suite.bench.map((line) => session.judge(suite, line, workloads));
  });
  const failed = summary.failed || lines.some(({ outcome }) => outcome === "missed");
  return { summary, contents, lines, failed };
}
