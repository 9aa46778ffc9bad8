/**
 * The Open Graph Benchmark's node property datasets: an archive, or its files unpacked. Text (`edge.csv.gz`,
 * `num-node-list.csv.gz`, `node-label.csv.gz`, `node-feat.csv.gz`) or, for the largest, arrays (`data.npz`,
 * `node-label.npz`); the split is text in both (`train`, `valid`, `test.csv.gz`).
 *
 * @module
 */
import type { DenseFeatures, MultiLabels, Split } from "../dataset.ts";
import { DataError } from "../../platform/errors.ts";
import type { SeekableSource } from "./bytes/byte_source.ts";
import { type ClassLabels, LabelList, readNpyLabels } from "./class_labels.ts";
import { npyFeatures } from "./dense_features.ts";
import { readEdgeIndex } from "./edges/edge_index.ts";
import { readEdgeText } from "./edges/edge_text.ts";
import type { FileSet, GraphFormat, ReadGraph } from "./format.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { readNpy } from "./numpy/npy.ts";
import { openNpz } from "./numpy/npz.ts";
import { forEachNumberRow } from "./number_rows.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { openZip, type ZipEntry } from "./bytes/zip.ts";
import { plural } from "../../platform/text/plural.ts";

/** Greatest size of an inner archive that is deflated and so held in memory; text is streamed. */
const MAX_INNER_BYTES = 2 ** 31;

/** Files of a dataset, packed or not. */
interface Folder {
  /** Finds a file by its name in the folder. */
  find(name: string): Promise<SeekableSource | undefined>;
}

function damaged(file: string, current: string, wanted: string, line?: number): DataError {
  return new DataError({ file, ...(line === undefined ? {} : { line }) }, {
    current,
    wanted,
    next: "download the file again",
  });
}

/** Text of the archive as a stream, which is not held. */
function streamed(entry: ZipEntry): SeekableSource {
  return {
    name: entry.name,
    size: () => Promise.resolve(entry.bytes),
    fileBytes: () => entry.fileBytes(),
    open: () => entry.open(),
  };
}

async function openFolder(files: FileSet): Promise<Folder> {
  const archive = files.names.find((name) => name.endsWith(".zip") && files.has(name));
  if (archive === undefined) {
    return { find: (name) => Promise.resolve(files.has(name) ? files.get(name) : undefined) };
  }
  const { entries } = await openZip(files.get(archive));
  return {
    find: async (name) => {
      const entry = entries.find(({ path }) => path.split("/").at(-1) === name);
      if (entry === undefined) return undefined;
      return name.endsWith(".npz") ? await entry.seekable(MAX_INNER_BYTES) : streamed(entry);
    },
  };
}

/** Reads the only number of a list for one graph. */
async function readCount(source: SeekableSource): Promise<number> {
  const counts: number[] = [];
  await forEachNumberRow(gunzipped(source), (row, line) => {
    if (line > 1 || row.length !== 1) throw damaged(source.name, "more numbers", "that of one graph", line);
    counts.push(row[0]);
  });
  if (counts.length !== 1 || !Number.isInteger(counts[0]) || counts[0] < 0 || counts[0] > 2 ** 32 - 2) {
    throw damaged(source.name, `the number ${counts[0]}`, "a number of vertices", 1);
  }
  return counts[0];
}

/** Reads labels: one column is a class a vertex, several are labels of which a vertex can have any. */
async function readTextLabels(
  source: SeekableSource,
  vertices: number,
): Promise<ClassLabels | { readonly multiLabels: MultiLabels }> {
  const budget = await readingBudget(source);
  const list = new LabelList(vertices, source.name, (index) => ({ line: index + 1 }));
  let width = 1, count = 0, values = new Uint8Array(0);
  await forEachNumberRow(gunzipped(source), (row, line) => {
    width = row.length;
    if (width === 1) return list.push(row[0]);
    if (count === vertices) throw damaged(source.name, "more rows", `${vertices}, one a vertex`, line);
    const end = ++count * width;
    if (end > values.length) {
      const length = Math.min(vertices * width, Math.max(end, 2 * values.length));
      budget.assertRoom(length, `room for ${plural(length, "label")}`, { line });
      const longer = new Uint8Array(length);
      longer.set(values);
      values = longer;
    }
    for (let i = 0; i < width; i++) {
      // A label that nobody knows is NaN.
      if (row[i] !== 0 && row[i] !== 1 && !Number.isNaN(row[i])) {
        throw damaged(source.name, `the label ${row[i]}`, "0, 1 or nan where there are several labels", line);
      }
      values[end - width + i] = row[i] === 1 ? 1 : 0;
    }
  });
  if (width === 1) return list.done();
  if (count !== vertices) {
    throw damaged(source.name, plural(count, "row"), `${vertices}, one a vertex`, count);
  }
  return { multiLabels: { width, values: values.subarray(0, vertices * width) } };
}

async function readTextFeatures(source: SeekableSource, vertices: number): Promise<Float32Array> {
  const budget = await readingBudget(source);
  let values = new Float32Array(0), count = 0, rows = 0;
  await forEachNumberRow(gunzipped(source), (row, line) => {
    if (line > vertices) throw damaged(source.name, "more rows", `${vertices}, one a vertex`, line);
    if (count + row.length > values.length) {
      const length = Math.max(count + row.length, Math.min(2 * count, vertices * row.length));
      budget.assertRoom(4 * length, `room for ${plural(length, "number")}`, { line });
      const longer = new Float32Array(length);
      longer.set(values);
      values = longer;
    }
    values.set(row, count);
    const wrong = row.findIndex((_, column) => !Number.isFinite(values[count + column]));
    if (wrong >= 0) {
      const current = `${row[wrong]} in row ${line - 1}, column ${wrong}`;
      throw damaged(source.name, current, "finite numbers of 32 bits", line);
    }
    count += row.length;
    rows = line;
  });
  if (rows !== vertices) throw damaged(source.name, plural(rows, "row"), `${vertices}, one a vertex`, rows);
  return values.subarray(0, count);
}

/** Number of columns of a feature text, from its first line. */
async function readTextWidth(source: SeekableSource): Promise<number> {
  let width = 0;
  const first = new Error("the first line is enough");
  try {
    await forEachNumberRow(gunzipped(source), (row) => {
      width = row.length;
      throw first;
    });
  } catch (error) {
    if (error !== first) throw error;
  }
  return width;
}

async function readSplit(folder: Folder, vertices: number): Promise<{ split?: Split }> {
  const parts: Uint32Array[] = [];
  const seen = new Uint8Array(vertices);
  for (const name of ["train.csv.gz", "valid.csv.gz", "test.csv.gz"]) {
    const source = await folder.find(name);
    if (source === undefined) return {};
    const ids: number[] = [];
    await forEachNumberRow(gunzipped(source), (row, line) => {
      const [id] = row;
      if (row.length !== 1 || !(Number.isInteger(id) && id >= 0 && id < vertices) || seen[id] === 1) {
        throw new DataError({ file: source.name, line }, {
          current: String(id),
          wanted: `a vertex from 0 to ${vertices - 1} that no part has yet`,
          next: "download the file again",
        });
      }
      seen[id] = 1;
      ids.push(id);
    });
    parts.push(Uint32Array.from(ids));
  }
  return { split: { train: parts[0], validation: parts[1], test: parts[2] } };
}

async function readText(folder: Folder, edgeFile: SeekableSource): Promise<ReadGraph> {
  const counted = await folder.find("num-node-list.csv.gz");
  const vertices = counted === undefined ? undefined : await readCount(counted);
  const edges = await readEdgeText(gunzipped(edgeFile), vertices === undefined ? {} : { vertices });
  const labels = await folder.find("node-label.csv.gz");
  const features = await folder.find("node-feat.csv.gz");
  const dense: { denseFeatures?: DenseFeatures } = features === undefined ? {} : {
    denseFeatures: {
      width: await readTextWidth(features),
      load: () => readTextFeatures(features, edges.vertices),
    },
  };
  return {
    edges,
    ...(labels === undefined ? {} : await readTextLabels(labels, edges.vertices)),
    ...await readSplit(folder, edges.vertices),
    ...dense,
    note: labels === undefined ? "No labels: node-label.csv.gz not found." : "",
  };
}

async function readArrays(folder: Folder, data: SeekableSource): Promise<ReadGraph> {
  const npz = await openNpz(data);
  const { values: counts } = await readNpy(npz.array("num_nodes_list"), "uint32", 1);
  if (counts.length !== 1) throw damaged(npz.name, "no number of vertices", "that of one graph");
  const edges = await readEdgeIndex(npz.array("edge_index"), counts[0]);
  const labelFile = await folder.find("node-label.npz");
  const labels = labelFile === undefined
    ? {}
    : await readNpyLabels((await openNpz(labelFile)).array("node_label"), edges.vertices);
  const dense = npz.has("node_feat")
    ? { denseFeatures: await npyFeatures(npz.array("node_feat"), edges.vertices) }
    : {};
  return { edges, ...labels, ...await readSplit(folder, edges.vertices), ...dense, note: "" };
}

/** Reader of OGB's archives and folders. */
export const ogb: GraphFormat = {
  id: "ogb",
  title: "OGB archive or folder",
  async read(files) {
    const folder = await openFolder(files);
    const text = await folder.find("edge.csv.gz");
    if (text !== undefined) return await readText(folder, text);
    const arrays = await folder.find("data.npz");
    if (arrays !== undefined) return await readArrays(folder, arrays);
    throw damaged(files.names[0] ?? files.dataset, "neither edge.csv.gz nor data.npz", "one of them");
  },
};
