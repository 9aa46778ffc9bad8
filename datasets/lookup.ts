/**
 * Search for a dataset's files in `--data-dir`, `GNN_REPRO_DATA` and the user's cache folder, in this order.
 * Files are found by name at any depth and accepted by checksum.
 *
 * @module
 */
import { basename, join } from "node:path";
import { UsageError } from "../platform/errors.ts";
import { cacheFolder } from "../platform/files/user_folders.ts";
import { checkFile, type FileVerdict } from "./checksum.ts";
import type { DatasetFile, DatasetRecord, DatasetSource } from "./dataset.ts";

/** Folders of the search. */
export interface LookupOptions {
  /** Folder that is searched first. */
  readonly dataDir?: string;
  /**
   * Folder that is searched second; by default `GNN_REPRO_DATA` of the environment. The empty text switches
   * it off.
   */
  readonly environmentDir?: string;
  /** Folder that is searched last; by default `datasets` in the user's cache. */
  readonly cacheDir?: string;
}

/** A file on disk with the right name. */
export interface LocatedFile {
  /** Path of the file. */
  readonly path: string;
  /** Verdict of its check. */
  readonly verdict: FileVerdict;
}

/** Located files of one source. */
export interface LocatedSource {
  /** Source from the record. */
  readonly source: DatasetSource;
  /** Files by name: the first copy that is `ok`, or that cannot be checked. */
  readonly files: ReadonlyMap<string, LocatedFile>;
  /** Wrong files by name: the last copy that was passed over. */
  readonly refused: ReadonlyMap<string, LocatedFile>;
  /** Whether all files that the graph needs were found. */
  readonly complete: boolean;
}

/** Located files of a dataset. */
export interface LocatedDataset {
  /** Sources in the record's order. */
  readonly sources: readonly LocatedSource[];
  /** Warnings, one line for each file that was passed over or could not be checked. */
  readonly warnings: readonly string[];
}

const MAX_DEPTH = 8;
const MAX_ENTRIES = 200_000;

/** Folder that `datasets fetch` writes, with one folder a dataset in it. */
export function datasetCacheFolder(options: LookupOptions = {}): string {
  return options.cacheDir ?? join(cacheFolder(), "datasets");
}

/**
 * All files below a folder with one of the names, up to a depth and a number of entries, nearest first. Links
 * to files are followed, links to folders are not.
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
        // An unreadable folder, or one that vanished meanwhile, counts as empty.
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
 * Checks that the named folders for data exist and may be read, since every dataset would fail otherwise.
 *
 * @throws {UsageError} naming the missing folder and the source of its name.
 */
export async function assertDataFolders(options: LookupOptions = {}): Promise<void> {
  await searchedFolders(options);
}

async function searchedFolders(options: LookupOptions): Promise<string[]> {
  const environment = options.environmentDir ?? Deno.env.get("GNN_REPRO_DATA") ?? "";
  const folders: string[] = [];
  for (const [folder, from] of [[options.dataDir ?? "", "--data-dir"], [environment, "GNN_REPRO_DATA"]]) {
    if (folder === "") continue;
    const stat = await Deno.stat(folder).catch((error) => {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
        return undefined;
      }
      throw error;
    });
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
      for (const path of file.path === undefined ? candidates : [file.path]) {
        if (!fits(path, file)) continue;
        const verdict = await checkFile(path, file);
        if (verdict === "ok" || verdict === "unchecked") {
          if (verdict === "unchecked" && file.path === undefined) {
            warnings.push(`${path}: no checksum is recorded, taken by its name`);
          }
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
 * Locates the files of every source of several datasets; the named folders are walked once for all.
 *
 * @throws {UsageError} if a named folder does not exist.
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
 * Locates the files of every source of one dataset.
 *
 * @throws {UsageError} if a named folder does not exist.
 */
export async function locateDataset(
  record: DatasetRecord,
  options: LookupOptions = {},
): Promise<LocatedDataset> {
  return (await locateDatasets([record], options))[0];
}
