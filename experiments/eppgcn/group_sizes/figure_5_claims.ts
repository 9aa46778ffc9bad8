/**
 * Claims of eppgcn Figure 5: one minimum on each curve, a trade-off on all of them, and no size that is best
 * everywhere.
 *
 * @module
 */
import type { ClaimPart, TimedPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import { anyOf } from "../../claims/any_of.ts";
import { type Cited, EvidenceMissing, type SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { decideUnderRates, TOLERANCE } from "./group_claims.ts";
import { groupsOnACard, optimumInside } from "./group_premises.ts";
import { CONTENDERS, DATASETS, SIZES } from "./group_size_sweep.ts";

const cell = (dataset: string, size: number, contender: string) => ({
  workload: `${dataset}:gs${size}`,
  contender,
});

/** Name of a curve: a graph, and one of its matrices. */
type Curve = readonly [dataset: string, contender: string];

/** Rise before the best size, or fall behind it, that is noise: five percent. */
const NOISE = 1.05;

/** Sizes that a session swept, in rising order: older ones end where the figure's axis does. */
const sizesIn = (evidence: SuiteEvidence): readonly number[] =>
  SIZES.filter((size) => evidence.find(cell(DATASETS[0], size, "graph"), "time") !== undefined);

/** Times of a curve by size. */
const curve = (evidence: SuiteEvidence, [dataset, contender]: Curve): Cited[] =>
  sizesIn(evidence).map((size) => [cell(dataset, size, contender), "time"]);

/** Place of the least time. */
const leastAt = (times: readonly number[]) => times.indexOf(Math.min(...times));

/** Whether times fall up to the least and rise behind it, and neither end is the least. */
function hasOneMinimum(times: readonly number[]): boolean {
  const best = leastAt(times);
  return best > 0 && best < times.length - 1 &&
    times.every((time, i) =>
      i === 0 || (i <= best ? time <= NOISE * times[i - 1] : times[i - 1] <= NOISE * time)
    );
}

/** Whether no size is as good as the best on both of two curves. */
function haveOtherBests(one: readonly number[], other: readonly number[]): boolean {
  const [a, b] = [one, other].map((times) => (1 + TOLERANCE) * Math.min(...times));
  return one.every((time, i) => time > a || other[i] > b);
}

/** Curves that the figure shows: those of layer 0. */
const CURVES: readonly Curve[] = DATASETS.flatMap((dataset) =>
  ["graph", "path"].map((id) => [dataset, id] as const)
);

/** Premise of claims about these curves: swept on a card, and none of them least at an end. */
function sweptOnACard(curves: readonly Curve[]) {
  return [
    groupsOnACard(curves.map(([dataset, contender]) => cell(dataset, SIZES[0], contender))),
    optimumInside((evidence) =>
      curves.filter(([dataset, contender]) => {
        const workload = `${dataset}:sweep`;
        const best = medianOf(evidence.row({ workload, contender }, "optimal_group_size"));
        const sizes = sizesIn(evidence);
        return best === sizes[0] || best === sizes.at(-1);
      }).map(([dataset, contender]) => `${contender} of ${dataset}`)
    ),
  ];
}

/** One minimum, within the sizes that were tried, on each curve. */
function unimodal(evidence: SuiteEvidence): ClaimPart[] {
  const sizes = sizesIn(evidence);
  return CURVES.map(([dataset, contender]) =>
    decideUnderRates(evidence, {
      of: curve(evidence, [dataset, contender]),
      holds: hasOneMinimum,
      text: (times) =>
        `${contender} of ${dataset}: least at ${sizes[leastAt(times)]}, ` +
        (hasOneMinimum(times) ? "one minimum" : "several minima, or one at an end"),
    })
  );
}

/**
 * Checks the counts of every curve: atomics fall, the largest group grows over the mean one. Neither can fail
 * for sizes that double up to the highest degree: each pair of groups joins, and degrees are rounded up to a
 * multiple of the size. Larger sizes, which no group fills, are left out: there every row is one group.
 *
 * @throws {EvidenceMissing} where that leaves one size of a curve, of which nothing falls or grows.
 */
function tradeoff(evidence: SuiteEvidence): ClaimPart[] {
  return CURVES.map(([dataset, contender]) => {
    const sizes = sizesIn(evidence);
    const largest = Math.max(
      ...sizes.map((size) => medianOf(evidence.row(cell(dataset, size, contender), "largest_group"))),
    );
    const filled = sizes.filter((size, i) => i === 0 || size <= largest);
    if (filled.length === 1) {
      const size = filled[0];
      throw new EvidenceMissing(
        `${contender} of ${dataset}: rows fill groups of ${size} alone, and a trade-off is one of several sizes`,
      );
    }
    const rows = (metric: string) =>
      filled.map((size) => evidence.row(cell(dataset, size, contender), metric));
    const atomics = rows("atomics"), imbalance = rows("imbalance");
    const ordered = (values: readonly Row[], sign: 1 | -1) =>
      values.every((row, i) => i === 0 || sign * (medianOf(row) - medianOf(values[i - 1])) > 0);
    const ends = (values: typeof atomics) =>
      `${medianOf(values[0]).toPrecision(3)} to ${medianOf(values.at(-1)!).toPrecision(3)}`;
    return evidence.exact(
      ordered(atomics, -1) && ordered(imbalance, 1),
      `${contender} of ${dataset}, groups of ${filled[0]} to ${filled.at(-1)}: atomics ${ends(atomics)}, ` +
        `largest over mean group ${ends(imbalance)}`,
      [...atomics, ...imbalance],
    );
  });
}

/** A pair of curves, by dataset and contender. */
type Pair = readonly [one: Curve, other: Curve];

/** All pairs of some things. */
function pairsOf<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));
}

/** Part on whether two measured curves have other best sizes; nothing where they are modelled. */
function measuredBests(evidence: SuiteEvidence, pair: Pair): TimedPart | undefined {
  const cited = pair.flatMap((each) => curve(evidence, each)), sizes = sizesIn(evidence);
  if (cited.every(([key, metric]) => evidence.row(key, metric).source !== "measured")) return undefined;
  const of = cited.map(([key, metric]) => evidence.series(key, metric));
  const both = (values: readonly number[]) =>
    [values.slice(0, sizes.length), values.slice(sizes.length)] as const;
  const bests = both(of.map(({ value }) => value)).map((times) => sizes[leastAt(times)]);
  return evidence.inRounds({
    of,
    holds: (values) => haveOtherBests(...both(values)),
    text: `other best sizes, ${pair.map((each, i) => `${each.join(" ")}: ${bests[i]}`).join(", ")}`,
  });
}

/** Two graphs have other best sizes, and so have a graph and one of its paths. */
function oneSize(evidence: SuiteEvidence): ClaimPart[] {
  const sizes = sizesIn(evidence);
  const alike = CONTENDERS.flatMap(({ id }) => pairsOf(DATASETS.map((dataset) => [dataset, id] as const)));
  const within = DATASETS.flatMap((dataset) => pairsOf(CONTENDERS.map(({ id }) => [dataset, id] as const)));
  return [alike, within].map((pairs: readonly Pair[]) => {
    const [pair, ...others] = pairs.map((curves) => measuredBests(evidence, curves));
    if (pair !== undefined) return anyOf([pair, ...others.filter((other) => other !== undefined)]);
    const curves = [...new Map(pairs.flat().map((each) => [each.join(), each])).values()];
    const place = (each: Curve) => curves.findIndex((own) => own.join() === each.join());
    const timesOf = (values: readonly number[], at: number) =>
      values.slice(sizes.length * at, sizes.length * (at + 1));
    return decideUnderRates(evidence, {
      of: curves.flatMap((each) => curve(evidence, each)),
      holds: (values) =>
        pairs.some(([one, other]) =>
          haveOtherBests(timesOf(values, place(one)), timesOf(values, place(other)))
        ),
      text: (values) =>
        curves.map((each, at) => `${each.join(" ")}: ${sizes[leastAt(timesOf(values, at))]}`).join(", "),
    });
  });
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
