/**
 * Appendix on the cost model of the maps: how often counted work names the fastest contender of points that
 * it was not fitted on.
 *
 * @module
 */
import type { Appendix } from "../../findings/appendix.ts";
import type { RecordedSession } from "../../findings/recorded_session.ts";
import { BYTES_ALONE, FITTED } from "../crossover/prediction_accuracy.ts";
import { PREDICTED_MAPS } from "../crossover/predicted_maps.ts";
import { mapName, prediction } from "../crossover/prediction.ts";

/** Judgement of the model on one map of one session. */
interface MapJudgement {
  readonly map: string;
  readonly path: string;
  readonly fitted: number;
  readonly judged: number;
  /** Spearman's correlation of predicted and measured times. */
  readonly correlation: number;
  /** Percent of the judged points at which the model names the fastest. */
  readonly right: number;
  /** The same for a model of bytes alone. */
  readonly byBytes: number;
  /** Percent at which the commonest winner of the fitted points is the fastest. */
  readonly commonest: number;
}

function judgementsIn({ path, rowAt }: RecordedSession): MapJudgement[] {
  return PREDICTED_MAPS.flatMap(({ suite }) => {
    const workload = mapName(suite);
    const value = (metric: string, contender: string = FITTED) =>
      rowAt({ suite: prediction.id, workload, contender, metric })?.median ?? NaN;
    const judgement = {
      map: workload,
      path,
      fitted: value("fitted_points"),
      judged: value("judged_points"),
      correlation: value("rank_correlation"),
      right: value("right_winners"),
      byBytes: value("right_winners", BYTES_ALONE),
      commonest: value("frequent_winner"),
    };
    return Number.isNaN(judgement.right) ? [] : [judgement];
  });
}

function line({ map, path, fitted, judged, correlation, right, byBytes, commonest }: MapJudgement): string {
  const percents = [right, byBytes, commonest].map((percent) => `${percent.toFixed(0)} %`);
  return `| ${[map, `\`${path}\``, fitted, judged, correlation.toFixed(2), ...percents].join(" | ")} |`;
}

/** Table of how well counted work predicts the fastest contender, over all recorded maps. */
export const costModel: Appendix = {
  heading: "How well counted work predicts the fastest",
  write(sessions) {
    const judgements = sessions.flatMap(judgementsIn);
    if (judgements.length === 0) return [];
    const count = (holds: (judgement: MapJudgement) => boolean) => judgements.filter(holds).length;
    const more = count(({ right, commonest }) => right > commonest);
    const less = count(({ right, commonest }) => right < commonest);
    return [
      "A cost model of counted work (bytes, cache misses, rows, tiles, imbalance) is fitted on every second point of a map",
      "and judged on the others. A guess that knows nothing of a point names the contender that is the fastest most often.",
      `Of ${judgements.length} maps the model is right more often than that on ${more}, less often on ${less}, as often on ` +
      `${judgements.length - more - less}.`,
      "",
      "| map | session | fitted points | judged points | rank correlation of times | right winners | by bytes alone | commonest winner |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
      ...judgements.map(line),
    ];
  },
};
