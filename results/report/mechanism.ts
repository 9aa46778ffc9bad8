/**
 * What counted work predicts beside what was measured: for each comparison under a claim, the ratio that bytes, atomics,
 * barriers and imbalance would give if they alone took time, and the term that comes nearest.
 *
 * @module
 */
import type { ClaimRow, Row } from "../row.ts";
import { formatNumber } from "./number.ts";
import { workloadId } from "./workload.ts";

/** Something that is counted of a cell, of which more means slower. */
export interface Term {
  /** Metric of the row that has it. */
  readonly metric: string;
  /** What it is. */
  readonly label: string;
  /** The amount, from the row's value. */
  readonly amount: (value: number) => number;
}

const itself = (value: number) => value;

/** What rows of this harness count, bytes first. */
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
  /** The cell above the line; a claim says that it is the slower one. */
  readonly slow: readonly Row[];
  /** The cell below the line. */
  readonly fast: readonly Row[];
  /** Time of the slow over that of the fast, with its 95 % interval. */
  readonly ratio: number;
  /** Lower end. */
  readonly lo: number;
  /** Upper end. */
  readonly hi: number;
}

/** A pair with what its counts predict. */
export interface Mechanism extends TimedPair {
  /** The ratio that each term alone would give; terms that either cell lacks are left out. */
  readonly predicted: readonly { readonly term: Term; readonly ratio: number }[];
  /** Which term explains what was measured, in words. */
  readonly explanation: string;
}

/** Terms within a hundredth of 1 predict no difference. */
const EQUAL = Math.log(1.01);

function amountOf(cell: readonly Row[], { metric, amount }: Term): number | undefined {
  const row = cell.find((row) => row.metric === metric && row.status === "ok");
  return row?.median === undefined || !Number.isFinite(row.median) ? undefined : amount(row.median);
}

function names(terms: Mechanism["predicted"]): string {
  return terms.map(({ term, ratio }) => `${term.label} (${formatNumber(ratio, 3)})`).join(", ");
}

/** Which of the predictions explains a ratio. Agreement is no proof, and the words do not say so. */
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
    const left = Math.exp(gap(nearest));
    const over = Math.abs(Math.log(nearest.ratio)) > Math.abs(Math.log(ratio));
    return `nearest is ${names([nearest])}, which ${over ? "says too much" : "leaves a factor"} ${
      over ? "by a factor " : ""
    }${formatNumber(left, 3)}${over ? "" : " unexplained"}`;
  }
  if (telling.length > 0) return `nothing that is counted: ${names(telling)} point the other way`;
  return "nothing that is counted: the counts are equal, and the gap lies in what they leave out (caches, instructions)";
}

/** What the counts of two cells predict of their times; undefined where they share no count. */
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

/** `time(a) / time(b) on cora = 1.5 [1.4, 1.6], 13 rounds`, as the evidence of a claim words a comparison of times. */
const COMPARED =
  /(?:^|[ :])time\(([^()]+)\) \/ time\(([^()]+)\)(?: on (\S+))? = ([\d.e+-]+) \[([\d.e+-]+), ([\d.e+-]+|Infinity)\], \d+ rounds$/;

function cellsOf(rows: readonly Row[], contender: string, dataset: string | undefined): Map<string, Row[]> {
  return Map.groupBy(
    rows.filter((row) => row.contender === contender && (dataset === undefined || row.dataset === dataset)),
    (row) => `${row.suite}\n${workloadId(row)}`,
  );
}

/** The pairs that a claim's evidence names, where the rows say which cells they are. */
function namedPairs({ evidence }: ClaimRow, rows: readonly Row[]): TimedPair[] {
  const pairs = evidence.split("; ").flatMap((words): TimedPair[] => {
    const found = COMPARED.exec(words);
    if (found === null) return [];
    const [, slow, fast, dataset, ...numbers] = found;
    const [ratio, lo, hi] = numbers.map(Number);
    const fastCells = cellsOf(rows, fast, dataset);
    const both = [...cellsOf(rows, slow, dataset)].filter(([workload]) => fastCells.has(workload));
    // Of several workloads on one dataset the words do not say which.
    return both.length === 1 ? [{ slow: both[0][1], fast: fastCells.get(both[0][0])!, ratio, lo, hi }] : [];
  });
  return pairs;
}

/** The speed-ups of an artifact's suites, as pairs of baseline and contender. */
function baselinePairs(rows: readonly Row[]): TimedPair[] {
  const byCell = Map.groupBy(rows, (row) => row.cell);
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

/** Tiers of claims that speak of time. */
const TIMED = ["time-any", "time-gpu", "peer"];

/**
 * The mechanisms behind a claim about time: of the comparisons that its evidence names, else of the speed-ups of its
 * artifact's suites. Empty where it was not run, or where nothing that was compared has counts.
 *
 * @param paperRows Rows of all suites of the claim's paper.
 */
export function claimMechanisms(claim: ClaimRow, paperRows: readonly Row[]): Mechanism[] {
  if (claim.verdict === "not-run" || !TIMED.includes(claim.tier)) return [];
  const named = namedPairs(claim, paperRows);
  const pairs = named.length > 0
    ? named
    : baselinePairs(paperRows.filter(({ artifact }) => artifact === claim.artifact));
  return pairs.flatMap((pair) => mechanismOf(pair) ?? []);
}
