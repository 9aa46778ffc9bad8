/**
 * Claims of eppgcn Figure 10: trainings that build their paths in the first epoch are shorter, and only
 * backward aggregation changes.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { intervalOf, liesWithin, spellInterval } from "../../claims/interval.ts";
import { allBelow } from "../../claims/interval_parts.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { groupsOnACard } from "../group_sizes/group_premises.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { aggregationShare, pathPremise } from "../path_premises.ts";

/** Ids of the contenders. */
export const ALL = "gnnadvisor", FLY = "on-the-fly", BEFORE = "pre-processing";
/** "Only the backward aggregation changes": the rest of a training stays within this share of itself. */
const SAME = 0.2;

const key = (workload: string, contender: string) => ({ workload, contender });

function onTheFly(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.flatMap(({ id, name }) => [
    evidence.faster(key(id, FLY), key(id, ALL)),
    restIsTheSame(evidence, id, name),
  ]);
}

/**
 * The rest of a training is the same where all values of its interval lie within the share, another where
 * none does.
 */
function restIsTheSame(evidence: SuiteEvidence, id: string, name: string): ClaimPart {
  const rows = [FLY, ALL].map((contender) => evidence.row(key(id, contender), "rest"));
  const [own, whole] = rows.map(intervalOf);
  const ratio = { value: own.value / whole.value, low: own.low / whole.high, high: own.high / whole.low };
  return evidence.decide(liesWithin(ratio, [1 - SAME, 1 + SAME]), {
    words: `${name}: all but backward aggregation takes ${spellInterval(ratio)} of all-active training's`,
    rows,
    value: ratio.value,
    open: `the interval meets ${100 * SAME} %`,
  });
}

/**
 * The modes differ in who has chosen the group sizes, and in whether preparation counts: where there are no
 * groups a time would be compared with itself and something on top.
 */
function beforeIsNoSlower(evidence: SuiteEvidence): ClaimPart[] {
  const rows = PAPER_GRAPHS.flatMap(({ id }) =>
    [BEFORE, FLY].map((contender) => evidence.row(key(id, contender), "speedup"))
  );
  const words = `speed-up with paths built before, and in the first epoch: ${
    PAPER_GRAPHS.map(({ name }, i) =>
      `${name} ${medianOf(rows[2 * i]).toFixed(3)}, ${medianOf(rows[2 * i + 1]).toFixed(3)}`
    ).join("; ")
  }`;
  const pairs = PAPER_GRAPHS.map((_, i) => [rows[2 * i + 1], rows[2 * i]] as const);
  return [allBelow(evidence, pairs, { words, orEven: true })];
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
    decide: beforeIsNoSlower,
  },
];
