/**
 * Published numbers beside the measured ones of a session.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../../../results/row.ts";
import { MeasuredRows } from "../../claims/measured_rows.ts";
import type { Paper } from "../../paper.ts";
import {
  convert,
  formatConfig,
  isDimensionless,
  joinPublished,
  judgedCells,
  judgePublished,
  type PublishedRow,
  readPublished,
  shownReason,
} from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { declaredCells } from "./declared_cells.ts";
import type { SessionRows } from "./session_rows.ts";

/** Reason for which a published number is only shown in a smoke run. */
const TOY_NUMBER = "a number at smoke sizes";

/** Reason for which the number of a policy is only shown beside that of the system that it stands for. */
const POLICY_NUMBER = "a policy's number; the system itself was measured, too";

/** Reason for which a published number is only shown where a GPU is emulated. */
const EMULATED_NUMBER = "measured on a software adapter";

/** Every published row of these papers beside its measured cells, or with the reason why there are none. */
export function comparePublished(
  papers: readonly Paper[],
  suites: readonly Suite[],
  measured: SessionRows,
): ComparisonRow[] {
  const rows = new Map(measured.rows.map((row) => [`${row.cell}\n${row.metric}`, row]));
  const exact = new Set(suites.flatMap(({ id, measurement }) => measurement.kind === "exact" ? [id] : []));
  const suiteRows = new Map(
    [...Map.groupBy(measured.rows, ({ suite }) => suite)].map(([suite, own]) =>
      [suite, new MeasuredRows(suite, { rows: own, samples: [] })] as const
    ),
  );
  const { entries } = joinPublished(papers.flatMap(readPublished), declaredCells(suites));
  return entries.flatMap(({ row: published, cells }): ComparisonRow[] => {
    const unjoined = unjoinedRow(published, measured);
    if (cells.length === 0) return [unjoined];
    const isMeasured = (cell: string, metric: string) => rows.get(`${cell}\n${metric}`)?.status === "ok";
    const systems = new Set(cells.map(({ standsFor }) => standsFor));
    // A system that was not measured leaves no number missing: the policy stands for it.
    const asked = cells.filter(({ cell, metric }) => !systems.has(cell) || isMeasured(cell, metric));
    const beside = asked.map(({ suite, cell, metric, standsFor, key }): ComparisonRow => {
      const row = rows.get(`${cell}\n${metric}`) ?? rows.get(`${cell}\ntime`);
      if (row === undefined) return { ...unjoined, cell, reason: `${suite} did not run` };
      if (row.status !== "ok" || row.metric !== metric || row.median === undefined) {
        const reason = row.status === "ok" ? `${metric} was not measured` : `${row.status}: ${row.reason}`;
        return { ...unjoined, cell, dataset_kind: row.dataset_kind, reason };
      }
      // Counts and models have no clock.
      const isTimed = row.source === "measured" && !exact.has(row.suite);
      const resolution = isTimed ? measured.smallestDifference : 0;
      const columns = besideMeasured(published, { ...row, median: row.median }, resolution);
      const stands = standsFor === undefined || !isMeasured(standsFor, metric);
      const unfit = unfitBecause(published, row, { ...measured, exact, suiteRows }) ??
        (stands ? shownReason(key, published.claimId) : POLICY_NUMBER);
      const shown = unfit !== undefined && columns.judgement !== "shown";
      return { ...unjoined, cell, ...columns, ...(shown ? { judgement: "shown", reason: unfit } : {}) };
    });
    const aside = new Set(asked.flatMap(({ key }) => shownReason(key, published.claimId) ?? [])).add(
      POLICY_NUMBER,
    );
    return onlyExtreme(published, beside, aside);
  });
}

/** Row of a published number that nothing was measured for. */
function unjoinedRow(published: PublishedRow, { session }: Pick<SessionRows, "session">): ComparisonRow {
  return {
    session,
    paper: published.paper,
    artifact: published.artifact,
    published_id: published.claimId,
    metric: published.metric,
    unit: published.unit,
    dataset: published.dataset,
    model: published.model,
    system: published.system,
    config: formatConfig(published.config),
    relation: published.relation,
    published: published.value,
    measured: undefined,
    ci_lo: undefined,
    ci_hi: undefined,
    source: "",
    cell: "",
    dataset_kind: "",
    judgement: "",
    reason: published.reason,
    n: undefined,
  };
}

/**
 * Reason for which a measured number is no match for a published one, whatever its size; undefined where it
 * is one. `exact` are the ids of the suites that have no clock.
 */
function unfitBecause(
  published: PublishedRow,
  row: Row,
  { profile, adapterKind, exact, suiteRows }: Pick<SessionRows, "profile" | "adapterKind"> & {
    readonly exact: ReadonlySet<string>;
    readonly suiteRows: ReadonlyMap<string, MeasuredRows>;
  },
): string | undefined {
  // Answers of the one table that prints some rest on times.
  if (!isDimensionless(published) && published.unit !== "label") return undefined;
  if (profile === "smoke") return TOY_NUMBER;
  const { suite, source } = row;
  if (source !== "measured" || exact.has(suite) || OF_LABELS.has(published.metric)) return undefined;
  return adapterKind === "software" ? EMULATED_NUMBER : suiteRows.get(suite)!.waitingFor(row);
}

/**
 * Judges a printed bound by its extreme cell alone: the best one, or the worst for "from" and "at least". The
 * other cells are only shown. Cells with a reason in `aside` do not count. Where some cells were not
 * measured, one of them may be the extreme one, and the bound is undecided.
 */
function onlyExtreme(
  published: PublishedRow,
  rows: readonly ComparisonRow[],
  aside: ReadonlySet<string>,
): ComparisonRow[] {
  const candidates = rows.flatMap((row) =>
    row.measured === undefined || aside.has(row.reason) ? [] : [{ row, value: row.measured }]
  );
  const judged = new Set(judgedCells(published, candidates).map(({ row }) => row));
  const missing = rows.filter(({ measured }) => measured === undefined).length, { relation } = published;
  const isBound = relation !== "eq" && relation !== "approx";
  return rows.map((row) => {
    if (row.measured === undefined || row.judgement === "shown") return row;
    if (!judged.has(row)) {
      return { ...row, judgement: "shown", reason: `printed for the ${relation} of these cells` };
    }
    if (!isBound || missing === 0) return row;
    const reason = `the ${relation} of ${rows.length} cells, of which ${missing} were not measured`;
    return { ...row, judgement: "undecided", reason };
  });
}

/** Published metrics that labels decide. */
const OF_LABELS: ReadonlySet<string> = new Set(["test_accuracy", "accuracy_gain", "epochs_to_accuracy"]);

/**
 * The measured columns in the published unit, and the judgement. Counts of a stand-in, and accuracies on its
 * labels, say nothing about the real graph.
 */
function besideMeasured(
  published: PublishedRow,
  row: Row & { readonly median: number },
  resolution: number,
): Partial<ComparisonRow> {
  const scale = published.unit === row.unit
    ? 1
    : convert(1, row.unit).value / convert(1, published.unit).value;
  const inUnit = (value: number | undefined) => value === undefined ? undefined : value * scale;
  const columns = {
    measured: row.median * scale,
    ci_lo: inUnit(row.ci_lo),
    ci_hi: inUnit(row.ci_hi),
    source: row.source,
    dataset_kind: row.dataset_kind,
    n: row.n,
  };
  if (published.isCount && row.dataset_kind === "stand-in") {
    return { ...columns, judgement: "shown", reason: `a count of the stand-in ${row.dataset}` };
  }
  if (OF_LABELS.has(published.metric) && row.dataset_kind === "stand-in") {
    return { ...columns, judgement: "shown", reason: `labels of the stand-in ${row.dataset} are planted` };
  }
  // Too few rounds leave an interval without ends, which decides nothing.
  if (![row.median, row.ci_lo ?? 0, row.ci_hi ?? 0].every(Number.isFinite)) {
    return { ...columns, ci_lo: undefined, ci_hi: undefined, judgement: "undecided", reason: row.reason };
  }
  const interval = row.ci_lo === undefined || row.ci_hi === undefined
    ? {}
    : { ci: [row.ci_lo, row.ci_hi] as const };
  const { judgement, reason } = judgePublished(published, {
    value: row.median,
    unit: row.unit,
    resolution,
    ...interval,
  });
  return { ...columns, judgement, reason };
}
