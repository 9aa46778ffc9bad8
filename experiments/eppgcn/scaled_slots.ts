/**
 * Slots of a card for a graph that may be a part of its original.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";

/** Size of the graph that a dataset stands for, over that of the dataset: 1 for the graph itself. */
export function originalScale({ id, kind, counts }: LoadedDataset): number {
  if (kind === "real") return 1;
  return Math.max(1, datasetRecord(parseDatasetName(id).id).counts.storedEdges / counts.storedEdges);
}

/**
 * Slots of a card for a graph that may be a part of its original: as many fewer as it has fewer edges, so
 * that a slot gets as much to do as it would get from the whole graph.
 */
export function scaledSlots(dataset: LoadedDataset, slots: number): number {
  return Math.max(1, Math.round(slots / originalScale(dataset)));
}
