/**
 * The list of datasets, with the presence and availability of their files, as plain data.
 *
 * @module
 */
import type { DatasetRecord, GraphCounts } from "./dataset.ts";
import { locateDatasets, type LookupOptions } from "./lookup.ts";
import { allDatasets, datasetRecord } from "./registry.ts";

/** One dataset in the output of `datasets list`. */
export interface DatasetListing {
  /** Id of the dataset. */
  readonly id: string;
  /** Full name. */
  readonly title: string;
  /** Papers that use it, as `paper:name`. */
  readonly papers: readonly string[];
  /** Counts of the loaded graph. */
  readonly counts: GraphCounts;
  /** Whether the counts were measured on the files. */
  readonly countsFrom: DatasetRecord["countsFrom"];
  /** Presence of the files. `here`: the real graph can be loaded; `partly`: without labels or features. */
  readonly files: "here" | "partly" | "absent";
  /** Whether this harness has a reader for the files. */
  readonly readable: boolean;
  /** Whether the graph has a direct URL. */
  readonly fetchable: boolean;
  /** Whether a stand-in can replace the dataset. */
  readonly standIn: boolean;
  /** Licence, or what is known about one. */
  readonly licence: string;
  /** Ways to obtain files that have no direct URL, and other notes. */
  readonly notes: readonly string[];
  /** Warnings on files that were passed over or could not be checked. */
  readonly warnings: readonly string[];
}

/** Lists every dataset, or the named ones, with the presence and availability of their files. */
export async function listDatasets(
  ids: readonly string[] = [],
  options: LookupOptions = {},
): Promise<DatasetListing[]> {
  const records = ids.length > 0 ? ids.map(datasetRecord) : allDatasets();
  const located = await locateDatasets(records, options);
  return records.map((record, i) => {
    const { sources, warnings } = located[i];
    const best = sources.find((source) => source.complete && source.source.format);
    return {
      id: record.id,
      title: record.title,
      papers: record.printed.map(({ paper, name }) => `${paper}:${name}`),
      counts: record.counts,
      countsFrom: record.countsFrom,
      files: !best ? "absent" : best.files.size === best.source.files.length ? "here" : "partly",
      readable: record.sources.some((source) => source.format !== undefined),
      fetchable: record.sources.some((source) =>
        source.files.some((file) => file.need === "graph" && file.url !== undefined)
      ),
      standIn: record.standIn,
      licence: record.licence,
      notes: [...record.sources.flatMap(({ obtain }) => obtain ?? []), ...(record.note ? [record.note] : [])],
      warnings,
    };
  });
}
