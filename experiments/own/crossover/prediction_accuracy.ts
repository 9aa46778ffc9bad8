/**
 * Accuracy of a cost model of one map: fitted on half of its points, compared with the times of the others.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import {
  agreement,
  type CostSample,
  fitCosts,
  leastPredicted,
  mostFrequentWinner,
  predictSamples,
  splitSamples,
  winnerAgreement,
} from "./cost_fit.ts";
import { plural } from "../../../platform/text/plural.ts";

/** A measured map, or one kernel of it. */
export interface PredictionWorkload extends Workload {
  /** Map, and the kernel where its times alone are predicted. */
  readonly factors: { readonly map: string } | { readonly map: string; readonly kernel: string };
  /** Measured times with their terms. */
  readonly samples: readonly CostSample[];
  /** Place of the bytes, each moved once, among the terms. */
  readonly bytes: number;
}

/** Contender whose model has all counted terms. */
export const FITTED = "fitted";
/** Contender whose model has the bytes alone. */
export const BYTES_ALONE = "bytes";

/** Metrics of the accuracy of a cost model. */
export const ACCURACY_METRICS = {
  right_winners: { label: "right winners", unit: "%", better: "higher" },
  regret: { label: "time of the named contender over that of the fastest", unit: "x", better: "lower" },
  frequent_winner: {
    label: "points at which the most frequent winner of the fitted half is the fastest",
    unit: "%",
  },
  rank_correlation: { label: "rank correlation of predicted and measured time", unit: "1", better: "higher" },
  error: { label: "median error of the predicted time", unit: "%", better: "lower" },
  fitted_points: { label: "points that the model is fitted on", unit: "points" },
  judged_points: { label: "points that judge it", unit: "points" },
} as const satisfies Metrics;

/** Fewest points of a half. */
const FEWEST = 2;

/** Samples whose only term is that of the bytes. */
function withBytesAlone({ samples, bytes }: PredictionWorkload): CostSample[] {
  return samples.map((sample) => ({ ...sample, terms: [sample.terms[bytes]] }));
}

function refusal(factors: PredictionWorkload["factors"], current: string): MissingError {
  return new MissingError({
    action: `fit the costs of map ${factors.map}`,
    current,
    wanted: `at least ${FEWEST} points of each half`,
    next: "run the suite of the map in the same session",
  });
}

/**
 * Computes the accuracy of the model of all counted terms, or of the bytes alone.
 *
 * @throws {MissingError} where too few points or times were measured.
 */
export function predictionAccuracy(
  workload: PredictionWorkload,
  { id }: Contender,
): Facts<typeof ACCURACY_METRICS> {
  const { factors, samples } = workload;
  const { fitted, judged } = splitSamples(id === BYTES_ALONE ? withBytesAlone(workload) : samples);
  const [fittedPoints, judgedPoints] = [fitted, judged].map((half) =>
    new Set(half.map(({ point }) => point)).size
  );
  if (Math.min(fittedPoints, judgedPoints) < FEWEST) {
    throw refusal(factors, `${plural(fittedPoints, "point")} to fit and ${judgedPoints} to judge`);
  }
  const predicted = predictSamples(judged, fitCosts(fitted));
  const counts = { fitted_points: fittedPoints, judged_points: judgedPoints };
  if ("kernel" in factors) {
    const own = predicted.filter(({ contender }) => contender === factors.kernel);
    if (own.length < FEWEST) throw refusal(factors, `${own.length} times of ${factors.kernel}`);
    return { ...agreementFacts(own), ...counts };
  }
  const frequent = mostFrequentWinner(fitted);
  const winners = winnerAgreement(predicted, leastPredicted);
  const alike = winnerAgreement(
    predicted,
    (ofPoint) => ofPoint.find(({ contender }) => contender === frequent) ?? ofPoint[0],
  );
  return {
    right_winners: modelled(winners.rightPercent),
    regret: modelled(winners.regret),
    frequent_winner: modelled(alike.rightPercent),
    ...agreementFacts(predicted),
    ...counts,
  };
}

function agreementFacts(samples: Parameters<typeof agreement>[0]): Facts<typeof ACCURACY_METRICS> {
  const { rankCorrelation, errorPercent } = agreement(samples);
  return {
    ...(Number.isFinite(rankCorrelation) && { rank_correlation: modelled(rankCorrelation) }),
    error: modelled(errorPercent),
  };
}
