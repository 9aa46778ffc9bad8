/**
 * Sentences on how well a cost model predicts the maps of a session, made from the rows of its accuracy.
 *
 * @module
 */
import { formatNumber } from "../../../platform/text/number.ts";
import { workloadId } from "../../../results/report/workload.ts";
import type { Row } from "../../../results/row.ts";
import { FITTED } from "./prediction_accuracy.ts";

/** Sentences, one for each map that was judged as a whole, by the model of all counted terms. */
export function predictionAnswers(rows: readonly Row[]): string[] {
  const own = rows.filter(({ contender, status }) => contender === FITTED && status === "ok");
  return [...Map.groupBy(own, workloadId)].flatMap(([map, judged]) => {
    const value = (metric: string) => judged.find((row) => row.metric === metric)?.median;
    const right = value("right_winners"), frequent = value("frequent_winner");
    if (right === undefined || frequent === undefined) return [];
    const correlation = value("rank_correlation");
    return [
      `On the map \u201c${map}\u201d a cost model fitted on ${
        value("fitted_points")
      } points names the fastest at ` +
      `${formatNumber(right, 2)} % of the ${value("judged_points")} others ` +
      `(naming the most frequent winner each time: ${formatNumber(frequent, 2)} %)` +
      (correlation === undefined
        ? "."
        : `; the rank correlation of predicted and measured times is ${formatNumber(correlation, 2)}.`),
    ];
  });
}
