/**
 * Work of a mini-batch of a model on a card, from the counts of its blocks.
 *
 * @module
 */
import type { Layer } from "../../../training/layers/layer.ts";
import {
  type Aggregation,
  batchProgram,
  blockNeeds,
  type BlockShape,
} from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { CardWork } from "./card_phases.ts";

/** A model and the widths of its data. */
export interface CountedModel {
  /** Layers from the features to the logits. */
  readonly layers: readonly Layer[];
  /** Aggregation of the layers. */
  readonly aggregation: Aggregation;
  /** Columns of the features. */
  readonly featureWidth: number;
  /** Classes. */
  readonly classes: number;
}

/** Counts of a mini-batch. */
export interface BatchCounts {
  /** Blocks, the one next to the input first, a self-loop a row included. */
  readonly blocks: readonly BlockShape[];
  /** Neighbours that were drawn. */
  readonly drawn: number;
}

/** Steps of a training's mini-batch, its draws, and its features where none of them is on the card. */
export function batchWork(model: CountedModel, { blocks, drawn }: BatchCounts): CardWork {
  const classifier = { ...model, optimizer: adam(), seed: 0, labels: "single" } as const;
  const { program: { train } } = batchProgram(classifier, blocks, blockNeeds(classifier, blocks));
  return { steps: train, drawn, loadedBytes: 4 * model.featureWidth * blocks[0].cols };
}
