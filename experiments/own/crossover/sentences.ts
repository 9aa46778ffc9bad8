/**
 * Sentences on the maps of a session, made from its rows alone.
 *
 * @module
 */
import { formatNumber } from "../../../results/report/number.ts";
import { factorWords } from "../../../results/report/workload.ts";
import type { Row } from "../../../results/row.ts";
import { mapSentences } from "../../../results/winner_map/map_sentences.ts";
import { winnerMap } from "../../../results/winner_map/winner_map.ts";
import { MAPS, prediction } from "./prediction.ts";

/** Sentences that the rows of one map support. */
export interface MapFinding {
  /** Id of the suite. */
  readonly suite: string;
  /** Question of the suite. */
  readonly question: string;
  /** Sentences, each true of the rows by itself. */
  readonly sentences: readonly string[];
}

/** Sentence on the prediction of a map; none where it was not judged. */
function predictionSentences(suite: string, rows: readonly Row[]): string[] {
  const workload = suite.slice("own/crossover-".length);
  const value = (contender: string, metric: string) =>
    rows.find((row) =>
      row.cell === `${prediction.id}:${workload}:${contender}` && row.metric === metric && row.status === "ok"
    )?.median;
  const right = value("fitted", "right_winners"), frequent = value("fitted", "frequent_winner");
  const [fitted, judged] = ["fitted_points", "judged_points"].map((metric) => value("fitted", metric));
  const correlation = value("fitted", "rank_correlation");
  if (right === undefined || frequent === undefined) return [];
  return [
    `A cost model fitted on ${fitted} points names the fastest at ${
      formatNumber(right, 2)
    } % of the ${judged} others ` +
    `(always the most frequent winner: ${formatNumber(frequent, 2)} %)` +
    (correlation === undefined
      ? "."
      : `; the rank correlation of predicted and measured times is ${formatNumber(correlation, 2)}.`),
  ];
}

/** Sentences on every map that these rows have points of. */
export function crossoverFindings(rows: readonly Row[]): MapFinding[] {
  return MAPS.flatMap(({ id, question, plots, contenders, baseline }) => {
    const own = rows.filter(({ suite }) => suite === id);
    const sentences = plots.flatMap(({ metric, x, y = "", contours = "speedup" }) => {
      const words = { x: factorWords(x), y: factorWords(y), baseline, contenders };
      const found = mapSentences(winnerMap(own, { x, y, lead: metric, speedup: contours }), words);
      return metric === "lead" ? found : found.map((sentence) => `With preparation: ${sentence}`);
    });
    return sentences.length === 0
      ? []
      : [{ suite: id, question, sentences: [...sentences, ...predictionSentences(id, rows)] }];
  });
}
