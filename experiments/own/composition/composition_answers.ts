/**
 * Answers of the experiments on composition in words, from rows alone.
 *
 * @module
 */
import { medianOf, type Row } from "../../../results/row.ts";
import { intervalOf, spellInterval } from "../../claims/interval.ts";
import { type AdjustedRatio, MARGIN, shownSign } from "./stated_predictions.ts";
import { TOGETHER } from "./switched_runs.ts";

/** A row's ratio with the adjusted p beside it, 1 where there is none. */
interface Effect extends AdjustedRatio {
  readonly row: Row;
  /** Pair of techniques, as `ordering x tiles`; for all together, `together`. */
  readonly name: string;
}

/**
 * Sentences of a session, one a graph and experiment, in the order of the rows: whether the product of the
 * single speed-ups predicts the combined one, within how many per cent, else the pair that departs most from
 * it; and how many of the signs that were stated beforehand came true.
 */
export function compositionAnswers(rows: readonly Row[]): string[] {
  const own = rows.filter(({ suite, status }) => suite.startsWith("own/composition-") && status === "ok");
  const comparisons = Map.groupBy(own, ({ cell, contender }) => cell.slice(0, -contender.length));
  return [...comparisons.values()].flatMap((each) => {
    const pairs = effectsOf(each, "interaction");
    if (pairs.length === 0) return [];
    const [whole] = effectsOf(each, "surplus");
    const answer = whole === undefined ? pairsText(pairs) : productText(each, { whole, pairs });
    return [`On ${each[0].dataset}, ${answer}; ${predictionsText(each)}.`];
  });
}

function effectsOf(rows: readonly Row[], metric: string): Effect[] {
  return rows.filter((row) => row.metric === metric).map((row): Effect => {
    const p = rows.find((other) => other.contender === row.contender && other.metric === "p_holm");
    const { value: median, low, high } = intervalOf(row);
    const name = row.contender.replace(/^pair:/, "").replace("+", " x ");
    return { row, name, median, low, high, p: p === undefined ? 1 : medianOf(p) };
  });
}

const departure = ({ median }: Pick<Effect, "median">) => Math.abs(Math.log(median));
const isOne = ({ low, high }: Pick<Effect, "low" | "high">) => low >= 1 / MARGIN && high <= MARGIN;
const spell = ({ median: value, low, high, row }: Effect) =>
  `${spellInterval({ value, low, high }, row.unit)}, n = ${row.n}`;

/** Pair that is shown to depart most from multiplying, in words. */
function farthest(pairs: readonly Effect[]): string {
  const shown = pairs.filter((pair) => shownSign(pair) !== 0 && !isOne(pair));
  if (shown.length === 0) return "no single pair is shown to depart from multiplying";
  const pair = shown.reduce((far, each) => departure(each) > departure(far) ? each : far);
  return `the pair farthest from multiplying is ${pair.name} (${spell(pair)})`;
}

function productText(
  rows: readonly Row[],
  { whole, pairs }: { readonly whole: Effect; readonly pairs: readonly Effect[] },
): string {
  const ratio = (metric: string) => {
    const row = rows.find((each) => each.contender === TOGETHER && each.metric === metric)!;
    return spellInterval(intervalOf(row), row.unit);
  };
  const both = `the product of the single speed-ups (${ratio("product")})`;
  const combined = `the combined one (${ratio("together")})`;
  if (isOne(whole)) {
    const percent = 100 * (Math.exp(Math.max(-Math.log(whole.low), Math.log(whole.high))) - 1);
    return `${both} predicts ${combined} within ${percent.toFixed(1)} %: the ratio is ${spell(whole)}`;
  }
  if (shownSign(whole) === 0) {
    const p = `p = ${whole.p.toPrecision(2)} after Holm`;
    return `it is open whether ${both} predicts ${combined}: the ratio is ${spell(whole)}, ${p}`;
  }
  return `${both} does not predict ${combined}, which is ${spell(whole)} of it; ${farthest(pairs)}`;
}

function pairsText(pairs: readonly Effect[]): string {
  const multiply = pairs.filter(isOne).length;
  const depart = pairs.filter((pair) => !isOne(pair) && shownSign(pair) !== 0).length;
  const open = pairs.length - multiply - depart, within = Math.round(100 * (MARGIN - 1));
  return `of ${pairs.length} pairs ${multiply} multiply within ${within} %, ${depart} depart and ${open} are ` +
    `open; ${farthest(pairs)}`;
}

function predictionsText(rows: readonly Row[]): string {
  const stated = rows.filter(({ metric }) => metric === "predicted").length;
  const decided = rows.filter(({ metric }) => metric === "came_true").map(medianOf);
  const right = decided.filter((each) => each === 1).length;
  return `of ${stated} signs stated beforehand ${right} came true, ${decided.length - right} did not, ` +
    `${stated - decided.length} are open`;
}
