/**
 * The row schema of CSV, plots, report, dashboard and notebook, versioned and append-only: columns are only
 * added at the end, and a golden test pins the headers.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";

/** Version of all headers in this file. */
export const SCHEMA = 3;

/** Versions that are read; only sessions of {@linkcode SCHEMA} are written. */
export const READABLE_SCHEMAS: readonly number[] = [1, 2, SCHEMA];

/** Readable versions in words. */
export const READABLE_WORDS = `schema ${READABLE_SCHEMAS.slice(0, -1).join(", ")} or ${SCHEMA}`;

/** Status of a cell; `wrong` where a check failed, so that nothing was timed. */
export type Status = "ok" | "wrong" | "oom" | "skipped" | "failed";

/** Source of a number. A verdict's source is the weakest source of its evidence. */
export type Source = "measured" | "simulated" | "modelled";

/** One (cell, metric) of a session. A cell is one contender on one workload of one suite. */
export interface Row {
  /** Version of the schema when the row was written; see {@link SCHEMA}. */
  readonly schema: number;
  /** Name of the session and of its folder. */
  readonly session: string;
  /** Profile, which sets sizes and durations: `smoke`, `standard` or `paper`. */
  readonly profile: string;
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Paper id; `own` for a suite of this project. */
  readonly paper: string;
  /** Artifact of the paper: `Figure 8`. */
  readonly artifact: string;
  /** Cell `<suite>:<workload>:<contender>`, unique within a session. */
  readonly cell: string;
  /** Contender by its id in the suite: a kernel, an ordering, a policy. */
  readonly contender: string;
  /** Baseline contender of a ratio; empty for absolute metrics. */
  readonly vs: string;
  /** Dataset as loaded: `reddit@1/16`. */
  readonly dataset: string;
  /** Kind of the graph: the publisher's or a generated one; empty where none was loaded. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /** Content hash of the graph as loaded; empty where none was loaded. */
  readonly dataset_hash: string;
  /** GNN model; empty where the workload is a kernel alone. */
  readonly model: string;
  /**
   * Backend: `wasm`, `x86` or `webgpu`; `python-cpu` or `python-cuda` for a peer, `library-cpu` for a shared
   * library.
   */
  readonly backend: string;
  /** Kind of the adapter: `software` where a GPU was emulated, `none` on the CPU. */
  readonly adapter_kind: "hardware" | "software" | "none";
  /** CPU threads that ran kernels; 0 on `webgpu`. */
  readonly threads: number;
  /** The remaining factors, sorted: `kernel=row-split;width=128`. */
  readonly factors: string;
  /** Metric of the value: `time`, `speedup`, or the name of a fact. */
  readonly metric: string;
  /** Unit of `median`, `mad` and the interval; `1` for plain numbers, `x` for ratios. */
  readonly unit: string;
  /** Samples behind the value. */
  readonly n: number;
  /** Value; absent where there is none, with the reason in `status` and `reason`. */
  readonly median: number | undefined;
  /** Median absolute deviation of the samples, unscaled. */
  readonly mad: number | undefined;
  /** 95 % interval; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of the 95 % interval. */
  readonly ci_hi: number | undefined;
  /** Source of the value. */
  readonly source: Source;
  /** Clock: `gpu-timestamp`, `wall-slope`, `wall`, or empty for values that are not times. */
  readonly timer: string;
  /** Share of this device's own roofline that was reached (compulsory bytes); 0..1. */
  readonly roofline_share: number | undefined;
  /** Relative error at the entry closest to its bound. */
  readonly rel_err: number | undefined;
  /** Bound at that entry, relative like `rel_err`; absent where nothing was checked. */
  readonly tolerance: number | undefined;
  /** Rows of the output that were compared with the oracle entry by entry. */
  readonly checked_rows: number | undefined;
  /** Seed of every random choice of the session. */
  readonly seed: number;
  /** Git commit of the harness, with `+` when the tree was dirty. */
  readonly commit: string;
  /** Number of the attempt, from 1; `store/counting_rows.ts` says which attempt counts. */
  readonly attempt: number;
  /** Status of the cell, or of this metric alone. */
  readonly status: Status;
  /** Reason why the status is not `ok`, or a remark. */
  readonly reason: string;
  /**
   * Instruction set of CPU kernels: `simd128` is WebAssembly's; empty on a GPU, for a peer and in schema 1.
   */
  readonly isa: string;
  /**
   * Implementation of WebGPU: `native` (the runtime's own), `dawn`, or `browser` for a session of try.html;
   * empty elsewhere and in schema 1.
   */
  readonly webgpu: string;
  /**
   * Ranks that exchanged real messages; 1 where nothing was distributed or only modelled; absent in schema 1.
   */
  readonly ranks: number | undefined;
}

/** Header of rows.csv. */
export const ROW_COLUMNS = [
  "schema",
  "session",
  "profile",
  "suite",
  "paper",
  "artifact",
  "cell",
  "contender",
  "vs",
  "dataset",
  "dataset_kind",
  "dataset_hash",
  "model",
  "backend",
  "adapter_kind",
  "threads",
  "factors",
  "metric",
  "unit",
  "n",
  "median",
  "mad",
  "ci_lo",
  "ci_hi",
  "source",
  "timer",
  "roofline_share",
  "rel_err",
  "tolerance",
  "checked_rows",
  "seed",
  "commit",
  "attempt",
  "status",
  "reason",
  "isa",
  "webgpu",
  "ranks",
] as const satisfies readonly (keyof Row)[];

const TIME_UNITS: ReadonlySet<string> = new Set(["ns", "us", "ms", "s"]);

/**
 * Value of a row that was measured with success.
 *
 * @throws {ReproError} for a row without a value, by its cell and metric.
 * @example
 * ```ts
 * import { medianOf } from "gnn-repro/results";
 * const row = { cell: "own/x:reddit:base", metric: "time", median: 3, status: "ok" } as const;
 * if (medianOf(row) !== 3) throw new Error("the value of the row");
 * ```
 */
export function medianOf(
  { cell, metric, median, status }: Pick<Row, "cell" | "metric" | "median" | "status">,
): number {
  if (median !== undefined) return median;
  throw new ReproError({
    action: `read ${metric} of ${cell}`,
    current: `a row without a value (${status})`,
    wanted: "a number",
    next: "look at the row's reason with explain, and run the comparison again",
  });
}

/** Whether a row's value comes from a clock; suites with measurements of their own name no timer. */
export function isTimed({ timer, source, unit }: Pick<Row, "timer" | "source" | "unit">): boolean {
  return timer !== "" || (source === "measured" && TIME_UNITS.has(unit));
}

/** Whether a row's value is a quotient, which also falls when its denominator rises. */
export function isQuotient({ vs, unit }: Pick<Row, "vs" | "unit">): boolean {
  return vs !== "" || unit === "x";
}

/** One timed sample; every sample is kept. */
export interface Sample {
  /** Name of the session. */
  readonly session: string;
  /** Cell `<suite>:<workload>:<contender>`, as in its row. */
  readonly cell: string;
  /** Metric of the row. */
  readonly metric: string;
  /** Unit of `value`. */
  readonly unit: string;
  /** Number of the attempt, from 1; the row of the same attempt summarises the sample. */
  readonly attempt: number;
  /** Preparation of the plan, from 0. */
  readonly preparation: number;
  /** Round of the comparison, from 0; samples of one round are paired. */
  readonly round: number;
  /** Number of executions that the sample averages; 1 for a value derived from samples, such as a ratio. */
  readonly calls: number;
  /** Mean over the sample's `calls`. */
  readonly value: number;
}

/** Header of samples.csv. */
export const SAMPLE_COLUMNS = [
  "session",
  "cell",
  "metric",
  "unit",
  "attempt",
  "preparation",
  "round",
  "calls",
  "value",
] as const satisfies readonly (keyof Sample)[];

/** A published number beside the measured one, or the reason why there is none. */
export interface ComparisonRow {
  /** Name of the session. */
  readonly session: string;
  /** Paper id. */
  readonly paper: string;
  /** Artifact as the paper numbers it: `Table 3`. */
  readonly artifact: string;
  /** Id of the published row: `hetu-gnn.f8.reddit.spmm-speedup`. */
  readonly published_id: string;
  /** The published metric, which need not be the suite's own. */
  readonly metric: string;
  /** Unit of `published`, `measured` and the interval. */
  readonly unit: string;
  /** Dataset as the paper names it, several separated by `;`; may be empty. */
  readonly dataset: string;
  /** GNN model as the paper names it; may be empty. */
  readonly model: string;
  /** System, and the one that it is compared with: `Hetu-GNN vs DGL`; may be empty. */
  readonly system: string;
  /** The remaining published factors: `reorder=metis;scope=whole`. */
  readonly config: string;
  /** Meaning of the printed number: `eq`, `approx`, `min`, `max` or `at-least`. */
  readonly relation: string;
  /** Number as printed. */
  readonly published: string;
  /** Measured number in the published unit. */
  readonly measured: number | undefined;
  /** 95 % interval of `measured`, its range where `n` is below 5; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of the 95 % interval. */
  readonly ci_hi: number | undefined;
  /** Source of `measured`; empty without it. */
  readonly source: Source | "";
  /** Cell of `measured`; empty where none is joined. */
  readonly cell: string;
  /** Kind of data of that cell; empty where no dataset took part. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /**
   * Judgement. Of ratios: `within` (published x or / 1.25), `same-direction`, `opposite` or `undecided`; of
   * exact counts: `within` or `differs`; `shown` for a number that is not judged; empty where nothing was
   * measured.
   */
  readonly judgement: string;
  /** Reason why the number is not joined, not measured or not judged. */
  readonly reason: string;
  /** Number of samples behind `measured`; absent without it, and before schema 3. */
  readonly n: number | undefined;
}

/** Header of comparison.csv. */
export const COMPARISON_COLUMNS = [
  "session",
  "paper",
  "artifact",
  "published_id",
  "metric",
  "unit",
  "dataset",
  "model",
  "system",
  "config",
  "relation",
  "published",
  "measured",
  "ci_lo",
  "ci_hi",
  "source",
  "cell",
  "dataset_kind",
  "judgement",
  "reason",
  "n",
] as const satisfies readonly (keyof ComparisonRow)[];

/**
 * Verdicts on a claim. `holds`: true by construction, so that a failure would be a defect of ours;
 * `out-of-regime`: the premise of the claim is not met.
 */
export const VERDICTS = [
  "differs",
  "analogue-contradicts",
  "inconclusive",
  "reproduced",
  "analogue-supports",
  "holds",
  "out-of-regime",
  "not-run",
] as const;

/** One of {@link VERDICTS}. */
export type Verdict = typeof VERDICTS[number];

/** A claim with its verdict and evidence. */
export interface ClaimRow {
  /** Name of the session. */
  readonly session: string;
  /** Paper id. */
  readonly paper: string;
  /** Artifact of the claim: `Figure 8`. */
  readonly artifact: string;
  /** Id of the claim, unique: `hetu-gnn.q.spmm-time`. */
  readonly claim_id: string;
  /** Kind of evidence that decides the claim: `algebra`, `count`, `time-gpu`, ... */
  readonly tier: string;
  /** The claim in one sentence. */
  readonly statement: string;
  /** The formula over measured quantities that must hold. */
  readonly check: string;
  /** Verdict on the claim. */
  readonly verdict: Verdict;
  /** Weakest source of the evidence; empty when not run. */
  readonly source: Source | "";
  /** Kind of data: `stand-in` where any evidence comes from one; empty where no dataset took part. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /** Ratio or value of the deciding comparison. */
  readonly effect: number | undefined;
  /** 95 % interval of `effect`; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of the 95 % interval. */
  readonly ci_hi: number | undefined;
  /** One-sided p of the conjunction; absent where no statistical test decides. */
  readonly p: number | undefined;
  /** `p` after Holm's correction over the session's claims; absent like `p`. */
  readonly p_holm: number | undefined;
  /** Compared quantities, in words with numbers. */
  readonly evidence: string;
  /** Reason why the verdict is not `reproduced`. */
  readonly reason: string;
  /**
   * Premise of the claim, with the values found; empty where it has none and in
   * schema 1.
   */
  readonly premise: string;
}

/** Header of claims.csv. */
export const CLAIM_COLUMNS = [
  "session",
  "paper",
  "artifact",
  "claim_id",
  "tier",
  "statement",
  "check",
  "verdict",
  "source",
  "dataset_kind",
  "effect",
  "ci_lo",
  "ci_hi",
  "p",
  "p_holm",
  "evidence",
  "reason",
  "premise",
] as const satisfies readonly (keyof ClaimRow)[];
