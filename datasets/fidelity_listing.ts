/**
 * Stand-ins beside what is known of the real graphs, as plain data.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { GraphCounts } from "./dataset.ts";
import { type FidelityMeasure, fidelityOf } from "./fidelity.ts";
import { parseDatasetName } from "./generators/stand_in.ts";
import { loadDataset } from "./load.ts";
import { datasetRecord } from "./registry.ts";

/** One stand-in in the output of `datasets fidelity`. */
export interface FidelityListing {
  /** Name of the stand-in. */
  readonly dataset: string;
  /** Counts of the drawn graph. */
  readonly counts: GraphCounts;
  /** Measures of the stand-in beside what is known of the real graph. */
  readonly measures: readonly FidelityMeasure[];
}

/**
 * Draws stand-ins and compares them with what is known of the real graphs.
 *
 * @throws {UsageError} if a name is not that of a stand-in.
 */
export async function standInFidelity(
  names: readonly string[],
  options: { readonly seed?: number } = {},
): Promise<FidelityListing[]> {
  for (const name of names) {
    const { id, standIn } = parseDatasetName(name);
    datasetRecord(id);
    if (standIn) continue;
    throw new UsageError({
      action: "compare a stand-in with its graph",
      current: `${name}, which names the graph itself`,
      wanted: "a stand-in with its scale",
      next: `use ${name}@1/1, or a larger scale`,
    });
  }
  const listings: FidelityListing[] = [];
  for (const name of names) {
    const dataset = await loadDataset(name, options);
    listings.push({ dataset: dataset.id, counts: dataset.counts, measures: fidelityOf(dataset) });
  }
  return listings;
}
