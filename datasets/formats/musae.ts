/**
 * The packing of MUSAE (Rozemberczki et al. 2019): edges and page types as CSV, features as JSON.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { forEachCsvRecord } from "../../platform/files/csv.ts";
import { DataError } from "../../platform/errors.ts";
import { type ByteSource, readAllBytes } from "./bytes/byte_source.ts";
import { readEdgeText } from "./edges/edge_text.ts";
import type { FileSet, GraphFormat } from "./format.ts";
import { GrowingEdges } from "./edges/growing_edges.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { scanJson } from "./bytes/json_scan.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { assertPlausibleWidth } from "./edges/plausible_sizes.ts";

/** Greatest size of page types, which are held whole while they are read; the real file has 1 MB. */
const MAX_TEXT_BYTES = 2 ** 26;

/** A decimal vertex id, or -1. */
function vertexOf(text: string | number | undefined, vertices: number): number {
  const vertex = typeof text === "string" && /^[0-9]{1,10}$/.test(text) ? Number(text) : vertices;
  return vertex < vertices ? vertex : -1;
}

/** Reads the class of every vertex: `page_type`, numbered in alphabetical order. */
async function readTypes(
  source: ByteSource,
  vertices: number,
): Promise<{ labels: Int32Array; classes: number }> {
  const text = new TextDecoder().decode(await readAllBytes(gunzipped(source), MAX_TEXT_BYTES));
  const labels = new Int32Array(vertices).fill(-1);
  const found = new Map<string, number>();
  forEachCsvRecord(text, { file: source.name }, ({ id, page_type }, line) => {
    const vertex = vertexOf(id, vertices);
    if (vertex < 0 || page_type === undefined || labels[vertex] >= 0) {
      throw new DataError({ file: source.name, line }, {
        current: `the id ${JSON.stringify((id ?? "").slice(0, 40))}`,
        wanted: `ids below ${vertices}, each once, with a page_type`,
        next: "download the file again",
      });
    }
    if (!found.has(page_type)) found.set(page_type, found.size);
    labels[vertex] = found.get(page_type)!;
  });
  const rank = new Int32Array(found.size);
  [...found.keys()].sort().forEach((name, i) => rank[found.get(name)!] = i);
  for (let v = 0; v < vertices; v++) if (labels[v] >= 0) labels[v] = rank[labels[v]];
  return { labels, classes: found.size };
}

/** Reads the feature ids of every vertex as a binary matrix; `width` is one more than the greatest id. */
async function readFeatures(source: ByteSource, vertices: number): Promise<CsrMatrix> {
  const budget = await readingBudget(source);
  // One edge from feature to vertex for every feature of a vertex.
  const pairs = new GrowingEdges(budget);
  const seen = new Uint8Array(vertices);
  let cols = 0;
  await scanJson(gunzipped(source), {
    enter: (path, kind, fail) => {
      if (path.length === 0 && kind !== "object") fail("no JSON object", "vertex -> list of feature ids");
      if (path.length > 1) fail("a list in the list", "feature ids");
      if (path.length !== 1) return;
      const vertex = vertexOf(path[0], vertices);
      if (vertex < 0 || kind !== "array") {
        fail("another key or value", `vertices below ${vertices} and their lists`);
      }
      if (seen[vertex]++ > 0) fail("the vertex once more", "every vertex once");
    },
    scalar: (path, id, fail) => {
      if (path.length !== 2) return fail("no list", "vertex -> list of feature ids");
      if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= 2 ** 24) {
        return fail("another value", "feature ids below 2^24");
      }
      pairs.push(id, Number(path[0]));
      cols = Math.max(cols, id + 1);
    },
  });
  assertPlausibleWidth(cols, pairs.count, budget);
  return binaryMatrix(pairs, vertices, cols);
}

/** Matrix of vertices by features, a one for every pair, sorted within a row and without duplicates. */
function binaryMatrix({ source, target, count }: GrowingEdges, rows: number, cols: number): CsrMatrix {
  const begin = new Uint32Array(rows + 1);
  for (let e = 0; e < count; e++) begin[target[e] + 1]++;
  for (let v = 0; v < rows; v++) begin[v + 1] += begin[v];
  const next = begin.slice(0, rows), ids = new Uint32Array(count);
  for (let e = 0; e < count; e++) ids[next[target[e]]++] = source[e];
  const rowPtr = new Uint32Array(rows + 1);
  let total = 0;
  for (let v = 0; v < rows; v++) {
    const row = ids.subarray(begin[v], begin[v + 1]).sort();
    for (let i = 0; i < row.length; i++) if (i === 0 || row[i] !== row[i - 1]) ids[total++] = row[i];
    rowPtr[v + 1] = total;
  }
  return { rows, cols, rowPtr, colIdx: ids.slice(0, total), values: new Float32Array(total).fill(1) };
}

function named(files: FileSet, stem: string): string {
  return files.names.find((name) => name.startsWith(stem)) ?? stem;
}

/** Reader of MUSAE's edges.csv, target.csv and features.json. */
export const musae: GraphFormat = {
  id: "musae",
  title: "MUSAE CSV and JSON, optionally gzip",
  async read(files) {
    const source = files.get(named(files, "edges.csv"));
    const edges = await readEdgeText(gunzipped(source), { header: "id_1,id_2" });
    const { vertices } = edges;
    const [types, features] = [named(files, "target.csv"), named(files, "features.json")];
    const matrix = files.has(features) ? await readFeatures(files.get(features), vertices) : undefined;
    return {
      edges,
      ...(files.has(types) ? await readTypes(files.get(types), vertices) : {}),
      ...(matrix
        ? {
          features: {
            kind: "sparse-binary",
            width: matrix.cols,
            load: () => Promise.resolve(matrix),
          } as const,
        }
        : {}),
      note: "",
    };
  },
};
