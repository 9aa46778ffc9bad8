/**
 * Prediction of the maps: a cost model from counted terms, fitted on half of the points of each map, judged
 * on the others.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { cellName, type Contender } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { costSamples } from "./cost_samples.ts";
import type { MapSuite } from "./map_suite.ts";
import { PREDICTED_MAPS, type PredictedMap } from "./predicted_maps.ts";
import {
  ACCURACY_METRICS,
  BYTES_ALONE,
  FITTED,
  predictionAccuracy,
  type PredictionWorkload,
} from "./prediction_accuracy.ts";
import { predictionAnswers } from "./prediction_answers.ts";

/** Name of a map: its suite's id without what all maps' ids begin with. */
export function mapName({ id }: Pick<MapSuite, "id">): string {
  return id.slice("own/crossover-".length);
}

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

/** Accuracy of a cost model on each map. */
export const prediction: Suite<PredictionWorkload, Contender, typeof ACCURACY_METRICS> = {
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
    count: (_lab, _none, workload, contender) => Promise.resolve(predictionAccuracy(workload, contender)),
  },
  answers: predictionAnswers,
  metrics: ACCURACY_METRICS,
  plots: [{ metric: "right_winners", x: "workload" }, { metric: "rank_correlation", x: "workload" }],
  notes: [
    "It judges the maps of the same session, and runs once all points of a map are measured.",
    "Bytes moved once are those of a product's operands, and the copied features where mini-batches are loaded. Misses are those of an LRU cache of whole feature rows, of the size of this CPU's last cache and of the one before it.",
  ],
  claims: [],
};
