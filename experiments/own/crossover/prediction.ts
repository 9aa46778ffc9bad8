/**
 * Prediction of the maps: a cost model from counted terms, fitted on half of the points of each map, judged
 * on the others.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { cellName, type Contender, type Workload } from "../../cell.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import type { Row } from "../../../results/row.ts";
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
import { costSamples } from "./cost_samples.ts";
import type { MapSuite } from "./map_suite.ts";
import { PREDICTED_MAPS, type PredictedMap } from "./predicted_maps.ts";
import { predictionSentences } from "./prediction_sentences.ts";

/** A measured map, or one kernel of it. */
interface PredictionWorkload extends Workload {
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

/** Name of a map: its suite's id without what all maps' ids begin with. */
export function mapName({ id }: Pick<MapSuite, "id">): string {
  return id.slice("own/crossover-".length);
}

const METRICS = {
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

/** Whether every point that a map asks for has rows. */
function isMeasured(suite: MapSuite, profile: Profile, rows: readonly Row[]): boolean {
  const cells = new Set(rows.map(({ cell }) => cell));
  const asked = [...suite.workloads(profile), ...suite.furtherWorkloads!(profile, rows)];
  return asked.every((workload) =>
    suite.contenders.some((contender) => cells.has(cellName(suite, workload, contender)))
  );
}

function workloadsOf(
  { suite, terms, bytes: byteTerm }: PredictedMap,
  rows: readonly Row[],
): PredictionWorkload[] {
  const samples = costSamples({ suite: suite.id, terms }, rows), bytes = terms.indexOf(byteTerm);
  const name = mapName(suite);
  return [
    { id: name, factors: { map: name }, samples, bytes },
    ...suite.contenders.map(({ id }): PredictionWorkload => ({
      id: `${name}-${id.replace(":", "-")}`,
      factors: { map: name, kernel: id },
      samples,
      bytes,
    })),
  ];
}

const modelled = (value: number) => ({ value, source: "modelled" as const });

/** Samples whose only term is that of the bytes. */
function withBytesAlone({ samples, bytes }: PredictionWorkload): CostSample[] {
  return samples.map((sample) => ({ ...sample, terms: [sample.terms[bytes]] }));
}

function refuse(factors: PredictionWorkload["factors"], current: string): MissingError {
  return new MissingError({
    action: `fit the costs of map ${factors.map}`,
    current,
    wanted: `at least ${FEWEST} points of each half`,
    next: "run the suite of the map in the same session",
  });
}

function judge(workload: PredictionWorkload, { id }: Contender): Facts<typeof METRICS> {
  const { factors, samples } = workload;
  const { fitted, judged } = splitSamples(id === BYTES_ALONE ? withBytesAlone(workload) : samples);
  const [fittedPoints, judgedPoints] = [fitted, judged].map((half) =>
    new Set(half.map(({ point }) => point)).size
  );
  if (Math.min(fittedPoints, judgedPoints) < FEWEST) {
    throw refuse(factors, `${fittedPoints} points to fit and ${judgedPoints} to judge`);
  }
  const predicted = predictSamples(judged, fitCosts(fitted));
  const counts = { fitted_points: fittedPoints, judged_points: judgedPoints };
  if ("kernel" in factors) {
    const own = predicted.filter(({ contender }) => contender === factors.kernel);
    if (own.length < FEWEST) throw refuse(factors, `${own.length} times of ${factors.kernel}`);
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

function agreementFacts(samples: Parameters<typeof agreement>[0]): Facts<typeof METRICS> {
  const { rankCorrelation, errorPercent } = agreement(samples);
  return {
    ...(Number.isFinite(rankCorrelation) && { rank_correlation: modelled(rankCorrelation) }),
    error: modelled(errorPercent),
  };
}

/** Judgement of a cost model on each map. */
export const prediction: Suite<PredictionWorkload, Contender, typeof METRICS> = {
  id: "own/crossover-prediction",
  artifact: "Crossover",
  title: "Prediction of the maps",
  onlyWhenNamed: true,
  question:
    "How well do counted bytes, misses, rows and tiles predict which kernel or technique is the fastest?",
  contenders: [
    { id: BYTES_ALONE, label: "bytes moved once, and a constant" },
    { id: FITTED, label: "all counted terms" },
  ],
  baseline: BYTES_ALONE,
  workloads: () => [],
  furtherWorkloads: (profile, rows) =>
    PREDICTED_MAPS.filter(({ suite }) => isMeasured(suite, profile, rows)).flatMap((map) =>
      workloadsOf(map, rows)
    ),
  settings: {
    "model":
      "a constant and one rate a term for each kernel, none negative, least squares of relative errors",
    "split": "every second point in the order of the digests of their ids is fitted on, the others judge",
  },
  measurement: {
    kind: "exact",
    count: (_lab, _none, workload, contender) => Promise.resolve(judge(workload, contender)),
  },
  answers: (rows) => predictionSentences(rows, FITTED),
  metrics: METRICS,
  plots: [{ metric: "right_winners", x: "workload" }, { metric: "rank_correlation", x: "workload" }],
  notes: [
    "It judges the maps of the same session, and runs once all points of a map are measured.",
    "Bytes moved once are those of a product's operands, and the copied features where mini-batches are loaded. Misses are those of an LRU cache of whole feature rows, of the size of this CPU's last cache and of the one before it.",
  ],
  claims: [],
};
