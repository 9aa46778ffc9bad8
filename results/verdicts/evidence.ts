/**
 * Evidence of a claim's verdict: quantities of measured times, exact predicates or open questions.
 *
 * @module
 */
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
export interface MeasuringConditions {
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
  /**
   * Ranks or devices that a model stands for, such as `8 GPUs`: a run on these would answer in its place.
   * Absent where no number of them is modelled.
   */
  readonly standsFor?: string;
  /** Weakest origin of the deciding numbers; `measured` by default. */
  readonly source?: Source | "";
}

/** Members that every conjunct of a claim has, whatever its kind. */
export interface PartBase {
  /** Compared quantities, in words with numbers. */
  readonly text: string;
  /** Source of the numbers; the weakest of them where they differ. */
  readonly source: Source;
  /** Kind of data: `stand-in` where any number comes from one; empty where no dataset took part. */
  readonly datasetKind: Row["dataset_kind"];
}

/** A number made of measured times, over all rounds in which they were taken. */
export interface TimedQuantity {
  /** Number of rounds. */
  readonly n: number;
  /** Median over the rounds. */
  readonly median: number;
  /** Lower end of the median's 95 % interval. */
  readonly ciLo: number;
  /** Upper end of the median's 95 % interval. */
  readonly ciHi: number;
  /** Lower end of the interval where times may be off by as much as copies in the A/A run differ. */
  readonly seenLo: number;
  /** Upper end of the same. */
  readonly seenHi: number;
}

/**
 * A number made of measured times, and the range in which the claim has it: above 1 for "a is faster than b",
 * from 1 / 1.2 to 1.2 for "a takes as long as b". Made by `timedEvidence` alone.
 */
export interface TimedPart extends PartBase {
  /** Discriminator. */
  readonly kind: "timed";
  /** The number. */
  readonly found: TimedQuantity;
  /** Claimed range; an end may be infinite. */
  readonly within: readonly [least: number, most: number];
  /** p of the number within the range, tested against each bound by itself: the larger of two. */
  readonly pFor: number;
  /** p of the number beyond a bound; of two bounds the smaller p, doubled. */
  readonly pAgainst: number;
  /** Reason for which the number decides nothing, wherever it lies; absent where it decides. */
  readonly undecided?: string;
}

/** A predicate over exact values (algebra, counts, simulations): one value is enough. No time is one. */
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
export type ClaimPart = TimedPart | ExactPart | OpenPart;

/** Replaces a part by an open one with the same words. */
export function openPart({ text, source, datasetKind }: ClaimPart, reason: string): OpenPart {
  return { kind: "open", text, source, datasetKind, reason };
}

/** Premise of a claim: the regime to which its sentence applies, and whether these rows lie in it. */
export interface Premise {
  /** Whether the premise is met. */
  readonly met: boolean;
  /** Number found and number wanted, in words: `SpMM takes 4 % of an epoch; 20 % or more are wanted`. */
  readonly text: string;
  /** Profile, device or data that would meet the premise. */
  readonly elsewhere: string;
}

/** A published claim with its evidence. */
export interface ClaimEvidence extends Omit<MeasuringConditions, "tier"> {
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
  let weakest: Source | "" = "";
  for (const source of sources) {
    if (strength.indexOf(source) > strength.indexOf(weakest)) weakest = source;
  }
  return weakest;
}

/** Weakest kind of data: `stand-in` if any, else `real` if any; empty where no dataset took part. */
export function weakestDatasetKind(kinds: Iterable<Row["dataset_kind"]>): Row["dataset_kind"] {
  const all = new Set(kinds);
  return all.has("stand-in") ? "stand-in" : all.has("real") ? "real" : "";
}

/** Reason why evidence is an analogue of the claim; undefined where it meets the claim's own conditions. */
export function analogueReason(conditions: MeasuringConditions): string | undefined {
  const { tier, backend, adapterKind, printedFor = "gpu", policy = false, source = "measured" } = conditions;
  const { standsFor } = conditions;
  if (conditions.analogue) return conditions.analogue;
  if (policy) return "a policy of ours stands for the named system";
  if (source === "modelled") {
    return `a model's answer, not that of a run${standsFor ? ` on ${standsFor}` : ""}`;
  }
  if (source === "simulated") return "a simulated cache's answer, not that of a card";
  if (tier !== "time-any" && tier !== "time-gpu" && tier !== "peer") return undefined;
  if (adapterKind === "software") return "measured on a software adapter";
  const onGpu = backend === "python-cuda" || backend === "webgpu";
  if (printedFor === "cpu") return onGpu ? "a claim about CPUs measured on a GPU" : undefined;
  return onGpu || tier === "time-any"
    ? undefined
    : `a GPU claim measured on ${backend === "wasm" || backend === "x86" ? "CPU threads" : backend}`;
}
