/**
 * Losses of trainings in an order of mini-batches, at the marks of their curves.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import type { Lab } from "../../../lab.ts";
import type { Facts, Metrics } from "../../../metrics.ts";
import { ratios } from "../../../trials/ratios.ts";
import { SAMPLED_REGIME, sampledRegime } from "../../sampled_premises.ts";
import { finalLoss, type LossCurve, lossCurve, type LossCurveOptions } from "./loss_curves.ts";
import {
  END,
  LAST,
  LENGTH,
  lossGraph,
  type MarkedWorkload,
  type Order,
  PLAIN,
  TRAININGS,
} from "./marked_trainings.ts";

/** Trainings of one order. */
interface Trainings extends Omit<LossCurveOptions, "seed"> {
  /** Number of trainings, each from other weights and shuffles. */
  readonly trainings: number;
}

/** Losses of trainings from one seed after the other. */
async function lossCurves(
  lab: Lab,
  dataset: LoadedDataset,
  { trainings, ...options }: Trainings,
): Promise<LossCurve[]> {
  const curves: LossCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + trainings; seed++) {
    lab.say(`${options.model}, window ${options.window}: training ${curves.length + 1} of ${trainings}`);
    curves.push(await lab.kept("fastgl/loss-curve", lossCurve, dataset, { ...options, seed }));
  }
  return curves;
}

/** Metrics of a training at a mark of its curve. */
export const LOSS_METRICS = {
  training_loss: { label: "training loss", unit: "1", better: "lower" },
  iterations: { label: "iterations", unit: "1" },
  final_loss: { label: "final loss", unit: "1", better: "lower" },
  final_loss_ratio: { label: "final loss over that in DGL's order", unit: "x" },
  loss_over_guessing: { label: "final loss over that of guessing", unit: "1", better: "lower" },
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

/** Losses of an order at a mark; trainings give all marks of their curve at once. */
export async function lossesAtMark(
  lab: Lab,
  dataset: LoadedDataset,
  { model, factors: { graph, mark } }: MarkedWorkload,
  order: Order,
): Promise<Facts<typeof LOSS_METRICS>> {
  const { profile: { id: profile } } = lab;
  const { iterations, step } = LENGTH[graph][profile];
  const curvesOf = ({ factors: { window } }: Order) =>
    lab.once(lossCurves, dataset, {
      graph: lossGraph(lab.profile, graph),
      trainings: TRAININGS[graph][profile],
      model,
      window,
      iterations,
    });
  const own = await curvesOf(order);
  if (mark !== END) {
    return {
      training_loss: own.flatMap(({ losses }) => losses.slice(mark - step, mark)),
      iterations: mark,
    };
  }
  const finalLosses = (curves: readonly LossCurve[]) =>
    curves.map((curve) => finalLoss(curve, LAST[profile]));
  const final = finalLosses(own);
  const regime = sampledRegime({
    graph,
    vertices: dataset.graph.rows,
    seeds: lossGraph(lab.profile, graph).batch,
    distinct: iterations,
  });
  const guessing = Math.log(lossGraph(lab.profile, graph).classes);
  const ends = {
    final_loss: final,
    loss_over_guessing: final.map((loss) => loss / guessing),
    ...regime,
  };
  if (order === PLAIN) return ends;
  return {
    ...ends,
    final_loss_ratio: ratios(final, finalLosses(await curvesOf(PLAIN))),
  };
}
