/**
 * Speed-ups by execution paths on cards that this machine lacks, modelled by the number of their slots.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { pathProducts, wholeGraphProducts } from "../backward_products.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { modelledFacts, modelledGroupTimes, ratioFacts, ratioOfTimes, sumOfTimes } from "./group_times.ts";
import { ownRegressionRule } from "./labelled_matrices.ts";
import { underRates } from "./rate_changes.ts";
import { pathsOf } from "../drawn_paths.ts";
import { scaledSlots } from "../scaled_slots.ts";

/** Layers of the model. */
export const LAYERS = 2;

/** A card of the paper. */
export interface Card extends Contender {
  /** Groups that it works on at once. */
  readonly slots: number;
}

/** Metrics of a card, in the order of the tables. */
export const CARD_METRICS = underRates({
  speedup: { label: "speed-up over GNNAdvisor", unit: "x", better: "higher" },
  time: { label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
  gnnadvisor_time: { label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
}) satisfies Metrics;

/** Models both systems on the cards that were asked for, at the rates of this device. */
export async function modelCards(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  cards: readonly Card[],
): Promise<(id: string) => JointOutcome<typeof CARD_METRICS>> {
  const paths = await pathsOf(lab, dataset, { layers: LAYERS });
  const onGraph = await wholeGraphProducts(lab, dataset, LAYERS);
  const onPaths = await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset));
  const outcomes = new Map<string, JointOutcome<typeof CARD_METRICS>>();
  for (const card of cards) {
    const slots = scaledSlots(dataset, card.slots);
    const whole = sumOfTimes(await modelledGroupTimes(lab, onGraph, slots));
    const active = sumOfTimes(await modelledGroupTimes(lab, onPaths, slots));
    outcomes.set(card.id, {
      times: {},
      facts: {
        ...ratioFacts({ speedup: ratioOfTimes(whole, active) }),
        ...modelledFacts({ time: active, gnnadvisor_time: whole }),
      },
    });
  }
  return (id) => outcomes.get(id)!;
}
