/**
 * Mechanisms of measured ratios: for each comparison under a claim, the ratio that bytes, atomics, barriers
 * or imbalance would give if it alone took time, and the term nearest to the measured ratio.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { oncePerObject } from "../../platform/once_per_object.ts";
import type { ClaimRow, Row } from "../row.ts";
import { quotientOf, readEvidence } from "../verdicts/evidence_values.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { workloadId } from "./workload.ts";

/** A counted quantity of a cell; more of it means slower. */
export interface Term {
  /** Metric of the row with the count. */
  readonly metric: string;
  /** Name of the quantity. */
  readonly label: string;
  /** Converts the row's value into the amount. */
  readonly amount: (value: number) => number;
}

const itself = (value: number) => value;

/** Quantities that rows of this harness count, bytes first. */
export const TERMS: readonly Term[] = [
  { metric: "roofline_bound_compulsory", label: "bytes or arithmetic, each byte once", amount: itself },
  { metric: "roofline_bound_no_reuse", label: "bytes or arithmetic, without reuse", amount: itself },
  { metric: "bytes_moved", label: "bytes moved, each use counted", amount: itself },
  { metric: "multiply_adds", label: "multiply-adds", amount: itself },
  { metric: "l2_hit_rate", label: "simulated L2 misses", amount: (percent) => 100 - percent },
  { metric: "atomics", label: "atomic operations", amount: itself },
  { metric: "probes", label: "slots looked at", amount: itself },
  { metric: "barriers", label: "barriers", amount: itself },
  { metric: "launches", label: "launches", amount: itself },
  { metric: "imbalance", label: "largest share over the mean one", amount: itself },
];

/** Two cells whose times were compared in paired rounds. */
export interface TimedPair {
  /** Rows of the numerator's cell, which a claim says is the slower one. */
  readonly slow: NonEmpty<Row>;
  /** Rows of the denominator's cell. */
  readonly fast: NonEmpty<Row>;
  /** Ratio of the slow time to the fast one. */
  readonly ratio: number;
  /** Lower end of the 95 % interval. */
  readonly lo: number;
  /** Upper end of the 95 % interval. */
  readonly hi: number;
}

/** A pair with the ratios that its counts predict. */
export interface Mechanism extends TimedPair {
  /** Ratios that each term alone would give; terms that either cell lacks are left out. */
  readonly predicted: readonly { readonly term: Term; readonly ratio: number }[];
  /** Term that explains the measured ratio, in words. */
  readonly explanation: string;
}

/** Logarithmic distance from 1 within which a term predicts no difference. */
const EQUAL = Math.log(1.01);

function amountOf(cell: readonly Row[], { metric, amount }: Term): number | undefined {
  const row = cell.find((row) => row.metric === metric && row.status === "ok");
  return row?.median === undefined || !Number.isFinite(row.median) ? undefined : amount(row.median);
}

function names(terms: Mechanism["predicted"]): string {
  return terms.map(({ term, ratio }) => `${term.label} (${formatNumber(ratio, 3)})`).join(", ");
}

/** Names the predictions that explain a ratio. Agreement is not proof, and the wording does not claim it. */
export function explainRatio(
  { ratio, lo, hi }: Pick<TimedPair, "ratio" | "lo" | "hi">,
  predicted: Mechanism["predicted"],
): string {
  const telling = predicted.filter((each) => Math.abs(Math.log(each.ratio)) > EQUAL);
  if (lo <= 1 && hi >= 1) {
    const unseen = telling.filter((each) => each.ratio < lo || each.ratio > hi);
    return unseen.length > 0
      ? `no difference was seen, against ${names(unseen)}`
      : "no difference was seen, and none beyond the interval is predicted";
  }
  const within = telling.filter((each) => each.ratio >= lo && each.ratio <= hi);
  if (within.length > 0) return `within the interval: ${names(within)}`;
  const sameWay = telling.filter((each) => Math.log(each.ratio) * Math.log(ratio) > 0);
  const gap = (each: { ratio: number }) => Math.abs(Math.log(ratio / each.ratio));
  if (sameWay.length > 0) {
    const nearest = sameWay.reduce((a, b) => (gap(b) < gap(a) ? b : a));
    const factor = formatNumber(Math.exp(gap(nearest)), 3);
    return `nearest is ${names([nearest])}, which ${
      Math.abs(Math.log(nearest.ratio)) > Math.abs(Math.log(ratio))
        ? `predicts more than was measured, by a factor ${factor}`
        : `leaves a factor ${factor} unexplained`
    }`;
  }
  if (telling.length > 0) return `nothing that is counted: ${names(telling)} point the other way`;
  return "nothing that is counted: the counts are equal, and the gap lies in what they leave out (caches, instructions)";
}

/** Predicts the ratio of two cells' times from their counts; undefined where they share no count. */
export function mechanismOf(pair: TimedPair): Mechanism | undefined {
  const predicted = TERMS.flatMap((term) => {
    const [slow, fast] = [amountOf(pair.slow, term), amountOf(pair.fast, term)];
    return slow === undefined || fast === undefined || !(slow > 0) || !(fast > 0)
      ? []
      : [{ term, ratio: slow / fast }];
  });
  if (predicted.length === 0) return undefined;
  return { ...pair, predicted, explanation: explainRatio(pair, predicted) };
}

/** Cells of a suite by contender and then by suite and workload. */
type Cells = ReadonlyMap<string, ReadonlyMap<string, NonEmpty<Row>>>;

/** Finds the cells of a suite by its rows: every claim of a paper looks for its own among them. */
const cellsIn = oncePerObject((rows: readonly Row[]): Cells =>
  new Map(
    [...groupBy(rows, ({ contender }) => contender)]
      .map(([contender, own]) => [contender, groupBy(own, (row) => `${row.suite}\n${workloadId(row)}`)]),
  )
);

function cellsOf(
  suites: readonly (readonly Row[])[],
  contender: string,
  dataset: string | undefined,
): Map<string, NonEmpty<Row>> {
  const cells = suites.flatMap((rows) => [...cellsIn(rows).get(contender) ?? []]);
  return new Map(cells.filter(([, [row]]) => dataset === undefined || row.dataset === dataset));
}

/** Pairs that a claim's evidence names, where the rows identify their cells. */
function namedPairs({ evidence }: ClaimRow, suites: readonly (readonly Row[])[]): TimedPair[] {
  return readEvidence(evidence).values.flatMap((stated): TimedPair[] => {
    const quotient = quotientOf(stated);
    if (quotient?.metric !== "time" || quotient.note !== undefined) return [];
    const { above, below, dataset } = quotient, { value: ratio, lo, hi } = stated;
    const fastCells = cellsOf(suites, below, dataset);
    const pairs = [...cellsOf(suites, above, dataset)].flatMap(([workload, slow]) => {
      const fast = fastCells.get(workload);
      return fast === undefined ? [] : [{ slow, fast, ratio, lo, hi }];
    });
    // With several workloads on one dataset, the words do not identify the workload.
    return pairs.length === 1 ? pairs : [];
  });
}

/** Speed-ups of an artifact's suites, as pairs of baseline and contender. */
function baselinePairs(rows: readonly Row[]): TimedPair[] {
  const byCell = groupBy(rows, (row) => row.cell);
  return rows.flatMap((row): TimedPair[] => {
    const { metric, vs, contender, cell, status, median, ci_lo, ci_hi } = row;
    if (metric !== "speedup" || vs === "" || status !== "ok" || median === undefined) return [];
    if (ci_lo === undefined || ci_hi === undefined || !cell.endsWith(`:${contender}`)) return [];
    const baseline = byCell.get(`${cell.slice(0, -contender.length)}${vs}`);
    return baseline === undefined
      ? []
      : [{ slow: baseline, fast: byCell.get(cell)!, ratio: median, lo: ci_lo, hi: ci_hi }];
  });
}

/** Tiers of claims about time. */
const TIMED = ["time-any", "time-gpu", "peer"];

/**
 * Mechanisms behind a claim about time, for the comparisons that its evidence names, else for the speed-ups
 * of its artifact's suites. Empty where the claim was not run, or where no compared cell has counts.
 *
 * @param suites Rows of each suite of the claim's paper.
 */
export function claimMechanisms(claim: ClaimRow, ...suites: readonly (readonly Row[])[]): Mechanism[] {
  if (claim.verdict === "not-run" || !TIMED.includes(claim.tier)) return [];
  const named = namedPairs(claim, suites);
  // The rows of a suite are of one artifact.
  const artifact = suites.filter(([row]) => row?.artifact === claim.artifact);
  const pairs = named.length > 0 ? named : baselinePairs(artifact.flat());
  return pairs.flatMap((pair) => mechanismOf(pair) ?? []);
}
