/**
 * Claims of eppgcn Figure 5: one minimum on each curve, a trade-off on all of them, and no size that is best
 * everywhere.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { decideUnderRates, type Read } from "./group_claims.ts";
import { groupsOnACard, optimumInside } from "./group_premises.ts";
import { CONTENDERS, DATASETS, SIZES } from "./group_size_sweep.ts";

const cell = (dataset: string, size: number, contender: string) => ({
  workload: `${dataset}:gs${size}`,
  contender,
});

/**
 * The size of the least time, those that are as good, and whether times fall before it and rise behind it;
 * intervals that meet are no objection.
 */
function shapeOf(read: Read, dataset: string, contender: string) {
  const times = SIZES.map((size) => read(cell(dataset, size, contender), "time"));
  const best = times.reduce((least, { value }, i) => value < times[least].value ? i : least, 0);
  const unimodal = times.every((time, i) =>
    i === 0 || (i <= best ? time.low <= times[i - 1].high : time.high >= times[i - 1].low)
  );
  const near = SIZES.filter((_, i) => times[i].low <= times[best].high);
  return { best: SIZES[best], near, unimodal, inside: best > 0 && best < SIZES.length - 1 };
}

/** Curves that the figure shows: those of layer 0. */
const CURVES = DATASETS.flatMap((dataset) => ["graph", "path"].map((id) => [dataset, id] as const));

/** Premise of claims about these curves: swept on a card, and none of them least at an end. */
function sweptOnACard(curves: readonly (readonly [dataset: string, contender: string])[]) {
  return [
    groupsOnACard(curves.map(([dataset, contender]) => cell(dataset, SIZES[0], contender))),
    optimumInside((evidence) =>
      curves.filter(([dataset, contender]) => {
        const workload = `${dataset}:sweep`;
        const best = medianOf(evidence.row({ workload, contender }, "optimal_group_size"));
        return best === SIZES[0] || best === SIZES.at(-1);
      }).map(([dataset, contender]) => `${contender} of ${dataset}`)
    ),
  ];
}

/** One minimum, within the sizes that were tried, on each curve. */
function unimodal(evidence: SuiteEvidence): ClaimPart[] {
  return CURVES.map(([dataset, contender]) =>
    decideUnderRates(evidence, (read) => {
      const { unimodal, inside } = shapeOf(read, dataset, contender);
      return unimodal && inside;
    }, (read) => {
      const { best, unimodal } = shapeOf(read, dataset, contender);
      return `${contender} of ${dataset}: least at ${best}, ${unimodal ? "one minimum" : "several minima"}`;
    })
  );
}

/**
 * Checks the counts of every curve: atomics fall, the largest group grows over the mean one. Neither can fail
 * for sizes that double and are below the highest degree: each pair of groups joins, and degrees are rounded
 * up to a multiple of the size.
 */
function tradeoff(evidence: SuiteEvidence): ClaimPart[] {
  return CURVES.map(([dataset, contender]) => {
    const rows = (metric: string) =>
      SIZES.map((size) => evidence.row(cell(dataset, size, contender), metric));
    const atomics = rows("atomics"), imbalance = rows("imbalance");
    const ordered = (values: readonly Row[], sign: 1 | -1) =>
      values.every((row, i) => i === 0 || sign * (medianOf(row) - medianOf(values[i - 1])) > 0);
    const ends = (values: typeof atomics) =>
      `${medianOf(values[0]).toPrecision(3)} to ${medianOf(values.at(-1)!).toPrecision(3)}`;
    return evidence.exact(
      ordered(atomics, -1) && ordered(imbalance, 1),
      `${contender} of ${dataset}: atomics ${ends(atomics)}, largest over mean group ${ends(imbalance)}`,
      [...atomics, ...imbalance],
    );
  });
}

/** Whether two of some curves have other best sizes, and no size that is as good as the best on both. */
function haveOtherBests(curves: readonly ReturnType<typeof shapeOf>[]): boolean | "even" {
  const pairs = curves.flatMap((a, i) => curves.slice(i + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => !a.near.some((size) => b.near.includes(size)))) return true;
  return pairs.some(([a, b]) => a.best !== b.best) ? "even" : false;
}

/** Disjunction of answers: true if one is, else even if one is. */
function anyOf(answers: readonly (boolean | "even")[]): boolean | "even" {
  return answers.includes(true) ? true : answers.includes("even") ? "even" : false;
}

/** Two graphs have other best sizes, and so have a graph and one of its paths. */
function oneSize(evidence: SuiteEvidence): ClaimPart[] {
  const list = (read: Read) =>
    DATASETS.map((dataset) =>
      `${dataset}: ${CONTENDERS.map(({ id }) => `${shapeOf(read, dataset, id).best} (${id})`).join(", ")}`
    ).join("; ");
  const alike = (read: Read) =>
    CONTENDERS.map(({ id }) => haveOtherBests(DATASETS.map((dataset) => shapeOf(read, dataset, id))));
  const within = (read: Read) =>
    DATASETS.map((dataset) => haveOtherBests(CONTENDERS.map(({ id }) => shapeOf(read, dataset, id))));
  return [alike, within].map((answers) => decideUnderRates(evidence, (read) => anyOf(answers(read)), list));
}

/** Claims that Figure 5 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.unimodal", premise: sweptOnACard(CURVES), decide: unimodal },
  { claimId: "eppgcn.q.tradeoff", decide: tradeoff },
  {
    claimId: "eppgcn.q.one-size",
    premise: sweptOnACard(DATASETS.flatMap((dataset) => CONTENDERS.map(({ id }) => [dataset, id]))),
    decide: oneSize,
  },
];
