/**
 * The one row schema. CSV, plots, report, dashboard and notebook read the same rows. Versioned and append-only: a column
 * is added at the end or not at all, and a golden test pins the headers.
 *
 * @module
 */

/** Version of all headers in this file. */
export const SCHEMA = 2;

/** Versions that are read; only sessions of {@linkcode SCHEMA} are written. */
export const READABLE_SCHEMAS: readonly number[] = [1, SCHEMA];

/** What became of a cell. `wrong`: a check failed, so nothing was timed. */
export type Status = "ok" | "wrong" | "oom" | "skipped" | "failed";

/** Where a number comes from. The weakest of a verdict's evidence is the verdict's source. */
export type Source = "measured" | "simulated" | "modelled";

/** One (cell, metric) of a session. A cell is one contender on one workload of one suite. */
export interface Row {
  /** {@link SCHEMA} when the row was written. */
  readonly schema: number;
  /** Name of the session, which is its folder's. */
  readonly session: string;
  /** How large and how long: `smoke`, `standard` or `paper`. */
  readonly profile: string;
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Paper id, `own` for a suite of ours. */
  readonly paper: string;
  /** `Figure 8`. */
  readonly artifact: string;
  /** `<suite>:<workload>:<contender>`, unique within a session. */
  readonly cell: string;
  /** What was compared: a kernel, an ordering, a policy; by its id in the suite. */
  readonly contender: string;
  /** The baseline contender that a ratio metric is against; empty for absolute metrics. */
  readonly vs: string;
  /** Dataset as loaded: `reddit@1/16`. */
  readonly dataset: string;
  /** The publisher's graph or a generated one; empty where none was loaded. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /** Content hash of the graph as loaded; empty where none was. */
  readonly dataset_hash: string;
  /** GNN model; empty where the workload is a kernel alone. */
  readonly model: string;
  /** `wasm` or `webgpu`; `python-cpu` or `python-cuda` for a peer. */
  readonly backend: string;
  /** `software` where a GPU was emulated, `none` on the CPU. */
  readonly adapter_kind: "hardware" | "software" | "none";
  /** CPU threads that ran kernels; 0 on `webgpu`. */
  readonly threads: number;
  /** The remaining factors, sorted: `kernel=row-split;width=128`. */
  readonly factors: string;
  /** What the value is: `time`, `speedup`, a fact's name. */
  readonly metric: string;
  /** Unit of `median`, `mad` and the interval; `1` for plain numbers, `x` for ratios. */
  readonly unit: string;
  /** Samples behind the value. */
  readonly n: number;
  /** The value; absent where there is none, with the reason in `status` and `reason`. */
  readonly median: number | undefined;
  /** Median absolute deviation of the samples, unscaled. */
  readonly mad: number | undefined;
  /** 95 % interval; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of that interval. */
  readonly ci_hi: number | undefined;
  /** How the value came about. */
  readonly source: Source;
  /** `gpu-timestamp`, `wall-slope`, `wall`, or empty for what is not a time. */
  readonly timer: string;
  /** Share of this device's own roofline that was reached (compulsory bytes); 0..1. */
  readonly roofline_share: number | undefined;
  /** Relative error at the entry closest to its bound, and that entry's bound. */
  readonly rel_err: number | undefined;
  /** That bound, relative like `rel_err`; absent where nothing was checked. */
  readonly tolerance: number | undefined;
  /** Rows of the output that were compared with the oracle entry by entry. */
  readonly checked_rows: number | undefined;
  /** Root of every random choice of the session. */
  readonly seed: number;
  /** Git commit of the harness, with `+` when the tree was dirty. */
  readonly commit: string;
  /** From 1; the last attempt of a (cell, metric) wins. */
  readonly attempt: number;
  /** What became of the cell, or of this metric alone. */
  readonly status: Status;
  /** Why the status is not `ok`, or a remark. */
  readonly reason: string;
  /** Instruction set of CPU kernels: `simd128` is WebAssembly's; empty on a GPU, for a peer and in schema 1. */
  readonly isa: string;
  /** Implementation of WebGPU: `deno` or `dawn`; empty elsewhere and in schema 1. */
  readonly webgpu: string;
  /** Ranks that exchanged real messages; 1 where nothing was distributed or only modelled; absent in schema 1. */
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

/** Whether a row's value was taken from a clock; suites that time by themselves name none. */
export function isTimed({ timer, source, unit }: Pick<Row, "timer" | "source" | "unit">): boolean {
  return timer !== "" || (source === "measured" && TIME_UNITS.has(unit));
}

/** Whether a row's value is one number over another: it falls as well when what it is over rises. */
export function isQuotient({ vs, unit }: Pick<Row, "vs" | "unit">): boolean {
  return vs !== "" || unit === "x";
}

/** One timed sample: every one is kept. */
export interface Sample {
  /** Name of the session. */
  readonly session: string;
  /** `<suite>:<workload>:<contender>`, as in its row. */
  readonly cell: string;
  /** The row's metric. */
  readonly metric: string;
  /** Unit of `value`. */
  readonly unit: string;
  /** From 1; the row of the same attempt summarises it. */
  readonly attempt: number;
  /** Which preparation of the plan, from 0. */
  readonly preparation: number;
  /** Which round of the comparison, from 0; samples of one round are paired. */
  readonly round: number;
  /** Executions that the sample averages over. */
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

/** One published number beside what was measured, or the reason why there is nothing beside it. */
export interface ComparisonRow {
  /** Name of the session. */
  readonly session: string;
  /** Whose number it is. */
  readonly paper: string;
  /** As the paper numbers it: `Table 3`. */
  readonly artifact: string;
  /** Id of the published row: `hetu-gnn.f8.reddit.spmm-speedup`. */
  readonly published_id: string;
  /** The published metric, which need not be the suite's own. */
  readonly metric: string;
  /** Unit of `published`, `measured` and the interval. */
  readonly unit: string;
  /** As the paper names it, several separated by `;`; may be empty, as may the next two. */
  readonly dataset: string;
  /** GNN model as the paper names it. */
  readonly model: string;
  /** What ran, and against what: `Hetu-GNN vs DGL`. */
  readonly system: string;
  /** The remaining published factors: `reorder=metis;scope=whole`. */
  readonly config: string;
  /** How the printed number is meant: `eq`, `approx`, `min`, `max` or `at-least`. */
  readonly relation: string;
  /** As printed. */
  readonly published: string;
  /** In the published unit. */
  readonly measured: number | undefined;
  /** 95 % interval of `measured`; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of that interval. */
  readonly ci_hi: number | undefined;
  /** How `measured` came about; empty without it. */
  readonly source: Source | "";
  /** The cell that it came from; empty where none is joined. */
  readonly cell: string;
  /** What that cell was measured on; empty where no dataset took part. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /**
   * Ratios: `within` (published x or / 1.25), `same-direction`, `opposite` or `undecided`; exact counts: `within` or
   * `differs`; `shown` where it is not a thing to judge; empty where nothing was measured.
   */
  readonly judgement: string;
  /** Why it is not joined, not measured or not judged. */
  readonly reason: string;
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
] as const satisfies readonly (keyof ComparisonRow)[];

/**
 * Verdicts on a claim. `holds`: true by construction, so that its failure would be a defect of ours; `out-of-regime`: the
 * premise under which its sentence means something is not met here.
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

/** One of {@link VERDICTS}; they are listed losses first. */
export type Verdict = typeof VERDICTS[number];

/** A claim with its verdict and the evidence that it rests on. */
export interface ClaimRow {
  /** Name of the session. */
  readonly session: string;
  /** Whose claim it is. */
  readonly paper: string;
  /** Where it is made: `Figure 8`. */
  readonly artifact: string;
  /** `hetu-gnn.q.spmm-time`, unique. */
  readonly claim_id: string;
  /** What kind of evidence decides it: `algebra`, `count`, `time-gpu`, ... */
  readonly tier: string;
  /** The claim in one sentence. */
  readonly statement: string;
  /** The formula over measured quantities that must hold. */
  readonly check: string;
  /** What the evidence came to. */
  readonly verdict: Verdict;
  /** Weakest source of the evidence; empty when not run. */
  readonly source: Source | "";
  /** `stand-in` where any evidence is; empty where no dataset took part. */
  readonly dataset_kind: "real" | "stand-in" | "";
  /** The deciding comparison's ratio (or value) with its interval. */
  readonly effect: number | undefined;
  /** 95 % interval of `effect`; absent for exact values. */
  readonly ci_lo: number | undefined;
  /** Upper end of that interval. */
  readonly ci_hi: number | undefined;
  /** One-sided p of the conjunction, and after Holm's correction over the session's claims. */
  readonly p: number | undefined;
  /** `p` after that correction; both are absent where no statistical test decides. */
  readonly p_holm: number | undefined;
  /** What was compared, in words with numbers. */
  readonly evidence: string;
  /** Why the verdict is not `reproduced`. */
  readonly reason: string;
  /** Regime in which the claim means something, with what was found of it; empty where it has none and in schema 1. */
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
