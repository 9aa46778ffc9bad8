/**
 * What a claim's verdict rests on: what was measured on which device and data, as paired ratios, exact predicates or
 * open questions.
 *
 * @module
 */
import {
  equivalenceTest,
  type PairedRound,
  type RatioSummary,
  summarizeRatios,
} from "../platform/statistics/mod.ts";
import type { ClaimRow, Row, Source } from "./row.ts";

/** What a claim's formula needs, which decides what kind of evidence can settle it. */
export type Tier =
  | "by-construction"
  | "algebra"
  | "count"
  | "cache-sim"
  | "model"
  | "time-any"
  | "time-gpu"
  | "peer";

/** What the deciding numbers of a claim were measured on. */
export interface Standing {
  /** What kind of evidence the claim asks for. */
  readonly tier: Tier;
  /** `webgpu`, `wasm`, or a peer's `python-cpu`, `python-cuda`. */
  readonly backend: string;
  /** `software` makes any time an analogue. */
  readonly adapterKind: Row["adapter_kind"];
  /** What the paper ran on; `gpu` unless told. */
  readonly printedFor?: "gpu" | "cpu";
  /** A named system is stood for by a `policy:` contender of ours. */
  readonly policy?: boolean;
}

/** Paired ratios of one comparison: numerator over denominator, without unit. */
export type RatioEvidence = Pick<RatioSummary, "n" | "median" | "ciLo" | "ciHi" | "pGreater" | "pLess">;

/** What every conjunct of a claim carries, whatever its kind. */
export interface PartBase {
  /** What was compared, in words with numbers. */
  readonly words: string;
  /** How its numbers came about; the weakest of them where they differ. */
  readonly source: Source;
  /** `stand-in` where any number is; empty where no dataset took part. */
  readonly datasetKind: Row["dataset_kind"];
}

/**
 * "a is faster than b": the ratio is claimed to lie above or below 1. For a claim with a factor ("below a tenth"), the
 * caller scales the denominator before it summarises the rounds, so that the bound is 1 here as well.
 */
export interface OrderPart extends PartBase {
  /** Tells it from other parts. */
  readonly kind: "order";
  /** Paired by round, against the bound 1. */
  readonly ratio: RatioEvidence;
  /** The side of 1 on which the claim puts the ratio. */
  readonly claimed: "above" | "below";
  /** The claim's own difference as a ratio minus 1, where it prints one: 0.3 for "1.3 times". */
  readonly claimedDifference?: number;
}

/** "a equals b": the ratio is claimed to lie within [1 / margin, margin]. */
export interface EqualPart extends PartBase {
  /** Tells it from other parts. */
  readonly kind: "equal";
  /** Paired by round; claimed to be near 1. */
  readonly ratio: RatioEvidence;
  /** Above 1; fixed before measuring. */
  readonly margin: number;
  /** p of two one-sided tests: small where the ratio lies within the margin. */
  readonly pWithin: number;
  /** p against: small where the ratio lies beyond the margin. */
  readonly pBeyond: number;
}

/** A predicate over exact values (algebra, counts, simulations): one value is enough. */
export interface ExactPart extends PartBase {
  /** Tells it from other parts. */
  readonly kind: "exact";
  /** Whether the predicate is true. */
  readonly holds: boolean;
  /** The value that the predicate looked at. */
  readonly value?: number;
}

/** Evidence that cannot decide: a cell that did not run, a model whose answer depends on its parameters. */
export interface OpenPart extends PartBase {
  /** Tells it from other parts. */
  readonly kind: "open";
  /** Why it cannot decide, in words. */
  readonly reason: string;
}

/** One conjunct of a claim. */
export type ClaimPart = OrderPart | EqualPart | ExactPart | OpenPart;

/** The same words, and no answer. */
export function openPart({ words, source, datasetKind }: ClaimPart, reason: string): OpenPart {
  return { kind: "open", words, source, datasetKind, reason };
}

/** The regime in which a claim's sentence means something, and whether these rows are in it. */
export interface Premise {
  /** Whether the claim can be asked here. */
  readonly met: boolean;
  /** Number found and number wanted, in words: `SpMM takes 4 % of an epoch; 20 % or more are wanted`. */
  readonly words: string;
  /** Profile, device or data that would be in the regime. */
  readonly elsewhere: string;
}

/** A claim as published, and what was found. */
export interface ClaimEvidence extends Omit<Standing, "tier"> {
  /** Columns of the claims catalog. */
  readonly claim: Pick<ClaimRow, "paper" | "artifact" | "claim_id" | "statement" | "check"> & {
    readonly tier: Tier;
    readonly premise?: string;
  };
  /** All of them must hold. None: the claim was not run. */
  readonly parts: readonly ClaimPart[];
  /** Why there are no parts, or a remark on the evidence. */
  readonly reason?: string;
  /** Absent where the claim means something everywhere. */
  readonly premise?: Premise;
}

/** The weakest of some sources: modelled below simulated below measured; empty of none. */
export function weakestSource(sources: Iterable<Source>): Source | "" {
  const strength: readonly (Source | "")[] = ["", "measured", "simulated", "modelled"];
  let weakest = 0;
  for (const source of sources) weakest = Math.max(weakest, strength.indexOf(source));
  return strength[weakest];
}

/** `stand-in` if any evidence was, else `real` if any was; empty where no dataset took part. */
export function weakestDatasetKind(kinds: Iterable<Row["dataset_kind"]>): Row["dataset_kind"] {
  const all = new Set(kinds);
  return all.has("stand-in") ? "stand-in" : all.has("real") ? "real" : "";
}

/** Why evidence is an analogue of what the claim speaks of; undefined where it is the thing itself. */
export function analogueReason(standing: Standing): string | undefined {
  const { tier, backend, adapterKind, printedFor = "gpu", policy = false } = standing;
  if (policy) return "a policy of ours stands for the named system";
  if (tier !== "time-any" && tier !== "time-gpu" && tier !== "peer") return undefined;
  if (adapterKind === "software") return "measured on a software adapter";
  if (tier === "time-any" || printedFor === "cpu") return undefined;
  const onGpu = backend === "python-cuda" || (backend === "webgpu" && adapterKind === "hardware");
  return onGpu ? undefined : `a GPU claim measured on ${backend === "wasm" ? "CPU threads" : backend}`;
}

/**
 * Evidence for "a equals b" from paired rounds: their summary, two one-sided tests within the margin, and the sign tests
 * beyond it (two of them, so the smaller p is doubled).
 *
 * @throws {UsageError} The margin is not above 1.
 *
 * @example
 * ```ts
 * const rounds = Array.from({ length: 13 }, (_, i) => ({ preparation: i % 3, numerator: 100 + i % 2, denominator: 100 }));
 * const { pWithin } = equalEvidence(rounds, { margin: 1.2, seed: 1 });
 * if (pWithin !== 2 ** -13) throw new Error("equal");
 * ```
 */
export function equalEvidence(
  rounds: readonly PairedRound[],
  options: { readonly margin: number; readonly seed: number },
): Pick<EqualPart, "kind" | "ratio" | "margin" | "pWithin" | "pBeyond"> {
  const { margin, seed } = options;
  const ratios = rounds.map((round) => round.numerator / round.denominator);
  const beyond = (bound: number) =>
    summarizeRatios(rounds.map((round) => ({ ...round, denominator: round.denominator * bound })), {
      seed,
      resamples: 1,
    });
  return {
    kind: "equal",
    ratio: summarizeRatios(rounds, { seed }),
    margin,
    pWithin: equivalenceTest(ratios, margin).p,
    pBeyond: Math.min(1, 2 * Math.min(beyond(margin).pGreater, beyond(1 / margin).pLess)),
  };
}
