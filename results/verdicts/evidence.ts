/**
 * Evidence of a claim's verdict: measurements on a device and a dataset, as paired ratios, exact predicates
 * or open questions.
 *
 * @module
 */
import {
  equivalenceTest,
  type PairedRound,
  type RatioSummary,
  summarizeRatios,
} from "../../platform/statistics/mod.ts";
import type { ClaimRow, Row, Source } from "../row.ts";

/** Tier of a claim: the kind of evidence that its formula needs. */
export type Tier =
  | "by-construction"
  | "algebra"
  | "count"
  | "cache-sim"
  | "model"
  | "time-any"
  | "time-gpu"
  | "peer";

/** Conditions under which the deciding numbers of a claim were measured. */
export interface Standing {
  /** Kind of evidence that the claim needs. */
  readonly tier: Tier;
  /** Backend: `webgpu`, `wasm`, or a peer's `python-cpu`, `python-cuda`. */
  readonly backend: string;
  /** Kind of the adapter; `software` makes any time an analogue. */
  readonly adapterKind: Row["adapter_kind"];
  /** Kind of device in the paper; `gpu` by default. */
  readonly printedFor?: "gpu" | "cpu";
  /** Whether a `policy:` contender of ours represents a named system. */
  readonly policy?: boolean;
  /** Reason for which the evidence answers an analogue of the claim, whatever its source and device. */
  readonly analogue?: string;
  /** Weakest origin of the deciding numbers; `measured` by default. */
  readonly source?: Source | "";
}

/** Paired ratios of one comparison: numerator over denominator, without unit. */
export type RatioEvidence = Pick<RatioSummary, "n" | "median" | "ciLo" | "ciHi" | "pGreater" | "pLess">;

/** Members that every conjunct of a claim has, whatever its kind. */
export interface PartBase {
  /** Compared quantities, in words with numbers. */
  readonly words: string;
  /** Source of the numbers; the weakest of them where they differ. */
  readonly source: Source;
  /** Kind of data: `stand-in` where any number comes from one; empty where no dataset took part. */
  readonly datasetKind: Row["dataset_kind"];
}

/**
 * Evidence for "a is faster than b": the ratio is claimed to lie above or below 1. For a claim with a factor
 * ("below a tenth"), the caller scales the denominator before it summarises the rounds, so that the bound is
 * 1 here as well.
 */
export interface OrderPart extends PartBase {
  /** Discriminator. */
  readonly kind: "order";
  /** Ratio paired by round, against the bound 1. */
  readonly ratio: RatioEvidence;
  /** The side of 1 on which the claim puts the ratio. */
  readonly claimed: "above" | "below";
  /** Difference that the claim prints, as a ratio minus 1: 0.3 for "1.3 times". */
  readonly claimedDifference?: number;
}

/** Evidence for "a equals b": the ratio is claimed to lie within [1 / margin, margin]. */
export interface EqualPart extends PartBase {
  /** Discriminator. */
  readonly kind: "equal";
  /** Ratio paired by round; claimed to be near 1. */
  readonly ratio: RatioEvidence;
  /** Margin of equality, above 1; fixed before measuring. */
  readonly margin: number;
  /** p of two one-sided tests; small where the ratio lies within the margin. */
  readonly pWithin: number;
  /** p against the claim; small where the ratio lies beyond the margin. */
  readonly pBeyond: number;
}

/** A predicate over exact values (algebra, counts, simulations): one value is enough. */
export interface ExactPart extends PartBase {
  /** Discriminator. */
  readonly kind: "exact";
  /** Whether the predicate is true. */
  readonly holds: boolean;
  /** Value that the predicate tests. */
  readonly value?: number;
}

/** Evidence that cannot decide: a cell that did not run, a model whose answer depends on its parameters. */
export interface OpenPart extends PartBase {
  /** Discriminator. */
  readonly kind: "open";
  /** Reason why the evidence cannot decide. */
  readonly reason: string;
}

/** One conjunct of a claim. */
export type ClaimPart = OrderPart | EqualPart | ExactPart | OpenPart;

/** Replaces a part by an open one with the same words. */
export function openPart({ words, source, datasetKind }: ClaimPart, reason: string): OpenPart {
  return { kind: "open", words, source, datasetKind, reason };
}

/** Premise of a claim: the regime to which its sentence applies, and whether these rows lie in it. */
export interface Premise {
  /** Whether the premise is met. */
  readonly met: boolean;
  /** Number found and number wanted, in words: `SpMM takes 4 % of an epoch; 20 % or more are wanted`. */
  readonly words: string;
  /** Profile, device or data that would meet the premise. */
  readonly elsewhere: string;
}

/** A published claim with its evidence. */
export interface ClaimEvidence extends Omit<Standing, "tier"> {
  /** Columns of the claims catalog. */
  readonly claim: Pick<ClaimRow, "paper" | "artifact" | "claim_id" | "statement" | "check"> & {
    readonly tier: Tier;
    readonly premise?: string;
  };
  /** Conjuncts of the claim, all of which must hold. An empty list means that the claim was not run. */
  readonly parts: readonly ClaimPart[];
  /** Reason why there are no parts, or a remark on the evidence. */
  readonly reason?: string;
  /** Premise of the claim; absent where the claim applies everywhere. */
  readonly premise?: Premise;
  /** Value of a modelled quantity at which the claim turns, in words; evidence also outside of the regime. */
  readonly turns?: string;
}

/**
 * Weakest of several sources: modelled is below simulated, simulated below measured; empty where there are
 * none.
 */
export function weakestSource(sources: Iterable<Source>): Source | "" {
  const strength: readonly (Source | "")[] = ["", "measured", "simulated", "modelled"];
  let weakest = 0;
  for (const source of sources) weakest = Math.max(weakest, strength.indexOf(source));
  return strength[weakest];
}

/** Weakest kind of data: `stand-in` if any, else `real` if any; empty where no dataset took part. */
export function weakestDatasetKind(kinds: Iterable<Row["dataset_kind"]>): Row["dataset_kind"] {
  const all = new Set(kinds);
  return all.has("stand-in") ? "stand-in" : all.has("real") ? "real" : "";
}

/** Reason why evidence is an analogue of the claim; undefined where it meets the claim's own conditions. */
export function analogueReason(standing: Standing): string | undefined {
  const { tier, backend, adapterKind, printedFor = "gpu", policy = false, source = "measured" } = standing;
  if (standing.analogue) return standing.analogue;
  if (policy) return "a policy of ours stands for the named system";
  if (source === "modelled") return "a model's answer, not that of a run";
  if (source === "simulated") return "a simulated cache's answer, not that of a card";
  if (tier !== "time-any" && tier !== "time-gpu" && tier !== "peer") return undefined;
  if (adapterKind === "software") return "measured on a software adapter";
  if (tier === "time-any" || printedFor === "cpu") return undefined;
  const onGpu = backend === "python-cuda" || (backend === "webgpu" && adapterKind === "hardware");
  return onGpu
    ? undefined
    : `a GPU claim measured on ${backend === "wasm" || backend === "x86" ? "CPU threads" : backend}`;
}

/**
 * Evidence for "a equals b" from paired rounds: their summary, two one-sided tests within the margin, and the
 * sign tests beyond it (two of them, so the smaller p is doubled).
 *
 * @throws {UsageError} The margin is not above 1.
 *
 * @example
 * ```ts
 * const rounds = Array.from({ length: 13 }, (_, i) => {
 *   return { preparation: i % 3, numerator: 100 + i % 2, denominator: 100 };
 * });
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
