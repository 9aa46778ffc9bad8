/**
 * Premises of claims about what mini-batches have in common: Match, Reorder and overlap.
 *
 * @module
 */
import type { Facts, Metrics } from "../metrics.ts";
import { atMost, between, type PremiseCondition } from "../premises/condition.ts";
import { workloadMetric } from "../premises/quantities.ts";
import { coverage, sampledBatches } from "./sampled_premises.ts";

/** Mean match degrees in per cent that the paper prints (Table 4). */
const PRINTED_MATCH: Readonly<Record<string, number>> = {
  "reddit": 93.2,
  "ogbn-products": 71.4,
  "mag": 35.3,
  "ogbn-papers100m": 38.0,
};

/** Quantities of what mini-batches have in common, beside {@linkcode SAMPLED_REGIME}. */
export const MATCH_REGIME = {
  match_gap: { label: "mean match degree less the printed one", unit: "percentage points", shown: false },
  ragged_batches: { label: "mini-batches with fewer seeds than others", unit: "minibatches", shown: false },
} as const satisfies Metrics;

/**
 * Values of {@linkcode MATCH_REGIME}.
 *
 * @param matchDegree Mean match degree in per cent, of neighbours that are drawn as in Table 4.
 */
export function matchRegime(
  { graph, matchDegree, ragged }: {
    readonly graph: string;
    readonly matchDegree: number;
    readonly ragged: number;
  },
): Facts<typeof MATCH_REGIME> {
  return { match_gap: matchDegree - PRINTED_MATCH[graph], ragged_batches: ragged };
}

/** Conditions of claims about Match, Reorder and overlap. */
export function matchedBatches(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [
    ...sampledBatches(workloads, contender),
    coverage(workloads, contender),
    ...matchLike(workloads, contender),
  ];
}

/** Conditions that mini-batches have about as much in common as the paper's, and none is ragged. */
export function matchLike(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [
    between(-10, 10, {
      name: "match degree less the printed one",
      readings: workloadMetric("match_gap", workloads, contender),
      elsewhere: "the published graphs (--profile paper)",
    }),
    atMost(0, {
      name: "ragged batches",
      readings: workloadMetric("ragged_batches", workloads, contender),
      elsewhere: "--profile standard",
    }),
  ];
}
