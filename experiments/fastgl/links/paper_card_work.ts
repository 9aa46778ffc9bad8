/**
 * Work of a mini-batch of a model of the paper on a card, from the counts of its blocks.
 *
 * @module
 */
import type { CardWork } from "../../trials/links/card_phases.ts";
import { batchWork } from "../../trials/links/batch_work.ts";
import type { SampledGraph } from "../sampling_graphs.ts";
import { modelOf, type ModelSetting } from "../trained_models.ts";
import type { BatchShape } from "./published_batches.ts";

/** Steps of a training's mini-batch, its draws, and its features where none of them is on the card. */
export function paperCardWork(
  setting: ModelSetting & { readonly graph: Pick<SampledGraph, "featureWidth" | "classes"> },
  batch: Pick<BatchShape, "blocks" | "drawn">,
): CardWork {
  const { graph: { featureWidth, classes } } = setting;
  return batchWork({ ...modelOf(setting, classes), featureWidth, classes }, batch);
}
