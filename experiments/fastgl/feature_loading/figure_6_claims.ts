/**
 * Claims of fastgl Figure 6, Section 4.1 and Algorithm 1.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { matchedBatches } from "../match_premises.ts";
import { openAtSmoke } from "../smoke_part.ts";

const REORDERED = ["match-reorder", "match-reorder-epoch"];
const MATCHING = ["match", ...REORDERED];

/** `traffic(match + reorder) < traffic(match) < traffic(none)`, on every graph. */
function trafficOrder(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [["match-reorder", "match"], ["match", "none"]].map(([less, more]) => {
      const rows = [less, more].map((contender) => evidence.row({ workload, contender }, "loaded"));
      const [low, high] = rows.map(medianOf);
      const text = `${low} vertices with ${less}, ${high} with ${more} on ${rows[0].dataset}`;
      return openAtSmoke(evidence.exact(low < high, text, rows, low / high), rows[0]);
    })
  );
}

/** Decides that a count of faults is 0 for some policies on all graphs. */
function none(
  evidence: SuiteEvidence,
  metric: string,
  { contenders, what, of }: {
    readonly contenders: readonly string[];
    /** Faults in words. */
    readonly what: string;
    /** Metric of the amount that was looked at. */
    readonly of: string;
  },
): ClaimPart {
  const rows = (each: string): Row[] =>
    FOUR_GRAPHS.flatMap((workload) =>
      contenders.map((contender) => evidence.row({ workload, contender }, each))
    );
  const sum = (each: readonly Row[]) => sumOf(each, medianOf);
  const wrong = rows(metric), looked = sum(rows(of));
  return evidence.exact(
    sum(wrong) === 0 && looked > 0,
    `${sum(wrong)} ${what}, of ${looked} ${of}`,
    wrong,
    sum(wrong),
  );
}

/** Claims by the rows of the suite. */
export const FIGURE_6_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.traffic-order",
    premise: matchedBatches(FOUR_GRAPHS, "none"),
    decide: trafficOrder,
  },
  {
    claimId: "fastgl.q.match-loads",
    decide: (evidence) => [
      none(evidence, "wrong_loads", {
        contenders: MATCHING,
        what: "mini-batches copied other than they lacked",
        of: "loaded",
      }),
    ],
  },
  {
    claimId: "fastgl.q.match-exact",
    decide: (evidence) => [
      none(evidence, "other_numbers", { contenders: MATCHING, what: "numbers differ", of: "reused" }),
    ],
  },
  {
    claimId: "fastgl.q.reorder-permutation",
    decide: (evidence) => [
      none(evidence, "wrong_orders", {
        contenders: REORDERED,
        what: "orders are no permutation that starts with the first",
        of: "windows",
      }),
    ],
  },
  {
    claimId: "fastgl.q.reorder-greedy",
    decide: (evidence) => [
      none(evidence, "not_greedy", {
        contenders: REORDERED,
        what: "places where another mini-batch matches better",
        of: "windows",
      }),
    ],
  },
];
