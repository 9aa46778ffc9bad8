/**
 * Systems that claims name: the real one decides where it was measured, and this project's parts stand for it
 * elsewhere. A policy stands for a system only as long as it is not slower.
 *
 * @module
 */
import type { TimedPart } from "../../results/verdicts/evidence.ts";
import type { CellKey, SuiteEvidence } from "./suite_evidence.ts";

/** A system that a claim names. */
export interface NamedSystem {
  /** Name of the system: `DGL`. */
  readonly name: string;
  /** Contender that is the real system: `peer:dgl`. */
  readonly peer: string;
  /** Contender that stands for it: `policy:dgl`. */
  readonly policy: string;
}

/** The systems whose real selves run as peers. */
export const PYG_SYSTEM: NamedSystem = { name: "PyG", peer: "peer:pyg", policy: "policy:pyg" };

/** DGL, as {@linkcode PYG_SYSTEM}. */
export const DGL_SYSTEM: NamedSystem = { name: "DGL", peer: "peer:dgl", policy: "policy:dgl" };

/** The real system where its metric was measured with success, else the policy that stands for it. */
export function systemCell(
  evidence: SuiteEvidence,
  workload: string,
  { peer, policy }: NamedSystem,
  metric = "time",
): CellKey {
  const real = evidence.find({ workload, contender: peer }, metric);
  return { workload, contender: real?.status === "ok" ? peer : policy };
}

/** Time of a policy over that of its system, and whether the policy can stand for it. */
export interface PolicyComparison {
  /** Whether the policy is at most as slow as the system, within the system's own band. */
  readonly holds: boolean;
  /** Whether the policy is as fast as the system: neither slower nor faster, within the same band. */
  readonly alike: boolean;
  /** Both ratios in words. */
  readonly text: string;
}

/**
 * Judges whether a policy is at most as slow as its system: the interval of its time over the system's
 * reaches down to 1 and the system's A/A band, by which the system differs from itself in the same rounds.
 *
 * @param overSystem Time of the policy over the system's: median and interval.
 * @param itself A second sample of the system over its first in the same rounds; none where there is none.
 */
export function comparePolicy(
  { name, policy }: NamedSystem,
  overSystem: { readonly median: number; readonly ciLo: number; readonly ciHi: number },
  itself?: { readonly ciLo: number; readonly ciHi: number },
): PolicyComparison {
  const band = itself === undefined ? 0 : Math.max(itself.ciHi - 1, 1 / itself.ciLo - 1);
  const { median, ciLo, ciHi } = overSystem;
  const interval = `[${ciLo.toPrecision(3)}, ${ciHi.toPrecision(3)}]`;
  const share = (100 * band).toPrecision(2);
  return {
    holds: ciLo <= 1 + band,
    alike: ciLo <= 1 + band && ciHi >= 1 / (1 + band),
    text: `${policy} takes ${median.toPrecision(3)} ${interval} times as long as ${name} (A/A ${share} %)`,
  };
}

/** Comparison of a policy with its system on a workload; nothing where one of them was not measured. */
export function policyBeside(
  evidence: SuiteEvidence,
  workload: string,
  system: NamedSystem,
  metric = "time",
): PolicyComparison | undefined {
  return evidence.aside(() => {
    const keys = [system.policy, system.peer].map((contender) => ({ workload, contender }));
    const [policy, peer] = keys.map((key) => evidence.find(key, metric));
    if (policy?.status !== "ok" || peer?.status !== "ok" || policy.attempt !== peer.attempt) return undefined;
    const { median, ciLo, ciHi } = evidence.faster(keys[1], keys[0], metric).found;
    const itself = evidence.find(keys[1], "self_ratio");
    return comparePolicy(
      system,
      { median, ciLo, ciHi },
      itself?.status === "ok" && itself.ci_lo !== undefined && itself.ci_hi !== undefined
        ? { ciLo: itself.ci_lo, ciHi: itself.ci_hi }
        : undefined,
    );
  });
}

/**
 * Part of a claim: a contender is faster than a named system. Where the system's policy was measured beside
 * it and is slower than the system, the part says so.
 */
export function fasterThanSystem(
  evidence: SuiteEvidence,
  fast: CellKey,
  system: NamedSystem,
  metric = "time",
): TimedPart {
  const { workload } = fast;
  const part = evidence.faster(fast, systemCell(evidence, workload, system, metric), metric);
  const compared = policyBeside(evidence, workload, system, metric);
  return compared === undefined || compared.holds
    ? part
    : { ...part, text: `${part.text}; ${compared.text}: it does not stand for ${system.name}` };
}
