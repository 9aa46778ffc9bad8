/**
 * Times of a user's own kernels, and of all kernels on a user's own graph, for the terminal.
 *
 * @module
 */
import { textTable } from "../../platform/text/text_table.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatEstimate, formatNumber } from "../../platform/text/number.ts";
import { contenderLabel } from "../../results/report/suite_label.ts";
import { labelledWorkloads, workloadId } from "../../results/report/workload.ts";
import type { Row } from "../../results/row.ts";
import type { SuiteText } from "../../results/store/session_document.ts";
import { cellOutcomeText } from "./comparison/outcome_text.ts";

/** Comparisons that are printed; the report has all. */
const MOST_PRINTED = 4;

/** Ids of what a user has brought along. */
export interface OwnFiles {
  /** Contenders that are the user's kernels. */
  readonly contenders: readonly string[];
  /** Datasets that are the user's graphs. */
  readonly datasets: readonly string[];
}

/** Text for a kernel that was checked and then not timed: it is right. A crash comes before the check. */
function checkText({ status, checked_rows }: Row): string {
  const isRight = status === "skipped" && checked_rows !== undefined && checked_rows > 0;
  return isRight ? `is right (${counted(checked_rows, "row")} checked), but ` : "";
}

/**
 * One comparison: measured contenders by time, then the user's kernels without a time, with the reason; where
 * nothing has a time, the reasons of all.
 */
function comparisonText(suite: SuiteText, title: string, rows: readonly Row[], own: OwnFiles): string {
  const times = rows.filter(({ metric }) => metric === "time");
  const speedups = new Map(
    rows.filter(({ metric, status }) => metric === "speedup" && status === "ok").map((
      row,
    ) => [row.contender, row]),
  );
  const isOwn = ({ contender }: Row) => own.contenders.includes(contender);
  const label = (row: Row) => `${contenderLabel(suite, row.contender)}${isOwn(row) ? "  <- yours" : ""}`;
  const vs = [...speedups.values()].map((row) => row.vs)[0];
  const ok = times.filter(({ status }) => status === "ok");
  const table = textTable(
    [title, "ms", ...vs === undefined ? [] : [`times as fast as ${contenderLabel(suite, vs)}`]],
    ok.toSorted((a, b) => a.median! - b.median!).map((row) => {
      const speedup = speedups.get(row.contender);
      const ratio = speedup === undefined
        ? row.contender === vs ? "1" : ""
        : formatEstimate({ value: speedup.median, lo: speedup.ci_lo, hi: speedup.ci_hi }, [1]);
      return [label(row), formatNumber(row.median, 3), ...vs === undefined ? [] : [ratio]];
    }),
  );
  const without = times.filter((row) => row.status !== "ok" && isOwn(row)).map((row) =>
    `${contenderLabel(suite, row.contender)} ${checkText(row)}has no time: ${row.status}, ${row.reason}`
  );
  const first = ok.length > 0 ? table : `${title}: nothing has a time: ${cellOutcomeText(times)}`;
  return [first, ...without].join("\n");
}

/**
 * Renders every comparison in which a user's kernel or graph takes part; `undefined` where there is none.
 *
 * @param suites Texts of the session's suites.
 * @param rows Rows that count.
 */
export function ownFilesText(
  suites: readonly SuiteText[],
  rows: readonly Row[],
  own: OwnFiles,
): string | undefined {
  const texts = suites.flatMap((suite) => {
    const ofSuite = rows.filter((row) => row.suite === suite.id);
    const names = labelledWorkloads(ofSuite.filter(({ metric }) => metric === "time"));
    return [...Map.groupBy(ofSuite, workloadId)].flatMap(([workload, each]) =>
      each.some(({ contender, dataset }) =>
          own.contenders.includes(contender) || own.datasets.includes(dataset)
        )
        ? [comparisonText(suite, names.get(workload)?.label ?? workload, each, own)]
        : []
    );
  });
  if (texts.length === 0) return undefined;
  const left = texts.length - MOST_PRINTED;
  return [...texts.slice(0, MOST_PRINTED), ...left > 0 ? [`${left} more comparisons are in the report`] : []]
    .join("\n\n");
}
