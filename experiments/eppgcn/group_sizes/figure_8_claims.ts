/**
 * Claims of eppgcn Figure 8: what group sizes by rule gain, and what it costs to choose them.
 *
 * @module
 */
import { mean } from "../../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { decideUnderRates, fasterUnderRates } from "./group_claims.ts";
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
    evidence.timed({
      of: [REGRESSION, CLASSIFIER].map((contender) => evidence.series(key(id, contender), "choose_time")),
      quantity: ([near, far]) => near / far,
      within: [-Infinity, FAR_BELOW],
      text: `time to choose on ${id}, regression over classifier`,
    })
  );
  return [...times, ...choosing];
}

/** Both groupings gain more on each small graph than on every other graph. */
function smallGraphs(evidence: SuiteEvidence): ClaimPart[] {
  const small = ["cora", "citeseer"];
  return ([[REGRESSION, "own regression"], [CLASSIFIER, "classifier"]] as const).map(([contender, name]) =>
    decideUnderRates(evidence, {
      of: PAPER_GRAPHS.map(({ id }) => [key(id, contender), "time_over_default"]),
      holds: (times) => {
        const rest = (isSmall: boolean) =>
          times.filter((_, i) => small.includes(PAPER_GRAPHS[i].id) === isSmall);
        return Math.max(...rest(true)) < Math.min(...rest(false));
      },
      text: (times) =>
        `time with the ${name} over groups of 32: ${
          PAPER_GRAPHS.map(({ name }, i) => `${name} ${times[i].toFixed(2)}`).join(", ")
        }`,
    })
  );
}

/**
 * On graphs that it was not fitted to, the regression is near the best sizes on average, and its sizes are 1
 * or more.
 */
function regression(evidence: SuiteEvidence): ClaimPart[] {
  const ratios = (times: readonly number[]) => PAPER_GRAPHS.map((_, i) => times[2 * i] / times[2 * i + 1]);
  const sizes = PAPER_GRAPHS.flatMap(({ id }) =>
    [0, 1].map((layer) => evidence.row(key(id, REGRESSION), `group_size_layer_${layer}`))
  );
  const least = Math.min(...sizes.map(medianOf));
  return [
    decideUnderRates(evidence, {
      of: PAPER_GRAPHS.flatMap(({ id }) =>
        [REGRESSION, ORACLE].map((contender) => [key(id, contender), "time"] as const)
      ),
      holds: (times) => mean(ratios(times)) <= USABLE,
      text: (times) =>
        `time with the own regression over the best: ${mean(ratios(times)).toFixed(2)} on average (${
          PAPER_GRAPHS.map(({ name }, i) => `${name} ${ratios(times)[i].toFixed(2)}`).join(", ")
        })`,
    }),
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
