/** Quantities of simulated rounds, as evidence of claims. @module */
import type { PairedRound } from "../../../platform/statistics/mod.ts";
import type { TimedPart } from "../../../results/verdicts/evidence.ts";
import { timedEvidence } from "../../../results/verdicts/timed.ts";

/** Rounds of a simulated ratio. */
export interface SimulatedRounds {
  /** Number of rounds, over three preparations; 15 when absent. */
  readonly n?: number;
  /** Largest relative distance of a round from the ratio; 1 % when absent. */
  readonly noise?: number;
  /** Difference that the A/A run can see; 2 % when absent. */
  readonly smallestDifference?: number;
  /** Claimed range; above 1 when absent. */
  readonly within?: readonly [number, number];
}

/** Part of a claim: a ratio of simulated rounds lies in a range. */
export function timedRatio(ratio: number, options: SimulatedRounds = {}): TimedPart {
  const { n = 15, noise = 0.01, smallestDifference = 0.02, within = [1, Infinity] } = options;
  const rounds = Array.from({ length: n }, (_, i) => {
    const value = ratio * (1 + noise * Math.sin(1 + 2.3 * i));
    return {
      preparation: i % 3,
      value,
      least: value / (1 + smallestDifference),
      most: value * (1 + smallestDifference),
    };
  });
  return {
    ...timedEvidence(rounds, { within, seed: 1 }),
    text: "",
    source: "measured",
    datasetKind: "real",
  };
}

/** Part of a claim: the first of each pair of times is the larger one. */
export function timedPairs(pairs: readonly PairedRound[], smallestDifference: number): TimedPart {
  const rounds = pairs.map(({ preparation, numerator, denominator }) => {
    const value = numerator / denominator, factor = 1 + smallestDifference;
    return { preparation, value, least: value / factor, most: value * factor };
  });
  return {
    ...timedEvidence(rounds, { within: [1, Infinity], seed: 1 }),
    text: "",
    source: "measured",
    datasetKind: "",
  };
}
