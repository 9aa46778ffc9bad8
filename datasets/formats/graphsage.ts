/**
 * GraphSAGE's packing (`ppi-G.json`, `ppi-class_map.json`, `ppi-id_map.json`, `ppi-feats.npy`) and what DGL made of its
 * PPI (`train_graph.json`, `train_labels.npy`, `train_feats.npy`, and so for `valid` and `test`), as an archive or beside
 * each other.
 *
 * @module
 */
import type { DenseFeatures, MultiLabels } from "../dataset.ts";
import { DataError } from "../../platform/errors.ts";
import { type ByteSource, readWhole } from "./byte_source.ts";
import { splitByPart } from "./class_labels.ts";
import type { FileSet, GraphFormat, ReadGraph } from "./format.ts";
import { GrowingEdges } from "./growing_edges.ts";
import { readNpy, readNpyHeader } from "./npy.ts";
import { openZip } from "./zip.ts";

/** Texts are parsed whole, so they are bounded: PPI's has 40 MB. */
const MAX_JSON_BYTES = 2 ** 28;
const MAX_LABELS = 2 ** 28, MAX_FEATURES = 2 ** 32 - 1;
const TRAIN = 1, VALIDATION = 2, TEST = 3;

/** Files by the end of their names. */
type Finder = (suffix: string) => ByteSource | undefined;

function damaged(file: string, current: string, wanted: string): DataError {
  return new DataError({ file }, { current, wanted, next: "download the file again" });
}

async function finderOf(files: FileSet): Promise<Finder> {
  const archive = files.names.find((name) => name.endsWith(".zip") && files.has(name));
  if (archive === undefined) {
    return (suffix) => {
      const name = files.names.find((name) => name.endsWith(suffix) && files.has(name));
      return name === undefined ? undefined : files.get(name);
    };
  }
  const { entries } = await openZip(files.get(archive));
  return (suffix) => entries.find(({ path }) => path.endsWith(suffix));
}

async function readJson(source: ByteSource): Promise<unknown> {
  const bytes = await readWhole(source, MAX_JSON_BYTES);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw damaged(source.name, "no JSON", "a graph or a map as networkx and GraphSAGE write them");
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A node-link graph: its vertices in the file's order, their flags, and its edges. */
interface NodeLink {
  readonly ids: readonly (number | string)[];
  readonly part: Uint8Array;
  readonly edges: GrowingEdges;
}

/**
 * networkx's node-link JSON. Links name vertices by id; where all ids are texts and a link has numbers, they are places in
 * the list of vertices, as networkx before 2.0 wrote them.
 */
async function readNodeLink(source: ByteSource): Promise<NodeLink> {
  const parsed = await readJson(source);
  if (!isRecord(parsed) || !Array.isArray(parsed.nodes) || !Array.isArray(parsed.links)) {
    throw damaged(source.name, "no lists of nodes and links", "a node-link graph");
  }
  const ids: (number | string)[] = [];
  const place = new Map<number | string, number>();
  const part = new Uint8Array(parsed.nodes.length).fill(TRAIN);
  for (const [i, node] of parsed.nodes.entries()) {
    const id: unknown = isRecord(node) ? node.id : undefined;
    if ((typeof id !== "number" && typeof id !== "string") || place.has(id)) {
      throw damaged(source.name, `node ${i} without an id of its own`, "an id for every node, each once");
    }
    place.set(id, i);
    ids.push(id);
    if (node.val === true) part[i] = VALIDATION;
    if (node.test === true) part[i] = TEST;
  }
  const byPlace = ids.every((id) => typeof id === "string");
  const edges = new GrowingEdges();
  for (const [i, link] of parsed.links.entries()) {
    const ends = isRecord(link) ? [link.source, link.target] : [];
    const [from, to] = ends.map((end) => {
      if (byPlace && typeof end === "number") return Number.isInteger(end) ? end : -1;
      return place.get(end as number | string) ?? -1;
    });
    if (!(from >= 0 && from < ids.length && to >= 0 && to < ids.length)) {
      throw damaged(source.name, `link ${i} to no node`, "links between the nodes of the list");
    }
    edges.push(from, to);
  }
  return { ids, part, edges };
}

/** Labels from rows of zeros and ones. */
async function readMultiLabels(source: ByteSource, vertices: number): Promise<MultiLabels> {
  const { shape, values } = await readNpy(source, "uint8", MAX_LABELS);
  if (shape.length !== 2 || shape[0] !== vertices || values.some((value) => value > 1)) {
    throw damaged(
      source.name,
      `labels of ${shape.join(" x ")}`,
      `zeros and ones for each of ${vertices} vertices`,
    );
  }
  return { width: shape[1], values };
}

async function featureWidth(source: ByteSource, rows: number): Promise<number> {
  const { shape } = await readNpyHeader(source);
  if (shape.length === 2 && shape[0] === rows) return shape[1];
  throw damaged(source.name, `features of ${shape.join(" x ")}`, `a row for each of ${rows} vertices`);
}

/** DGL's packing: three graphs behind one another. */
async function readDgl(find: Finder, first: ByteSource): Promise<ReadGraph> {
  const joined = new GrowingEdges();
  const parts: {
    readonly vertices: number;
    readonly labels?: MultiLabels;
    readonly features?: ByteSource;
  }[] = [];
  const part: number[] = [];
  for (const [i, name] of ["train", "valid", "test"].entries()) {
    const source = i === 0 ? first : find(`${name}_graph.json`);
    if (source === undefined) {
      throw damaged(first.name, `no ${name}_graph.json`, "the graphs of all three parts");
    }
    const { ids, edges } = await readNodeLink(source);
    const offset = part.length;
    for (let e = 0; e < edges.count; e++) joined.push(offset + edges.source[e], offset + edges.target[e]);
    const [labels, features] = [find(`${name}_labels.npy`), find(`${name}_feats.npy`)];
    parts.push({
      vertices: ids.length,
      ...(labels ? { labels: await readMultiLabels(labels, ids.length) } : {}),
      ...(features ? { features } : {}),
    });
    for (let v = 0; v < ids.length; v++) part.push(i + TRAIN);
  }
  const vertices = part.length;
  const edges = { vertices, source: joined.source, target: joined.target, count: joined.count };
  const split = splitByPart(Uint8Array.from(part));

  const width = parts[0].labels?.width;
  const sameWidth = width !== undefined && parts.every(({ labels }) => labels?.width === width);
  const labelled: { multiLabels?: MultiLabels } = {};
  if (sameWidth) {
    const values = new Uint8Array(vertices * width);
    parts.reduce((at, { labels }) => {
      values.set(labels!.values, at);
      return at + labels!.values.length;
    }, 0);
    labelled.multiLabels = { width, values };
  }

  const dense: { denseFeatures?: DenseFeatures } = {};
  const sources = parts.flatMap(({ features }) => features ?? []);
  if (sources.length === parts.length) {
    const widths: number[] = [];
    for (const [i, source] of sources.entries()) widths.push(await featureWidth(source, parts[i].vertices));
    if (widths.some((each) => each !== widths[0])) {
      throw damaged(sources[0].name, `features ${widths.join(", ")} wide`, "one width in all three parts");
    }
    const load = async () => {
      const values = new Float32Array(vertices * widths[0]);
      let at = 0;
      for (const [i, source] of sources.entries()) {
        values.set((await readNpy(source, "float32", parts[i].vertices * widths[0])).values, at);
        at += parts[i].vertices * widths[0];
      }
      return values;
    };
    dense.denseFeatures = { width: widths[0], load };
  }
  return { edges, split, ...labelled, ...dense, note: sameWidth ? "" : "No labels: *_labels.npy not found." };
}

/** GraphSAGE's class map: a class a vertex, or a list of zeros and ones. */
async function readClassMap(
  source: ByteSource,
  ids: readonly (number | string)[],
): Promise<{ labels: Int32Array; classes: number } | { multiLabels: MultiLabels }> {
  const map = await readJson(source);
  if (!isRecord(map)) throw damaged(source.name, "no map", "id -> class or list of labels");
  const at = (id: number | string): unknown => Object.hasOwn(map, String(id)) ? map[String(id)] : undefined;
  const first = ids.length > 0 ? at(ids[0]) : undefined;
  const fail = (id: number | string): never => {
    throw damaged(
      source.name,
      `another value of ${JSON.stringify(String(id).slice(0, 40))}`,
      "the form of the first",
    );
  };
  if (Array.isArray(first)) {
    const width = first.length;
    if (width * ids.length > MAX_LABELS) throw damaged(source.name, `${width} labels`, "fewer");
    const values = new Uint8Array(ids.length * width);
    ids.forEach((id, i) => {
      const list = at(id);
      if (!Array.isArray(list) || list.length !== width) return fail(id);
      list.forEach((label, k) => label === 0 || label === 1 ? values[i * width + k] = label : fail(id));
    });
    return { multiLabels: { width, values } };
  }
  const labels = new Int32Array(ids.length).fill(-1);
  let classes = 0;
  ids.forEach((id, i) => {
    const label = at(id);
    if (label === undefined) return;
    if (typeof label !== "number" || !Number.isInteger(label) || label < 0 || label >= 2 ** 20) {
      return fail(id);
    }
    labels[i] = label;
    classes = Math.max(classes, label + 1);
  });
  return { labels, classes };
}

/** Row of each vertex in the features: `id_map`, or the vertices' own order. */
async function featureRows(
  source: ByteSource | undefined,
  ids: readonly (number | string)[],
): Promise<Uint32Array> {
  if (source === undefined) return Uint32Array.from(ids, (_, i) => i);
  const map = await readJson(source);
  return Uint32Array.from(ids, (id) => {
    const row: unknown = isRecord(map) && Object.hasOwn(map, String(id)) ? map[String(id)] : undefined;
    if (typeof row === "number" && Number.isInteger(row) && row >= 0 && row < ids.length) return row;
    throw damaged(
      source.name,
      `no row of ${JSON.stringify(String(id).slice(0, 40))}`,
      `rows below ${ids.length}`,
    );
  });
}

/** GraphSAGE's own packing: one graph with flags. */
async function readOriginal(find: Finder, graph: ByteSource): Promise<ReadGraph> {
  const { ids, part, edges: list } = await readNodeLink(graph);
  const vertices = ids.length;
  const edges = { vertices, source: list.source, target: list.target, count: list.count };
  const classMap = find("-class_map.json"), features = find("-feats.npy");
  const dense: { denseFeatures?: DenseFeatures } = {};
  if (features !== undefined) {
    const width = await featureWidth(features, vertices);
    const rows = await featureRows(find("-id_map.json"), ids);
    const load = async () => {
      const { values } = await readNpy(features, "float32", MAX_FEATURES);
      const ordered = new Float32Array(values.length);
      rows.forEach((row, v) => ordered.set(values.subarray(row * width, (row + 1) * width), v * width));
      return ordered;
    };
    dense.denseFeatures = { width, load };
  }
  return {
    edges,
    split: splitByPart(part),
    ...(classMap === undefined ? {} : await readClassMap(classMap, ids)),
    ...dense,
    note: classMap === undefined ? "No labels: *-class_map.json not found." : "",
  };
}

/** Reader of GraphSAGE's JSON, in its own packing or DGL's. */
export const graphsage: GraphFormat = {
  id: "graphsage",
  title: "GraphSAGE JSON, in its own or DGL's packing",
  async read(files) {
    const find = await finderOf(files);
    const original = find("-G.json");
    if (original !== undefined) return await readOriginal(find, original);
    const train = find("train_graph.json");
    if (train !== undefined) return await readDgl(find, train);
    throw damaged(files.names[0] ?? files.dataset, "neither *-G.json nor train_graph.json", "one of them");
  },
};
