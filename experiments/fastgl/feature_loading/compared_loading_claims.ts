/**
 * Claims of fastgl Figure 10b and Table 7: Match saves memory IO beside copying everything, and Reorder
 * beside Match.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { turningText } from "../links/turning_text.ts";
import { DGL_POLICY, FASTGL, MATCH_ONLY, MATCH_REORDER } from "../policies.ts";
import { matchedBatches } from "../match_premises.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";

/**
 * Regime of all three. The paper prints match degrees of uniform draws alone: for walks, those of the same
 * graphs are compared.
 */
const PREMISE = matchedBatches(FOUR_GRAPHS, DGL_POLICY.id);

/**
 * Cells that are compared on every graph, that of less memory IO first: Reorder and Match alone, Match and
 * copying everything.
 */
function steps(reorder: string): (readonly [CellKey, CellKey])[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [[reorder, MATCH_ONLY.id], [MATCH_ONLY.id, DGL_POLICY.id]].map(([less, more]) =>
      [{ workload, contender: less }, { workload, contender: more }] as const
    )
  );
}

/** Speeds of links at which Match pays beside copying everything, and Reorder beside Match. */
const turns = (reorder: string) => (evidence: SuiteEvidence): string =>
  turningText(
    evidence,
    FOUR_GRAPHS.flatMap((workload) => [MATCH_ONLY.id, reorder].map((contender) => ({ workload, contender }))),
    { holdsOver: "slower" },
  );

/** `io_time(w/) < io_time(w/o) < io_time(dgl)` and `loads(w/) < loads(w/o) < loads(dgl)`, on every graph. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return steps(MATCH_REORDER.id).flatMap(([less, more]): ClaimPart[] => {
    const rows = [less, more].map((key) => evidence.row(key, "loaded"));
    const [fewer, all] = rows.map(medianOf);
    const text = `${fewer} features copied with ${less.contender}, ${all} with ${more.contender} on ${
      rows[0].dataset
    }`;
    return [
      evidence.faster(less, more, "memory_io_time"),
      openAtSmoke(evidence.exact(fewer < all, text, rows, fewer / all), rows[0]),
    ];
  });
}

/** `io_time(fastgl) < io_time(fastgl-nG) < io_time(dgl)` on all four graphs. */
function sameOrder(evidence: SuiteEvidence): ClaimPart[] {
  return steps(FASTGL.id).map(([fast, slow]) => evidence.faster(fast, slow, "memory_io_time"));
}

/** `io_speedup(reddit) > io_speedup(products) > io_speedup(mag | papers)`. */
function gainFollowsMatch(evidence: SuiteEvidence): ClaimPart[] {
  const of = (workload: string): Cited => [{ workload, contender: FASTGL.id }, "io_speedup"];
  const pairs = [["ogbn-products", "reddit"], ["mag", "ogbn-products"], ["ogbn-papers100m", "ogbn-products"]];
  return pairs.map(([less, more]) => evidence.less(of(less), of(more)));
}

/** Claims by the rows of Figure 10b. */
export const FIGURE_10_B_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.b-order", premise: PREMISE, decide: order, turns: turns(MATCH_REORDER.id) },
];

/** Claims by the rows of Table 7. */
export const TABLE_7_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.random-walk", premise: PREMISE, decide: sameOrder, turns: turns(FASTGL.id) },
  { claimId: "fastgl.q.gain-follows-match", premise: PREMISE, decide: gainFollowsMatch },
];
