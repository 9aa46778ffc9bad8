/**
 * Registry of datasets by id: those of the five papers, those that no paper uses, and those a script
 * registers.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { igbLarge, mag } from "./catalog/fastgl.ts";
import { rmat } from "./catalog/generated.ts";
import { ppi, reddit } from "./catalog/graphsage.ts";
import { archaea } from "./catalog/hetu_gnn.ts";
import { facebook } from "./catalog/musae.ts";
import { papers100M, products, proteins } from "./catalog/ogb.ts";
import { citeseer, cora, pubmed, pubmedMtx } from "./catalog/planetoid.ts";
import { amazonHeMcAuley } from "./catalog/roc.ts";
import {
  amazon0505,
  blog,
  comYoutube,
  p2pGnutella31,
  socEpinions1,
  twitter,
  webGoogle,
  webNotreDame,
} from "./catalog/snap.ts";
import type { DatasetRecord } from "./dataset.ts";

/** Grammar of a dataset's id, which may become part of a path, a file name or a page. */
export const DATASET_ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Grammar of a file's or folder's name. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Datasets by their ids: those of the catalogue, then those that scripts have added. */
const records = new Map<string, DatasetRecord>();

/**
 * Adds a dataset from outside the repository.
 *
 * @throws {UsageError} if the id is taken or is not a lower-case slug, or a file name has a folder in it.
 */
export function registerDataset(record: DatasetRecord): void {
  const refuse = (current: string, wanted: string, next: string): never => {
    throw new UsageError({ action: "register a dataset", current, wanted, next });
  };
  if (!DATASET_ID.test(record.id)) {
    refuse(
      `the id ${JSON.stringify(record.id.slice(0, 80))}`,
      "lower-case letters, digits and -",
      "rename it",
    );
  }
  if (records.has(record.id)) refuse(`a second ${record.id}`, "an id that is not taken", "choose another id");
  for (const { name, folder, path } of record.sources.flatMap((source) => source.files)) {
    if (path !== undefined) continue;
    if (!FILE_NAME.test(name) || (folder !== undefined && !FILE_NAME.test(folder))) {
      refuse(`the file ${JSON.stringify(name)}`, "a file name without folders", "name the file alone");
    }
  }
  records.set(record.id, record);
}

/** All records, in the order of registration. */
export function allDatasets(): readonly DatasetRecord[] {
  return [...records.values()];
}

/**
 * Record of an id.
 *
 * @throws {UsageError} if there is none.
 *
 * @example
 * ```ts
 * import { datasetRecord } from "gnn-repro";
 * if (datasetRecord("cora").counts.undirectedEdges !== 5278) throw new Error("Table III prints 5,278");
 * ```
 */
export function datasetRecord(id: string): DatasetRecord {
  const record = records.get(id);
  if (record) return record;
  const named = id.slice(0, 80);
  throw unknownName(`find dataset ${JSON.stringify(named)}`, named, [...records.keys()]);
}

const shipped: readonly DatasetRecord[] = [
  cora,
  citeseer,
  pubmed,
  twitter,
  blog,
  amazon0505,
  webGoogle,
  comYoutube,
  reddit,
  products,
  proteins,
  archaea,
  mag,
  igbLarge,
  papers100M,
  ppi,
  amazonHeMcAuley,
  webNotreDame,
  socEpinions1,
  p2pGnutella31,
  facebook,
  pubmedMtx,
  rmat,
];
shipped.forEach(registerDataset);
