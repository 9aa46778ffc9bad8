/**
 * Reader of GraphSAGE's packing (`ppi-G.json`, `ppi-class_map.json`, `ppi-id_map.json`, `ppi-feats.npy`) and
 * of DGL's packing of its PPI (`train_graph.json`, `train_labels.npy`, `train_feats.npy`, and likewise for
 * `valid` and `test`), as an archive or as separate files.
 *
 * @module
 */
import type { DenseFeatures, MultiLabels } from "../dataset.ts";
import { assertFree } from "../../platform/available_memory.ts";
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { splitByPart } from "./class_labels.ts";
import { npyFeatures } from "./dense_features.ts";
import type { FileSet, GraphFormat, ReadGraph } from "./format.ts";
import { GrowingEdges } from "./edges/growing_edges.ts";
import { readNodeLink, TRAIN } from "./node_link.ts";
import { readNpy } from "./numpy/npy.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { readClassMap, readRowMap } from "./vertex_map.ts";
import { openZip } from "./bytes/zip.ts";

const MAX_LABELS = 2 ** 28;

/** Finds a file by the end of its name. */
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

/** Reads labels from rows of zeros and ones. */
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

/** Reads DGL's packing: three graphs, concatenated. */
async function readDgl(find: Finder, first: ByteSource): Promise<ReadGraph> {
  const joined = new GrowingEdges(await readingBudget(first));
  const parts: {
    readonly vertices: number;
    readonly labels?: MultiLabels;
    readonly features?: DenseFeatures;
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
      ...(features ? { features: await npyFeatures(features, ids.length) } : {}),
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

  const features = parts.flatMap(({ features }) => features ?? []);
  const dense = features.length === parts.length
    ? { denseFeatures: joinedFeatures(features, { vertices, file: first.name }) }
    : {};
  return { edges, split, ...labelled, ...dense, note: sameWidth ? "" : "No labels: *_labels.npy not found." };
}

/** Concatenates the features of all parts. */
function joinedFeatures(
  parts: readonly DenseFeatures[],
  { vertices, file }: { readonly vertices: number; readonly file: string },
): DenseFeatures {
  const widths = parts.map(({ width }) => width), [width] = widths;
  if (widths.some((each) => each !== width)) {
    throw damaged(file, `features ${widths.join(", ")} wide`, "one width in all three parts");
  }
  const load = async () => {
    assertFree(`read ${file}`, 4 * vertices * width, `features of ${vertices} x ${width}`);
    const values = new Float32Array(vertices * width);
    let at = 0;
    for (const part of parts) {
      const loaded = await part.load();
      values.set(loaded, at);
      at += loaded.length;
    }
    return values;
  };
  return { width, load };
}

/** Sorts features by vertex, from rows in the order of an id map; without a map they are in order already. */
async function orderedFeatures(
  source: ByteSource,
  idMap: ByteSource | undefined,
  ids: readonly (number | string)[],
): Promise<DenseFeatures> {
  const features = await npyFeatures(source, ids.length);
  if (idMap === undefined) return features;
  const { width } = features;
  const rows = await readRowMap(idMap, ids);
  const load = async () => {
    const values = await features.load();
    assertFree(`read ${source.name}`, values.byteLength, "the features in the order of the vertices");
    const ordered = new Float32Array(values.length);
    rows.forEach((row, v) => ordered.set(values.subarray(row * width, (row + 1) * width), v * width));
    return ordered;
  };
  return { width, load };
}

/** Reads GraphSAGE's own packing: one graph with flags. */
async function readOriginal(find: Finder, graph: ByteSource): Promise<ReadGraph> {
  const { ids, part, edges: list } = await readNodeLink(graph);
  const vertices = ids.length;
  const edges = { vertices, source: list.source, target: list.target, count: list.count };
  const classMap = find("-class_map.json"), features = find("-feats.npy");
  const dense = features === undefined
    ? {}
    : { denseFeatures: await orderedFeatures(features, find("-id_map.json"), ids) };
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
