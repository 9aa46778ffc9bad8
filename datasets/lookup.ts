/**
 * Where a dataset's files are: `--data-dir`, `GNN_REPRO_DATA`, the user's cache folder, in this order. Files are found
 * by name at any depth and believed by checksum.
 *
 * @module
 */
import { basename, join } from "node:path";
import { UsageError } from "../platform/errors.ts";
import { cacheFolder } from "../platform/user_folders.ts";
import { checkFile, type FileVerdict } from "./checksum.ts";
import type { DatasetFile, DatasetRecord, DatasetSource } from "./dataset.ts";

/** Where to look. */
export interface LookupOptions {
  /** Searched first. */
  readonly dataDir?: string;
  /** Searched second; the environment's `GNN_REPRO_DATA` unless told. The empty text switches it off. */
  readonly environmentDir?: string;
  /** Searched last; the `datasets` folder of the user's cache unless told. */
  readonly cacheDir?: string;
}

/** A file on disk that has the right name. */
export interface LocatedFile {
  /** Where it is. */
  readonly path: string;
  /** What its check said. */
  readonly verdict: FileVerdict;
}

/** What was found of one source. */
export interface LocatedSource {
  /** The source from the record. */
  readonly source: DatasetSource;
  /** By file name: the first copy that is `ok`, or that cannot be checked. */
  readonly files: ReadonlyMap<string, LocatedFile>;
  /** By file name: the last copy that was passed over as wrong. */
  readonly refused: ReadonlyMap<string, LocatedFile>;
  /** Whether all files that the graph needs are there. */
  readonly complete: boolean;
}

/** What was found of a dataset. */
export interface LocatedDataset {
  /** The sources in the record's order. */
  readonly sources: readonly LocatedSource[];
  /** One line for each file that was passed over or could not be checked. */
  readonly warnings: readonly string[];
}

const MAX_DEPTH = 8;
const MAX_ENTRIES = 200_000;

/** The folder that `datasets fetch` writes: one folder a dataset within it. */
export function datasetCacheFolder(options: LookupOptions = {}): string {
  return options.cacheDir ?? join(cacheFolder(), "datasets");
}

/**
 * All files below a folder with one of the names, up to a depth and a number of entries, nearest first. Links to files
 * are followed, links to folders are not.
 */
async function filesBelow(folder: string, names: ReadonlySet<string>, warnings: string[]): Promise<string[]> {
  const found: string[] = [];
  let entries = 0;
  let level = [folder];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    const here: string[] = [];
    for (const at of level.sort()) {
      try {
        for await (const entry of Deno.readDir(at)) {
          if (++entries > MAX_ENTRIES) {
            warnings.push(`${folder}: more than ${MAX_ENTRIES} entries, the rest was not searched`);
            return [...found, ...here.sort()];
          }
          const path = join(at, entry.name);
          if (entry.isDirectory) next.push(path);
          else if (names.has(entry.name)) here.push(path);
        }
      } catch (error) {
        // A folder that may not be read, or went away meanwhile, holds nothing for us.
        if (!(error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotFound)) {
          throw error;
        }
      }
    }
    found.push(...here.sort());
    level = next;
  }
  return found;
}

/**
 * Looks whether the folders that were named for data are there, which every dataset would fail for otherwise.
 *
 * @throws {UsageError} naming the folder that is none, and where its name comes from.
 */
export async function assertDataFolders(options: LookupOptions = {}): Promise<void> {
  await searchedFolders(options);
}

async function searchedFolders(options: LookupOptions): Promise<string[]> {
  const environment = options.environmentDir ?? Deno.env.get("GNN_REPRO_DATA") ?? "";
  const folders: string[] = [];
  for (const [folder, from] of [[options.dataDir ?? "", "--data-dir"], [environment, "GNN_REPRO_DATA"]]) {
    if (folder === "") continue;
    const stat = await Deno.stat(folder).catch(() => undefined);
    if (!stat?.isDirectory) {
      throw new UsageError({
        action: `search the folder of ${from}`,
        current: `${JSON.stringify(folder)}, which is no folder`,
        wanted: "a folder with dataset files",
        next: `correct ${from}, or leave it out`,
      });
    }
    folders.push(folder);
  }
  return folders;
}

function fits(path: string, file: DatasetFile): boolean {
  return basename(path) === file.name &&
    (file.folder === undefined || path.split(/[\\/]/).slice(0, -1).includes(file.folder));
}

async function locateIn(record: DatasetRecord, candidates: readonly string[]): Promise<LocatedDataset> {
  const warnings: string[] = [];
  const sources: LocatedSource[] = [];
  for (const source of record.sources) {
    const files = new Map<string, LocatedFile>();
    const refused = new Map<string, LocatedFile>();
    for (const file of source.files) {
      for (const path of candidates) {
        if (!fits(path, file)) continue;
        const verdict = await checkFile(path, file);
        if (verdict === "ok" || verdict === "unchecked") {
          if (verdict === "unchecked") warnings.push(`${path}: no checksum is recorded, taken by its name`);
          files.set(file.name, { path, verdict });
          break;
        }
        refused.set(file.name, { path, verdict });
        warnings.push(`${path}: ${verdict}, passed over`);
      }
    }
    const needed = source.files.filter((file) => file.need === "graph");
    sources.push({
      source,
      files,
      refused,
      complete: needed.length > 0 && needed.every((file) => files.has(file.name)),
    });
  }
  return { sources, warnings };
}

/**
 * Looks for the files of every source of some datasets; the named folders are walked once for all.
 *
 * @throws {UsageError} if a folder that was named is none.
 */
export async function locateDatasets(
  records: readonly DatasetRecord[],
  options: LookupOptions = {},
): Promise<LocatedDataset[]> {
  const namesOf = (record: DatasetRecord) =>
    record.sources.flatMap((source) => source.files.map((file) => file.name));
  const shared: string[] = [], warnings: string[] = [];
  const names = new Set(records.flatMap(namesOf));
  for (const folder of await searchedFolders(options)) {
    shared.push(...await filesBelow(folder, names, warnings));
  }
  const located: LocatedDataset[] = [];
  for (const record of records) {
    const own = join(datasetCacheFolder(options), record.id);
    const cached = await filesBelow(own, new Set(namesOf(record)), warnings);
    const found = await locateIn(record, [...shared, ...cached]);
    located.push({ ...found, warnings: [...warnings, ...found.warnings] });
  }
  return located;
}

/**
 * Looks for the files of every source of one dataset.
 *
 * @throws {UsageError} if a folder that was named is none.
 */
export async function locateDataset(
  record: DatasetRecord,
  options: LookupOptions = {},
): Promise<LocatedDataset> {
  return (await locateDatasets([record], options))[0];
}
