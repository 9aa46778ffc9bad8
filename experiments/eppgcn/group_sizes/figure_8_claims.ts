/**
 * Claims of eppgcn Figure 8: what group sizes by rule gain, and what it costs to choose them.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { allOf, decideUnderRates, fasterUnderRates, largerThan, type Read } from "./group_claims.ts";
import { enoughGraphs, groupsOnACard, optimumInside } from "./group_premises.ts";
import { ENUMERATED } from "./labelled_matrices.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { CLASSIFIER, CONSTANT, ORACLE, REGRESSION } from "./structure_aware_grouping.ts";

/** "Usable" of the claim: mean time over that of the best sizes. */
const USABLE = 1.25;
/** `a >> b`: b is below this share of a. */
const FAR_BELOW = 0.1;
/** Graph on which the classifier of the paper does not gain on its regression. */
const EXCEPTION = "twitter";

const key = (workload: string, contender: string): CellKey => ({ workload, contender });

/** No graph is slower with either grouping. */
function groupingHelps(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.flatMap(({ id }) =>
    [REGRESSION, CLASSIFIER].map((contender) =>
      fasterUnderRates(evidence, key(id, contender), key(id, CONSTANT), { orEven: true })
    )
  );
}

/**
 * The classifier's sizes are no slower than the regression's but on Twitter, and take far longer to choose on
 * every graph.
 */
function classifierOrRegression(evidence: SuiteEvidence): ClaimPart[] {
  const times = PAPER_GRAPHS.filter(({ id }) => id !== EXCEPTION).map(({ id }) =>
    fasterUnderRates(evidence, key(id, CLASSIFIER), key(id, REGRESSION), { orEven: true })
  );
  const choosing = PAPER_GRAPHS.map(({ id }) =>
    [CLASSIFIER, REGRESSION].map((contender) => evidence.row(key(id, contender), "choose_time"))
  );
  const largest = Math.max(...choosing.map(([far, near]) => medianOf(near) / medianOf(far)));
  const words = `choosing by regression takes at most ${
    (100 * largest).toPrecision(2)
  } % of the classifier's time`;
  return [...times, evidence.exact(largest < FAR_BELOW, words, choosing.flat(), largest)];
}

/** The gain of both small graphs is above that of every other graph. */
function smallGraphs(evidence: SuiteEvidence): ClaimPart[] {
  const small = ["cora", "citeseer"];
  const larger = PAPER_GRAPHS.map(({ id }) => id).filter((id) => !small.includes(id));
  const rest = (read: Read, id: string) => read(key(id, REGRESSION), "time_over_default");
  return [decideUnderRates(
    evidence,
    (read) => allOf(small.flatMap((a) => larger.map((b) => largerThan(rest(read, b), rest(read, a))))),
    (read) =>
      `time with the own regression over groups of 32: ${
        PAPER_GRAPHS.map(({ id, name }) => `${name} ${rest(read, id).value.toFixed(2)}`).join(", ")
      }`,
  )];
}

/**
 * On graphs that it was not fitted to, the regression is near the best sizes on average, and its sizes are 1
 * or more.
 */
function regression(evidence: SuiteEvidence): ClaimPart[] {
  const ratio = (read: Read, id: string) =>
    read(key(id, REGRESSION), "time").value / read(key(id, ORACLE), "time").value;
  const meanRatio = (read: Read) =>
    PAPER_GRAPHS.reduce((sum, { id }) => sum + ratio(read, id), 0) / PAPER_GRAPHS.length;
  const sizes = PAPER_GRAPHS.flatMap(({ id }) =>
    [0, 1].map((layer) => evidence.row(key(id, REGRESSION), `group_size_layer_${layer}`))
  );
  const least = Math.min(...sizes.map(medianOf));
  return [
    decideUnderRates(
      evidence,
      (read) => meanRatio(read) <= USABLE,
      (read) =>
        `time with the own regression over the best: ${meanRatio(read).toFixed(2)} on average (${
          PAPER_GRAPHS.map(({ id, name }) => `${name} ${ratio(read, id).toFixed(2)}`).join(", ")
        })`,
    ),
    evidence.exact(least >= 1, `its least group size is ${least}`, sizes, least),
  ];
}

/** Premise of every claim of the figure. A best size of 1 is inside the sweep: there is no smaller one. */
const PREMISE = [
  groupsOnACard(PAPER_GRAPHS.map(({ id }) => key(id, REGRESSION))),
  optimumInside((evidence) =>
    PAPER_GRAPHS.filter(({ id }) =>
      [0, 1].some((layer) => {
        const best = medianOf(evidence.row(key(id, ORACLE), `group_size_layer_${layer}`));
        return best === ENUMERATED.at(-1);
      })
    ).map(({ name }) => name)
  ),
  enoughGraphs(PAPER_GRAPHS[0].id, REGRESSION),
];

/** Claims that Figure 8 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.regression", premise: PREMISE, decide: regression },
  { claimId: "eppgcn.q.grouping-helps", premise: PREMISE, decide: groupingHelps },
  { claimId: "eppgcn.q.grouping-small-graphs", premise: PREMISE, decide: smallGraphs },
  { claimId: "eppgcn.q.ml-vs-lr", premise: PREMISE, decide: classifierOrRegression },
];
