/**
 * Claims of eppgcn Figure 10: trainings that build their paths in the first epoch are shorter, and only
 * backward aggregation changes.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { groupsOnACard } from "../group_sizes/group_premises.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { aggregationShare, pathPremise } from "../path_premises.ts";
import { ALL, BEFORE, FLY } from "./prepared_trainings.ts";

/** "Only the backward aggregation changes": the rest of a training stays within this factor of itself. */
const SAME = 1.2;

const key = (workload: string, contender: string) => ({ workload, contender });

function onTheFly(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.flatMap(({ id }) => [
    evidence.faster(key(id, FLY), key(id, ALL)),
    evidence.equal([key(id, FLY), key(id, ALL)], { metric: "rest", margin: SAME }),
  ]);
}

/**
 * The modes differ in who has chosen the group sizes, and in whether preparation counts: where there are no
 * groups a time would be compared with itself and something on top.
 */
function beforeIsFaster(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id }) => evidence.less([key(id, FLY), "speedup"], [key(id, BEFORE), "speedup"]));
}

/** Premise of a claim about trainings by these contenders on every graph. */
const premise = (...contenders: readonly string[]) => [
  ...pathPremise(PAPER_GRAPHS.flatMap(({ id }) => contenders.map((contender) => key(id, contender))), {
    time: "backward_aggregation_time",
  }),
  aggregationShare((evidence) =>
    PAPER_GRAPHS.map(({ id, name }) => {
      const [part, whole] = ["backward_aggregation", "time"].map((metric) =>
        medianOf(evidence.row(key(id, ALL), metric))
      );
      return { of: name, value: part / whole };
    })
  ),
];

/** Claims that Figure 10 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.on-the-fly", premise: premise(ALL, FLY), decide: onTheFly },
  {
    claimId: "eppgcn.q.preproc-vs-fly",
    premise: [groupsOnACard(PAPER_GRAPHS.map(({ id }) => key(id, FLY))), ...premise(FLY, BEFORE)],
    decide: beforeIsFaster,
  },
];
