/**
 * The verbs `datasets list | fetch | verify | path` as functions that return plain data. None ever asks anything.
 *
 * @module
 */
import { join } from "node:path";
import { MissingError } from "../platform/errors.ts";
import type { FileVerdict } from "./checksum.ts";
import type { DatasetRecord, GraphCounts } from "./dataset.ts";
import { downloadFile, type DownloadOptions } from "./download.ts";
import { datasetCacheFolder, locateDataset, locateDatasets, type LookupOptions } from "./lookup.ts";
import { allDatasets, datasetRecord } from "./registry.ts";

/** One dataset as `datasets list` shows it. */
export interface DatasetListing {
  /** The dataset's id. */
  readonly id: string;
  /** Full name. */
  readonly title: string;
  /** Papers that use it, as `paper:name`. */
  readonly papers: readonly string[];
  /** Counts of the loaded graph. */
  readonly counts: GraphCounts;
  /** Whether the counts were measured on the files. */
  readonly countsFrom: DatasetRecord["countsFrom"];
  /** `here`: the real graph can be loaded; `partly`: without labels or features. */
  readonly files: "here" | "partly" | "absent";
  /** Whether this harness can read the files, and whether they can be fetched. */
  readonly readable: boolean;
  /** Whether the graph has a direct URL. */
  readonly fetchable: boolean;
  /** Whether a stand-in can take its place. */
  readonly standIn: boolean;
  /** The licence, or what is known instead. */
  readonly licence: string;
  /** How to obtain files that have no direct URL, and anything else worth knowing. */
  readonly notes: readonly string[];
  /** Files that were passed over or could not be checked. */
  readonly warnings: readonly string[];
}

/** One file as `fetch`, `verify` and `path` show it. */
export interface DatasetFileStatus {
  /** The dataset's id. */
  readonly dataset: string;
  /** The file's name. */
  readonly file: string;
  /** Where it is; absent where it is not. */
  readonly path?: string;
  /** What became of it. */
  readonly status: FileVerdict | "absent" | "fetched" | "fetched, unchecked" | "already here" | "no URL";
}

/** Every dataset, or those named, with what is here and what can be had. */
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
 * Downloads what is missing of the named datasets into the cache folder: the files of the first source that can be had
 * whole. Files that are here already are left alone.
 *
 * @throws {MissingError} if nothing can be had for a dataset, or a download fails; the cache holds whole files only.
 * @throws {DataError} if a file that came is not the one that the record means.
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

/** Hashes again every file of the named datasets, or of all, that is found. Absent files are listed where ids are named. */
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

/** Where the files of one dataset are, and the folder that `fetch` would write. */
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
