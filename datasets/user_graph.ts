/**
 * Graphs of a user's own, named by the path of a file.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { unreadableFile } from "../platform/files/unreadable_file.ts";
import { UsageError } from "../platform/errors.ts";
import type { DatasetRecord, FormatId } from "./dataset.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { allDatasets, DATASET_ID, registerDataset } from "./registry.ts";

/** Suffixes of files by their packing; each may be followed by `.gz`. */
const SUFFIXES: readonly (readonly [FormatId, readonly string[]])[] = [
  ["matrix-market", [".mtx"]],
  ["scipy-npz", [".npz"]],
  ["metis-graph", [".graph"]],
  ["edge-table", [".txt", ".tsv", ".csv", ".el", ".edges", ".edgelist"]],
];

const suffixes = () => SUFFIXES.flatMap(([, each]) => each).join(", ");

const taking = (file: string) => `take the graph ${JSON.stringify(file)}`;

function refusal(file: string, current: string, wanted: string, next: string): UsageError {
  return new UsageError({ action: taking(file), current, wanted, next });
}

function assertFile(file: string): void {
  let found: Deno.FileInfo;
  try {
    found = Deno.statSync(file);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw unreadableFile(taking(file), file, cause);
  }
  if (found.isFile) return;
  throw refusal(file, found.isDirectory ? "a folder" : "a pipe or device", "a file", "name a file on a disk");
}

/** Options of a user's graph. */
export interface UserGraphOptions {
  /** Whether both directions of every listed edge are stored; by default only the listed one. */
  readonly symmetrise?: boolean;
}

/** Id for the graph of a file: the stem of its name, with `-file` where another dataset has that id. */
function freeId(file: string, stem: string): string {
  const slug = stem.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  const isTaken = (id: string) => allDatasets().some((record) => record.id === id);
  const short = slug.slice(0, 58).replace(/-$/, "") || "graph";
  const id = isTaken(short) ? `${short}-file` : short;
  if (!isTaken(id)) return id;
  throw refusal(file, `the names ${short} and ${id} taken`, "a name of its own", "rename the file");
}

/**
 * Registers the graph of a file as a dataset and returns its id: the file's name without suffix, in lower
 * case, with `-file` where another dataset has that id. A file that is registered already, with the same
 * options, keeps its id.
 *
 * A line `u v` of an edge list and an entry (u, v) of a matrix, in MatrixMarket or as SciPy saves it, are the
 * edge from u to v: row v of the loaded graph has the column u. A METIS graph file lists both directions.
 *
 * @throws {UsageError} The file is absent or has an unknown suffix, or two others have its name.
 */
export function registerUserGraph(file: string, { symmetrise = false }: UserGraphOptions = {}): string {
  const path = resolve(file), name = basename(path);
  const plain = name.toLowerCase().replace(/\.gz$/, "");
  const [format] = SUFFIXES.find(([, suffixes]) => suffixes.some((suffix) => plain.endsWith(suffix))) ?? [];
  if (format === undefined) {
    throw refusal(
      file,
      "an unknown suffix",
      `one of ${suffixes()}, or one of these with .gz`,
      "rename the file if it is one of these, else convert it",
    );
  }
  assertFile(file);
  const known = allDatasets().find(({ sources: [source] }) =>
    source?.files[0]?.path === path && source.rule.symmetrise === symmetrise
  );
  if (known !== undefined) return known.id;
  const id = freeId(file, plain.replace(/\.[^.]*$/, ""));
  const record: DatasetRecord = {
    id,
    title: name,
    publisher: "the user's own file",
    licence: "unknown",
    citation: "",
    printed: [],
    sources: [{
      title: name,
      format,
      files: [{ name, need: "graph", path }],
      rule: { listed: "directed", symmetrise, selfLoops: "keep", compactIds: format === "edge-table" },
    }],
    counts: { vertices: 0, storedEdges: 0, undirectedEdges: 0 },
    countsFrom: "unknown",
    standIn: false,
  };
  registerDataset(record);
  return id;
}

/**
 * Dataset that a name means: a dataset's own id (also of a stand-in, `pubmed@1/4`), else a file's, which is
 * registered.
 *
 * @throws {UsageError} as {@linkcode registerUserGraph}, for a word that is neither a dataset nor a file, and
 * for a dataset that is to be symmetrised.
 */
export function datasetOrFile(name: string, options: UserGraphOptions = {}): string {
  const ids = allDatasets().map((record) => record.id), [id] = name.split(/[@:]/);
  if (ids.includes(id)) {
    if (!options.symmetrise) return name;
    throw refusal(
      name,
      "--symmetrise beside a dataset, whose publisher says which directions it has",
      "--symmetrise beside a file",
      "leave --symmetrise out",
    );
  }
  if (!DATASET_ID.test(id) || existsSync(name)) return registerUserGraph(name, options);
  const wanted = `a dataset (${ids.join(", ")}), or a file (${suffixes()})`;
  throw unknownName(taking(name), id, ids, wanted);
}
