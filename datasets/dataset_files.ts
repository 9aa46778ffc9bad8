/**
 * Files of datasets: where they are, whether they are whole, and how the missing ones come. Results are plain
 * data.
 *
 * @module
 */
import { join } from "node:path";
import { MissingError } from "../platform/errors.ts";
import type { FileVerdict } from "./checksum.ts";
import { downloadFile, type DownloadOptions } from "./download.ts";
import { datasetCacheFolder, locateDataset, locateDatasets, type LookupOptions } from "./lookup.ts";
import { allDatasets, datasetRecord } from "./registry.ts";

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
