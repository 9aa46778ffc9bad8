/**
 * Advice for the terminal: the graph in numbers, the choice in a sentence, the alternatives in a table.
 *
 * @module
 */
import { textTable } from "../../platform/text/text_table.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { contenderLabel, metricLabel } from "../../results/report/suite_label.ts";
import { parseFactors } from "../../results/report/workload.ts";
import type { Row } from "../../results/row.ts";
import type { SuiteText } from "../../results/store/session_document.ts";
import type { AdvisedChoice } from "./choice.ts";

/** Alternatives that are listed. */
const MOST_LISTED = 8;

const NO_CARD: ReadonlySet<string> = new Set(["time", "speedup"]);

/** The graph in numbers: facts of the baseline's cell that the suite describes it by. */
function cardLines(suite: SuiteText, baseline: readonly Row[]): string[] {
  const facts = suite.metrics.filter(({ id }) => !NO_CARD.has(id)).flatMap(({ id, unit }) => {
    const row = baseline.find(({ metric, status }) => metric === id && status === "ok");
    const value = `${formatNumber(row?.median)} ${formatUnit(unit)}`.trim();
    return row === undefined ? [] : [[metricLabel(suite, id), value] as const];
  });
  const width = Math.max(0, ...facts.map(([label]) => label.length));
  return facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
}

/** Advice on one workload. */
export interface AdviceText {
  /** Suite with its texts. */
  readonly suite: SuiteText;
  /** Rows of the workload. */
  readonly rows: readonly Row[];
  /** Choice among its cells. */
  readonly choice: AdvisedChoice;
  /** Smallest difference that the session can see, as a ratio minus 1. */
  readonly smallestDifference: number;
}

/** Text on the alternative with the highest speed-up beside the chosen one: too near to it, or not sure. */
function besideText({ chosen, fastest }: AdvisedChoice, smallestDifference: number): string {
  const [[least], [ratio, lo, hi]] = [chosen.speedup, fastest.speedup];
  if (ratio <= least * (1 + smallestDifference)) {
    return "has the highest median speed-up, but not by more than this session sees " +
      `(${formatNumber(100 * smallestDifference, 2)} %).`;
  }
  const [middle, from, to] = [ratio, lo, hi].map((each) => formatNumber(each, 3));
  return `has the highest median speed-up, but is not surely faster: ${middle}x [${from}, ${to}].`;
}

function sentence({ suite, choice, smallestDifference }: AdviceText): string {
  const { baseline } = suite, { chosen, fastest, paysOffAfter } = choice;
  const text = (contender: string) => contenderLabel(suite, contender);
  const [ratio, lo, hi] = chosen.speedup.map((each) => formatNumber(each, 3));
  const tie = chosen === fastest
    ? ""
    : ` ${text(fastest.contender)} ${besideText(choice, smallestDifference)}`;
  if (chosen.contender === baseline) {
    return `Take ${text(baseline)}: nothing is faster by more than this session's noise.${tie}`;
  }
  const once = `${formatNumber(chosen.onceMs, 3)} ms of work once`;
  const pays = Number.isFinite(paysOffAfter)
    ? `${once}, which pays off ${
      paysOffAfter > 0 ? `after ${formatNumber(Math.ceil(paysOffAfter))} products` : "at once"
    }`
    : `${once}, which does not pay off`;
  return `Take ${text(chosen.contender)}: ${ratio}x [${lo}, ${hi}] as fast as ${
    text(baseline)
  }; ${pays}.${tie}`;
}

/** Renders advice on one workload. */
export function renderAdvice(advice: AdviceText): string {
  const { suite, rows, choice } = advice, { baseline } = suite;
  const [{ dataset, factors }] = rows;
  const columns = parseFactors(factors).get("width") ?? "";
  const listed = choice.ranked.slice(0, MOST_LISTED);
  const table = textTable(
    ["mapping and ordering", "ms", "speed-up", "once, ms"],
    listed.map(({ contender, ms, speedup: [median, lo, hi], onceMs }) => [
      contenderLabel(suite, contender),
      formatNumber(ms, 3),
      contender === baseline
        ? "1, the baseline"
        : `${formatNumber(median, 3)} [${formatNumber(lo, 3)}, ${formatNumber(hi, 3)}]`,
      formatNumber(onceMs, 3),
    ]),
  );
  const left = choice.ranked.length - listed.length;
  return [
    `${dataset}, ${columns} ${columns === "1" ? "column" : "columns"}`,
    ...cardLines(suite, rows.filter(({ contender }) => contender === baseline)),
    "",
    sentence(advice),
    "",
    table,
    ...(left > 0 ? [`${left} slower ones are in the session's report.`] : []),
  ].join("\n");
}
