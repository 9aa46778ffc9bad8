/**
 * Claims of eppgcn Table V: trainings on paths are shorter, and as accurate.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Cited, SuiteEvidence, TimedQuestion } from "../../claims/suite_evidence.ts";
import { atLeast } from "../../premises/condition.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS, type PaperGraph } from "../paper_graphs.ts";
import { aggregationShare, pathPremise } from "../path_premises.ts";
import { ALL, PATHS } from "./preprocessed_trainings.ts";

/** Graphs that the paper calls small. */
export const SMALL_GRAPHS: readonly string[] = ["cora", "citeseer", "pubmed"];
/** Half a unit of the last printed digit of an accuracy. */
const PRINTED_ZERO = 0.0005;
/** Seeds that a claim about accuracy needs. */
const LEAST_SEEDS = 5;

const key = (workload: string, contender: string) => ({ workload, contender });

const SMALL = PAPER_GRAPHS.filter(({ id }) => SMALL_GRAPHS.includes(id)),
  LARGER = PAPER_GRAPHS.filter(({ id }) => !SMALL_GRAPHS.includes(id));

/** Trainings on paths are faster everywhere, and every small graph gains less than every other. */
function trainingFaster(evidence: SuiteEvidence): ClaimPart[] {
  const speedup = ({ id }: PaperGraph): Cited => [key(id, PATHS), "speedup"];
  return [
    ...PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, PATHS), key(id, ALL))),
    ...SMALL.flatMap((small) => LARGER.map((large) => evidence.less(speedup(small), speedup(large)))),
  ];
}

/** A number round by round, computed from one value of each series. */
type Computed = Pick<TimedQuestion, "of" | "quantity">;

/**
 * Pre-processing of a graph over training. The choice of group sizes in it is timed once, not in every round:
 * where that is off, the pre-processing is off by its part.
 */
function preprocessOver(evidence: SuiteEvidence, graph: string): Computed {
  const cell = key(graph, PATHS), choosing = evidence.series(cell, "classification");
  const whole = medianOf(evidence.row(cell, "preprocess"));
  return {
    of: [evidence.series(cell, "preprocess_over_training"), choosing],
    quantity: ([ratio, chosen]) => ratio * (1 + (chosen - choosing.value) / whole),
  };
}

/** Pre-processing outweighs training on the larger graphs alone, and by more on each than on a small one. */
function preprocessRatio(evidence: SuiteEvidence): ClaimPart[] {
  const beside = ({ id }: PaperGraph, within: readonly [number, number]) =>
    evidence.timed({
      ...preprocessOver(evidence, id),
      within,
      text: `pre-processing over training on ${id}`,
    });
  const more = (small: PaperGraph, large: PaperGraph) => {
    const [below, above] = [small, large].map(({ id }) => preprocessOver(evidence, id));
    return evidence.timed({
      of: [...above.of, ...below.of],
      quantity: (values) => above.quantity(values.slice(0, 2)) / below.quantity(values.slice(2)),
      within: [1, Infinity],
      text: `pre-processing over training on ${large.id} over that on ${small.id}`,
    });
  };
  return [
    ...SMALL.map((graph) => beside(graph, [-Infinity, 1])),
    ...LARGER.map((graph) => beside(graph, [1, Infinity])),
    ...SMALL.flatMap((small) => LARGER.map((large) => more(small, large))),
  ];
}

/** Graphs whose labels and features were not drawn. */
function publishedGraphs(evidence: SuiteEvidence) {
  return PAPER_GRAPHS.filter(({ id }) => medianOf(evidence.row(key(id, PATHS), "published_labels")) === 1);
}

function accuracy(evidence: SuiteEvidence): ClaimPart[] {
  const published = publishedGraphs(evidence);
  return PAPER_GRAPHS.map((graph) => {
    const { id, name } = graph;
    const row = evidence.row(key(id, PATHS), "accuracy_difference");
    const seeds = medianOf(evidence.row(key(id, PATHS), "accuracy_seeds"));
    const difference = medianOf(row);
    const part = evidence.exact(
      Math.abs(difference) < PRINTED_ZERO,
      `${name}: accuracies differ by at most ${difference.toFixed(4)} (seeds: ${seeds})`,
      [row],
      difference,
    );
    // A real graph with drawn labels stands for the publisher's data as a stand-in does.
    return published.includes(graph) ? part : { ...part, datasetKind: "stand-in" };
  });
}

/** Premise of claims about the time of trainings. */
const PREMISE = [
  ...pathPremise(PAPER_GRAPHS.flatMap(({ id }) => [key(id, ALL), key(id, PATHS)]), {
    time: "backward_aggregation_time",
  }),
  aggregationShare((evidence) =>
    PAPER_GRAPHS.map(({ id, name }) => {
      const percent = medianOf(evidence.row(key(id, ALL), "backward_aggregation_share"));
      return { of: name, value: percent / 100 };
    })
  ),
];

/** Claims that Table V decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.training-faster", premise: PREMISE, decide: trainingFaster },
  { claimId: "eppgcn.q.preprocess-ratio", premise: PREMISE, decide: preprocessRatio },
  {
    claimId: "eppgcn.q.accuracy",
    premise: [
      atLeast(LEAST_SEEDS, {
        name: "seeds on the publisher's labels",
        readings: (evidence) =>
          publishedGraphs(evidence).map(({ id, name }) => {
            return { of: name, value: medianOf(evidence.row(key(id, PATHS), "accuracy_seeds")) };
          }),
        elsewhere: "the citation graphs with their features (deno task datasets fetch cora citeseer pubmed)",
      }),
    ],
    onStandIns: "labels or features of other graphs than the citation graphs are drawn",
    decide: accuracy,
  },
];
