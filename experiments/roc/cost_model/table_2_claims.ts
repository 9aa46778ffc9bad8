/**
 * Claims of roc Section 4 about features, cost model and cuts, from counts of what contradicts them.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { largeParts } from "../partitioning/part_premises.ts";

/** Counts of what contradicts a claim are 0, over something that was looked at. */
function noneOf(
  evidence: SuiteEvidence,
  cell: CellKey,
  [wrong, looked]: readonly [string, string],
): ClaimPart {
  const [bad, all] = [wrong, looked].map((metric) => evidence.row(cell, metric));
  const [spelledWrong, spelledLooked] = [wrong, looked].map((metric) => metric.replaceAll("_", " "));
  const text = `${spelledWrong}: ${bad.median} (${spelledLooked}: ${all.median})`;
  return evidence.exact(bad.median === 0 && medianOf(all) > 0, text, [bad, all], bad.median);
}

/** A number is as it is claimed to be. */
function number(
  evidence: SuiteEvidence,
  cell: CellKey,
  { metric, holds, claimed }: {
    readonly metric: string;
    readonly holds: (value: number) => boolean;
    readonly claimed: string;
  },
): ClaimPart {
  const row = evidence.row(cell, metric), value = medianOf(row);
  return evidence.exact(holds(value), `${metric.replaceAll("_", " ")} ${value}, ${claimed}`, [row], value);
}

/**
 * Claims that the model after all iterations decides, the order of its errors beside those of its first fit,
 * and the features of the example.
 */
export function costModelClaims(
  { first, last, example }: Readonly<Record<"first" | "last" | "example", CellKey>>,
): ClaimRule[] {
  const none = (claimId: string, metrics: readonly [string, string]): ClaimRule => ({
    claimId,
    decide: (evidence) => [noneOf(evidence, last, metrics)],
  });
  const bound = (claimId: string, asked: Parameters<typeof number>[2]): ClaimRule => ({
    claimId,
    decide: (evidence) => [number(evidence, last, asked)],
  });
  return [
    {
      claimId: "roc.q.features",
      decide: (evidence) => [
        noneOf(evidence, last, ["wrong_features", "vertices_counted"]),
        number(evidence, example, {
          metric: "example_runs",
          holds: (runs) => runs === 3,
          claimed: "3 printed",
        }),
      ],
    },
    none("roc.q.feature-bounds", ["wrong_bounds", "vertices_counted"]),
    bound("roc.q.additive", {
      metric: "additivity_error",
      holds: (error) => error < 1e-9,
      claimed: "below 1e-9 of the whole",
    }),
    none("roc.q.per-layer-samples", ["wrong_samples", "iterations"]),
    {
      claimId: "roc.q.model-improves",
      premise: largeParts(
        { workloads: [last.workload], contender: last.contender },
        "reddit@1/23.2 on 2 GPUs (--profile standard)",
      ),
      decide: (evidence) => [evidence.faster(last, first, "share_error")],
    },
    none("roc.q.contiguous", ["wrong_cuts", "cuts"]),
    bound("roc.q.balanced", {
      metric: "most_excess",
      holds: (most) => most <= 1 + 1e-9,
      claimed: "at most 1",
    }),
    bound("roc.q.complexity", {
      metric: "most_probes",
      holds: (most) => most <= 1,
      claimed: "at most 1",
    }),
  ];
}
