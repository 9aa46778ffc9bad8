/**
 * The verbs `datasets list | fetch | verify | path | fidelity` as functions that return plain data
 * and never prompt.
 *
 * @module
 */
import { join } from "node:path";
import { MissingError, UsageError } from "../platform/errors.ts";
import type { FileVerdict } from "./checksum.ts";
import type { DatasetRecord, GraphCounts } from "./dataset.ts";
import { downloadFile, type DownloadOptions } from "./download.ts";
import { type FidelityMeasure, fidelityOf } from "./fidelity.ts";
import { parseDatasetName } from "./generators/stand_in.ts";
import { loadDataset } from "./load.ts";
import { datasetCacheFolder, locateDataset, locateDatasets, type LookupOptions } from "./lookup.ts";
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

/** One file in the output of `fetch`, `verify` and `path`. */
export interface DatasetFileStatus {
  /** Id of the dataset. */
  readonly dataset: string;
  /** Name of the file. */
  readonly file: string;
  /** Path of the file; absent where it was not found. */
  readonly path?: string;
  /** Status of the file. */
  readonly status: FileVerdict | "absent" | "fetched" | "fetched, unchecked" | "already here" | "no URL";
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

/**
 * Downloads the missing files of the named datasets into the cache folder: those of the first source that can
 * be downloaded completely. Existing files are left alone.
 *
 * @throws {MissingError} if nothing can be downloaded for a dataset, or a download fails; the cache holds
 * complete files only.
 * @throws {DataError} if a downloaded file differs from its record.
 */
export async function fetchDatasets(
  ids: readonly string[],
  options: LookupOptions & DownloadOptions = {},
): Promise<DatasetFileStatus[]> {
  const done: DatasetFileStatus[] = [];
  for (const record of ids.map(datasetRecord)) {
    const { sources } = await locateDataset(record, options);
    const chosen = sources.find(({ source, files }) =>
      source.files.some((file) => file.need === "graph") &&
      source.files.every((file) => files.has(file.name) || file.url !== undefined)
    );
    if (!chosen) {
      throw new MissingError({
        action: `fetch ${record.id}`,
        current: "no source with a direct URL for every file",
        wanted: "one",
        next: record.sources.find(({ obtain }) => obtain)?.obtain ?? "obtain the files and use --data-dir",
      });
    }
    for (const file of chosen.source.files) {
      const here = chosen.files.get(file.name);
      if (here !== undefined) {
        done.push({ dataset: record.id, file: file.name, path: here.path, status: "already here" });
        continue;
      }
      const path = join(datasetCacheFolder(options), record.id, file.name);
      const verdict = await downloadFile(file, path, options);
      done.push({
        dataset: record.id,
        file: file.name,
        path,
        status: verdict === "ok" ? "fetched" : "fetched, unchecked",
      });
    }
  }
  return done;
}

/**
 * Hashes all files of the named datasets, or of all datasets, that are found. Absent files are listed where
 * ids are named.
 */
export async function verifyDatasets(
  ids: readonly string[] = [],
  options: LookupOptions = {},
): Promise<DatasetFileStatus[]> {
  const statuses: DatasetFileStatus[] = [];
  const records = ids.length > 0 ? ids.map(datasetRecord) : allDatasets();
  for (const [i, { sources }] of (await locateDatasets(records, options)).entries()) {
    for (const { source, files, refused } of sources) {
      for (const { name } of source.files) {
        const located = files.get(name) ?? refused.get(name);
        const base = { dataset: records[i].id, file: name };
        if (located) statuses.push({ ...base, path: located.path, status: located.verdict });
        else if (ids.length > 0) statuses.push({ ...base, status: "absent" });
      }
    }
  }
  return statuses;
}

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

/** Paths of one dataset's files, and the folder that `fetch` would write. */
export async function datasetPaths(
  id: string,
  options: LookupOptions = {},
): Promise<{ folder: string; files: DatasetFileStatus[] }> {
  const record = datasetRecord(id);
  const { sources } = await locateDataset(record, options);
  const files = sources.flatMap(({ source, files }) =>
    source.files.map(({ name, url }): DatasetFileStatus => {
      const located = files.get(name);
      return located
        ? { dataset: id, file: name, path: located.path, status: located.verdict }
        : { dataset: id, file: name, status: url === undefined ? "no URL" : "absent" };
    })
  );
  return { folder: join(datasetCacheFolder(options), id), files };
}
