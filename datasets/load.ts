/**
 * Loader of datasets by name: the real graph where its files are found, else its stand-in, else an error that
 * says what to fetch.
 *
 * @module
 */
import { csrFromEdges } from "../graph/edges.ts";
import { assertFree, availableMemory } from "../platform/available_memory.ts";
import { countGraph } from "./graph_counts.ts";
import { graphHash } from "../graph/graph_hash.ts";
import { withinMemory } from "../platform/allocation.ts";
import { DataError, MissingError } from "../platform/errors.ts";
import { rmat } from "./catalog/generated.ts";
import { damageOf } from "./checksum.ts";
import type { DatasetRecord, GraphCounts, LoadedDataset } from "./dataset.ts";
import { fileSource } from "./formats/bytes/byte_source.ts";
import type { FileSet } from "./formats/format.ts";
import { graphFormats } from "./formats/formats.ts";
import type { DrawnGraph } from "./generators/drawn_graph.ts";
import { standInFamily } from "./generators/families.ts";
import { drawStandIn } from "./generators/family.ts";
import type { IdOrder } from "./generators/id_order.ts";
import { drawScaledRmat } from "./generators/rmat_scale.ts";
import {
  chooseScale,
  formatDatasetName,
  parseDatasetName,
  type StandInScale,
} from "./generators/stand_in.ts";
import { locateDataset, type LocatedSource, type LookupOptions } from "./lookup.ts";
import { datasetRecord } from "./registry.ts";
import { plural } from "../platform/text/plural.ts";

/** Options of {@linkcode loadDataset}. */
export interface LoadOptions extends LookupOptions {
  /** Whether a stand-in may not replace a real graph that was named. */
  readonly strict?: boolean;
  /** Seed of stand-ins; 1 by default. */
  readonly seed?: number;
  /** Order of the ids of a stand-in that is not named; `shuffled` by default. */
  readonly ids?: IdOrder;
  /** Greatest number of stored edges of a loaded graph; unlimited by default. */
  readonly maxStoredEdges?: number;
}

/** Advice to fetch datasets by one command. */
const fetching = (ids: readonly string[]) =>
  `deno task datasets fetch ${ids.join(" ")}, or name the folder that has ${
    ids.length > 1 ? "them" : "it"
  } with --data-dir`;

function fetchAdvice(record: DatasetRecord, file?: string): string {
  const files = record.sources.flatMap((source) => source.files);
  const wanted = files.filter(({ name, need }) => file === undefined ? need === "graph" : name === file);
  return wanted.some(({ url }) => url !== undefined)
    ? fetching([record.id])
    : record.sources.find(({ obtain }) => obtain)?.obtain ??
      "name the folder that has the files with --data-dir";
}

function fileSet(record: DatasetRecord, { source, files }: LocatedSource): FileSet {
  return {
    dataset: record.id,
    names: source.files.map(({ name }) => name),
    has: (name) => files.has(name),
    get: (name) => {
      const located = files.get(name);
      if (located) return fileSource(located.path, name);
      throw new MissingError({
        action: `read ${record.id}`,
        current: `no file ${name}`,
        wanted: "that file",
        next: fetchAdvice(record, name),
      });
    },
  };
}

/** Features whose failed allocations are reported as such, at any time of reading. */
function withMemory<F extends { load(): Promise<unknown> }>(features: F, id: string): F {
  const load = () => withinMemory(`load the features of ${id}`, () => features.load());
  return { ...features, load } as F;
}

/** Sentence on counts that are not those of the record; `undefined` where they agree or none are known. */
function otherCounts({ counts, countsFrom }: DatasetRecord, found: GraphCounts): string | undefined {
  if (countsFrom === "unknown") return undefined;
  const kinds = [["vertices", "vertices"], ["storedEdges", "stored edges"]] as const;
  const differing = kinds.filter(([kind]) => found[kind] !== counts[kind]);
  if (differing.length === 0) return undefined;
  const text = (of: GraphCounts) => differing.map(([kind, name]) => `${of[kind]} ${name}`).join(" and ");
  return `The files have ${text(found)}, the record says ${text(counts)} (${countsFrom}).`;
}

async function loadReal(
  record: DatasetRecord,
  located: LocatedSource,
  warnings: readonly string[],
): Promise<LoadedDataset> {
  const { source } = located;
  const read = await graphFormats[source.format!].read(fileSet(record, located), source.rule);
  const symmetrise = source.rule.symmetrise || (read.mirrored ?? false);
  const { vertices, count: edges = read.edges.source.length } = read.edges;
  // Entries and as many words beside them, three words a vertex.
  const words = (symmetrise ? 4 : 2) * edges + 3 * vertices;
  assertFree(`load ${record.id}`, 4 * words, `the adjacency of ${edges} edges`);
  const graph = csrFromEdges({ ...read.edges, symmetrise, selfLoops: source.rule.selfLoops });
  const counts = countGraph(graph);
  if (record.countsFrom === "measured" && counts.vertices !== record.counts.vertices) {
    throw new DataError({ file: source.files[0].name }, {
      current: plural(counts.vertices, "vertex", "vertices"),
      wanted: `${record.counts.vertices}, as ${record.id} has`,
      next: `deno task datasets verify ${record.id}`,
    });
  }
  if (counts.storedEdges === 0) {
    throw new DataError({ file: source.files[0].name }, {
      current: "a graph without edges",
      wanted: "at least one edge",
      next: "check that the file was written to its end",
    });
  }
  const differing = otherCounts(record, counts);
  // Labels of which no vertex has one have no class: the record's number stands.
  const classes = read.classes || record.classes;
  const featureWidth = read.features?.width ?? read.denseFeatures?.width ?? record.featureWidth;
  return {
    id: record.id,
    kind: "real",
    graph,
    hash: graphHash(graph),
    counts,
    ...(read.features ? { features: withMemory(read.features, record.id) } : {}),
    ...(read.denseFeatures ? { denseFeatures: withMemory(read.denseFeatures, record.id) } : {}),
    ...(read.labels ? { labels: read.labels } : {}),
    ...(read.multiLabels ? { multiLabels: read.multiLabels } : {}),
    ...(read.split ? { split: read.split } : {}),
    ...(classes === undefined ? {} : { classes }),
    ...(featureWidth === undefined ? {} : { featureWidth }),
    ...(read.edges.originalIds ? { originalIds: read.edges.originalIds } : {}),
    ...(differing === undefined ? {} : { otherCounts: differing }),
    note: [differing ?? "", read.note, record.note ?? "", ...warnings].filter((line) => line !== "").join(
      " ",
    ),
  };
}

/**
 * Classes of a stand-in's vertices: their communities, or parts of these of equal size where a small graph
 * has fewer communities than classes.
 */
function plantedLabels({ graph, community, places }: DrawnGraph, classes: number): Int32Array {
  const communities = community.reduce((most, each) => Math.max(most, each + 1), 0);
  return communities >= classes
    ? Int32Array.from(community, (each) => each % classes)
    : Int32Array.from(places, (place) => Math.floor(place * classes / graph.rows));
}

/** Reason for a stand-in, and the remedy that would allow the real graph. */
interface StandInReason {
  readonly why: string;
  readonly next: string;
}

function loadStandIn(
  record: DatasetRecord,
  scale: StandInScale,
  { seed, why, next }: StandInReason & { seed: number },
): LoadedDataset {
  const { classes, featureWidth } = record, id = formatDatasetName({ id: record.id, standIn: scale });
  const facts = {
    id,
    kind: "stand-in",
    ...(classes === undefined ? {} : { classes }),
    ...(featureWidth === undefined ? {} : { featureWidth }),
  } as const;
  const because = why && `${why[0].toUpperCase()}${why.slice(1)}.`;
  const noted = (note: string) => [because, note].filter((line) => line !== "").join(" ");
  if (record === rmat) {
    const { graph, note } = drawScaledRmat(record.counts, scale, seed, availableMemory());
    return { ...facts, graph, hash: graphHash(graph), counts: countGraph(graph), note: noted(note) };
  }
  const family = standInFamily(record.id);
  if (!family) {
    throw new MissingError({
      action: `load ${record.id}`,
      current: why === "" ? "no stand-in family for it" : `${why} and no stand-in family for it`,
      wanted: "the real graph within the profile's size, or a stand-in family",
      next,
    });
  }
  const drawn = drawStandIn(family, scale, seed, availableMemory());
  return {
    ...facts,
    graph: drawn.graph,
    hash: graphHash(drawn.graph),
    counts: countGraph(drawn.graph),
    ...(classes === undefined ? {} : { labels: plantedLabels(drawn, classes) }),
    ...(drawn.split ? { split: drawn.split } : {}),
    note: noted(drawn.note),
  };
}

/**
 * Loads a dataset by name. `reddit@1/16` is the stand-in of that scale. A plain name is the real graph if its
 * files are found and it is within `maxStoredEdges`; else the stand-in of the scale that {@link chooseScale}
 * gives, and the note says why.
 *
 * @throws {UsageError} if the name does not exist or breaks the grammar.
 * @throws {MissingError} if there is neither a real graph within the size nor a stand-in; with `strict`, if
 * there is no such real graph.
 * @throws {DataError} if a file is damaged; with `strict`, also if a file fails its checksum.
 * @throws {OutOfMemoryError} if the memory for it cannot be had.
 * @example
 * ```ts
 * import { loadDataset } from "gnn-repro";
 * const { graph, kind } = await loadDataset("reddit@1/1024", { seed: 7 });
 * if (kind !== "stand-in" || graph.rows !== 228) throw new Error("232,965 / 1024 vertices");
 * ```
 */
export function loadDataset(name: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  return withinMemory(`load ${name}`, () => loadNamed(name, options));
}

/** Refuses sources with a file of the right name and another content, and no good copy. */
async function assertUndamaged(record: DatasetRecord, sources: readonly LocatedSource[]): Promise<void> {
  for (const { source, files, refused } of sources) {
    const file = source.files.find(({ name }) => !files.has(name) && refused.has(name));
    if (file) throw await damageOf(refused.get(file.name)!.path, file, fetchAdvice(record, file.name));
  }
}

/** Files of a dataset's real graph, and warnings on those that were passed over. */
interface RealFiles {
  readonly located: LocatedSource;
  readonly warnings: readonly string[];
}

/** Files of a record's real graph, or the reason why it is not loaded. */
async function findReal(
  record: DatasetRecord,
  options: Pick<LoadOptions, "strict" | "maxStoredEdges"> & LookupOptions,
): Promise<RealFiles | StandInReason> {
  const { strict = false, maxStoredEdges = Infinity } = options, { storedEdges } = record.counts;
  if (storedEdges > maxStoredEdges) {
    const why = `${storedEdges} stored edges, above the maximum of ${maxStoredEdges}`;
    return { why, next: "choose a larger profile" };
  }
  const { sources, warnings } = await locateDataset(record, options);
  const located = sources.find(({ complete, source }) => complete && source.format !== undefined);
  if (strict) await assertUndamaged(record, located ? [located] : sources);
  if (located) return { located, warnings };
  const why = sources.some(({ complete }) => complete)
    ? "files in a packing that this harness does not read"
    : ["files not found", ...warnings].join("; ");
  return { why, next: fetchAdvice(record) };
}

/**
 * Refuses names whose real graphs {@linkcode loadDataset} would not load, before a program spends time on the
 * others. Files are found and compared with their checksums, and not read further. A name such as
 * `reddit@1/16` asks for a stand-in, and passes.
 *
 * @throws {UsageError} if a name does not exist or breaks the grammar.
 * @throws {MissingError} naming every dataset without a real graph within `maxStoredEdges`.
 * @throws {DataError} if a file fails its checksum.
 */
export async function assertRealGraphs(
  names: Iterable<string>,
  options: Pick<LoadOptions, "maxStoredEdges"> & LookupOptions = {},
): Promise<void> {
  const missing = new Map<DatasetRecord, StandInReason>();
  for (const name of names) {
    const { id, standIn } = parseDatasetName(name), record = datasetRecord(id);
    if (standIn || missing.has(record)) continue;
    const real = await findReal(record, { ...options, strict: true });
    if ("why" in real) missing.set(record, real);
  }
  if (missing.size > 0) throw noRealGraphs([...missing]);
}

/** Refusal of datasets without real graphs; what can be fetched is named in one command. */
function noRealGraphs(missing: readonly (readonly [DatasetRecord, StandInReason])[]): MissingError {
  const named = missing.map(([{ id }, reason]) => ({ id, ...reason }));
  const ids = (of: typeof named) => of.map(({ id }) => id);
  const canFetch = ({ id, next }: typeof named[number]) => next === fetching([id]);
  const fetched = named.filter(canFetch), others = named.filter((each) => !canFetch(each));
  return new MissingError({
    action: `load ${ids(named).join(", ")} without ${named.length > 1 ? "stand-ins" : "a stand-in"}`,
    current: [...Map.groupBy(named, ({ why }) => why)].map(([why, of]) =>
      named.length > 1 ? `${why} (${ids(of).join(", ")})` : why
    ).join("; "),
    wanted: `${named.length > 1 ? "real graphs" : "the real graph"} within the profile's size`,
    next: [
      ...(fetched.length > 0 ? [fetching(ids(fetched))] : []),
      ...others.map(({ id, next }) => named.length > 1 ? `${id}: ${next}` : next),
    ].join("; "),
  });
}

async function loadNamed(name: string, options: LoadOptions): Promise<LoadedDataset> {
  const { strict = false, seed = 1, maxStoredEdges = Infinity } = options;
  const { id, standIn } = parseDatasetName(name);
  const record = datasetRecord(id);
  if (standIn) return loadStandIn(record, standIn, { seed, why: "", next: `load ${id} itself` });

  const real = await findReal(record, options);
  if (!("why" in real)) return await loadReal(record, real.located, real.warnings);
  if (strict) throw noRealGraphs([[record, real]]);
  return loadStandIn(record, chooseScale(record, maxStoredEdges, options.ids), { seed, ...real });
}
