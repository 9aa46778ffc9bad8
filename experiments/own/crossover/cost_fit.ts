/**
 * Cost model of a map: the time of each contender as a sum of counted terms with rates that are fitted on one
 * half of the points and judged on the other.
 *
 * @module
 */
import { contentKey } from "../../../platform/files/digest.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { median, nonNegativeLeastSquares, rankCorrelation } from "../../../platform/statistics/mod.ts";

/** Time and terms of one contender at one point. */
export interface CostSample {
  /** Id of the point. */
  readonly point: string;
  /** Id of the contender. */
  readonly contender: string;
  /** Measured milliseconds. */
  readonly ms: number;
  /** Counted terms, in the same order everywhere. */
  readonly terms: readonly number[];
}

/** Samples of both halves of a map. */
export interface SplitSamples {
  /** Samples of the points that rates are fitted on. */
  readonly fitted: readonly CostSample[];
  /** Samples of the others, which judge the rates. */
  readonly judged: readonly CostSample[];
}

/**
 * Splits points into halves, every second one of them in the order of their digests: the same for the same
 * ids, and without a pattern along the axes.
 */
export function splitSamples(samples: readonly CostSample[]): SplitSamples {
  const points = [...new Set(samples.map(({ point }) => point))]
    .map((point) => ({ point, key: contentKey({ point }) }))
    .sort((a, b) => a.key < b.key ? -1 : 1);
  const chosen = new Set(points.filter((_, i) => i % 2 === 0).map(({ point }) => point));
  const { fitted = [], judged = [] } = Object.groupBy(
    samples,
    ({ point }) => chosen.has(point) ? "fitted" : "judged",
  );
  return { fitted, judged };
}

/** Predicted milliseconds of a contender from its terms; undefined where it was not fitted. */
export type FittedCost = (contender: string, terms: readonly number[]) => number | undefined;

/**
 * Fits the rates of each contender: a constant and one rate a term, none negative, so that the squares of the
 * relative errors are least.
 */
export function fitCosts(samples: readonly CostSample[]): FittedCost {
  const rates = new Map([...Map.groupBy(samples, ({ contender }) => contender)].map(([contender, own]) => {
    // Terms are scaled to their largest value, because counts and bytes differ by orders of magnitude.
    const scales = own[0].terms.map((_, j) => Math.max(...own.map(({ terms }) => terms[j]), 1e-300));
    const columns = [
      own.map(({ ms }) => 1 / ms),
      ...scales.map((scale, j) => own.map(({ ms, terms }) => terms[j] / scale / ms)),
    ];
    const { coefficients } = nonNegativeLeastSquares(columns, own.map(() => 1));
    return [contender, {
      constant: coefficients[0],
      perTerm: scales.map((scale, j) => coefficients[j + 1] / scale),
    }];
  }));
  return (contender, terms) => {
    const known = rates.get(contender);
    return known && terms.reduce((sum, term, j) => sum + known.perTerm[j] * term, known.constant);
  };
}

/** A sample with its prediction. */
export interface PredictedSample extends CostSample {
  /** Predicted milliseconds. */
  readonly predicted: number;
}

/** Predicts the samples of contenders that the model knows. */
export function predictSamples(samples: readonly CostSample[], model: FittedCost): PredictedSample[] {
  return samples.flatMap((sample) => {
    const predicted = model(sample.contender, sample.terms);
    return predicted === undefined ? [] : [{ ...sample, predicted }];
  });
}

/** Agreement of predicted and measured times. */
export interface TimeAgreement {
  /** Spearman's rank correlation; NaN where one of them does not vary. */
  readonly rankCorrelation: number;
  /** Median of the relative errors, in per cent. */
  readonly errorPercent: number;
}

/** Compares predicted times with measured ones. */
export function agreement(samples: readonly PredictedSample[]): TimeAgreement {
  return {
    rankCorrelation: rankCorrelation(samples.map(({ predicted }) => predicted), samples.map(({ ms }) => ms)),
    errorPercent: 100 * median(samples.map(({ predicted, ms }) => Math.abs(predicted / ms - 1))),
  };
}

/** Quality of named winners. */
export interface WinnerAgreement {
  /** Points at which the named contender was the fastest, in per cent. */
  readonly rightPercent: number;
  /** Time of the named contender over that of the fastest, geometric mean over the points. */
  readonly regret: number;
}

/** Judges the contender that `named` gives for the samples of each point, by their measured times. */
export function winnerAgreement<S extends CostSample>(
  samples: readonly S[],
  named: (ofPoint: readonly S[]) => S,
): WinnerAgreement {
  const points = [...Map.groupBy(samples, ({ point }) => point).values()];
  const losses = points.map((own) => named(own).ms / Math.min(...own.map(({ ms }) => ms)));
  return {
    rightPercent: 100 * losses.filter((loss) => loss === 1).length / losses.length,
    regret: Math.exp(sumOf(losses, (loss) => Math.log(loss)) / losses.length),
  };
}

/** Sample of the least predicted time. */
export function leastPredicted(ofPoint: readonly PredictedSample[]): PredictedSample {
  return ofPoint.reduce((best, each) => each.predicted < best.predicted ? each : best);
}

/** Id of the contender that is the fastest at most points. */
export function mostFrequentWinner(samples: readonly CostSample[]): string {
  const winners = [...Map.groupBy(samples, ({ point }) => point).values()]
    .map((own) => own.reduce((best, each) => each.ms < best.ms ? each : best).contender);
  const counts = [...Map.groupBy(winners, (winner) => winner)];
  return counts.reduce((a, b) => b[1].length > a[1].length ? b : a)[0];
}
