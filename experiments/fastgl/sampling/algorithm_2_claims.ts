/**
 * Claims of fastgl Algorithm 2: Fused-Map is a bijection, the three-step map up to relabelling, and needs no
 * synchronisation.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { FUSED, GROUPED, THREE_STEP } from "./id_maps.ts";

/** The rows of a metric of some maps, both Fused-Maps when absent, on all graphs. */
function rowsOf(evidence: SuiteEvidence, metric: string, maps = [FUSED, GROUPED]): Row[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    maps.map(({ id: contender }) => evidence.row({ workload, contender }, metric))
  );
}

const total = (rows: readonly Row[]) => sumOf(rows, medianOf);

/** `set(local ids) == {0..k-1}`, and equal global ids get equal local ids. */
function bijection(evidence: SuiteEvidence): ClaimPart[] {
  const wrong = rowsOf(evidence, "wrong_maps"), ids = rowsOf(evidence, "ids");
  const text = `${total(wrong)} maps are no bijections, of ${total(ids)} ids in all`;
  return [evidence.exact(total(wrong) === 0 && total(ids) > 0, text, wrong, total(wrong))];
}

/** `invert(fused)[edges] == invert(three-step)[edges]`. */
function equivalent(evidence: SuiteEvidence): ClaimPart[] {
  const other = rowsOf(evidence, "other_ends"), ids = rowsOf(evidence, "ids");
  const text = `${total(other)} of ${total(ids)} ends of edges are other vertices than with three steps`;
  return [evidence.exact(total(other) === 0 && total(ids) > 0, text, other, total(other))];
}

/** `sync_count(fused) == 0 < sync_count(three-step)` and two steps in place of three. */
function fewerSyncs(evidence: SuiteEvidence): ClaimPart[] {
  return (["barriers", "steps"] as const).map((metric) => {
    const fused = rowsOf(evidence, metric, [FUSED]);
    const three = rowsOf(evidence, metric, [THREE_STEP]);
    const most = Math.max(...fused.map(medianOf));
    const least = Math.min(...three.map(medianOf));
    const holds = metric === "barriers" ? most === 0 && least > 0 : most === 2 && least === 3;
    return evidence.exact(
      holds,
      `${metric}: ${most} fused, ${least} in three steps`,
      [...fused, ...three],
      most,
    );
  });
}

/** Claims by the rows of the suite. */
export const ALGORITHM_2_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.fused-bijection", decide: bijection },
  { claimId: "fastgl.q.fused-equivalent", decide: equivalent },
  { claimId: "fastgl.q.fused-fewer-sync", decide: fewerSyncs },
];
