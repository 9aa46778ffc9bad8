/**
 * Work of a mini-batch of a model, from the counts of its blocks.
 *
 * @module
 */
import { batchProgram, blockNeeds } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { SampledGraph } from "../sampling_graphs.ts";
import { modelOf, type ModelSetting } from "../trained_models.ts";
import type { CardWork } from "./card_phases.ts";
import type { BatchShape } from "./published_batches.ts";

/** Steps of a training's mini-batch, its draws, and its features where none of them is on the card. */
export function cardWork(
  setting: ModelSetting & { readonly graph: Pick<SampledGraph, "featureWidth" | "classes"> },
  { blocks, drawn }: Pick<BatchShape, "blocks" | "drawn">,
): CardWork {
  const { graph: { featureWidth, classes } } = setting;
  const model = {
    ...modelOf(setting, classes),
    optimizer: adam(),
    seed: 0,
    featureWidth,
    classes,
    labels: "single",
  } as const;
  const { program: { train } } = batchProgram(model, blocks, blockNeeds(model, blocks));
  return { steps: train, drawn, loadedBytes: 4 * featureWidth * blocks[0].cols };
}
