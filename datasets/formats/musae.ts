/**
 * The packing of MUSAE (Rozemberczki et al. 2019): edges and page types as CSV, features as JSON.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { parseCsv } from "../../platform/csv.ts";
import { DataError } from "../../platform/errors.ts";
import { type ByteSource, readWhole } from "./byte_source.ts";
import { readEdgeText } from "./edge_text.ts";
import type { FileSet, GraphFormat } from "./format.ts";
import { gunzipped } from "./gzip.ts";

/** Page types and features are held whole while they are read; the real files have 1 MB and 2 MB. */
const MAX_TEXT_BYTES = 2 ** 26;

function damaged(file: string, current: string, wanted: string): DataError {
  return new DataError({ file }, { current, wanted, next: "download the file again" });
}

async function readText(source: ByteSource): Promise<string> {
  return new TextDecoder().decode(await readWhole(gunzipped(source), MAX_TEXT_BYTES));
}

/** Class of every vertex: `page_type`, numbered in alphabetical order. */
async function readTypes(
  source: ByteSource,
  vertices: number,
): Promise<{ labels: Int32Array; classes: number }> {
  const { records } = parseCsv(await readText(source), { file: source.name });
  const names = [...new Set(records.map((record) => record.page_type))].sort();
  const rank = new Map(names.map((name, i) => [name, i]));
  const labels = new Int32Array(vertices).fill(-1);
  for (const { id, page_type } of records) {
    const vertex = /^[0-9]{1,10}$/.test(id ?? "") ? Number(id) : vertices;
    if (vertex >= vertices || page_type === undefined) {
      throw damaged(
        source.name,
        `the id ${JSON.stringify(id ?? "")}`,
        `ids below ${vertices} with a page_type`,
      );
    }
    labels[vertex] = rank.get(page_type)!;
  }
  return { labels, classes: names.length };
}

/** Feature ids of every vertex as a binary matrix; `width` is one more than the greatest id. */
async function readFeatures(source: ByteSource, vertices: number): Promise<CsrMatrix> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readText(source));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw damaged(source.name, "no JSON", "vertex -> list of feature ids");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw damaged(source.name, "no JSON object", "vertex -> list of feature ids");
  }
  const rows: number[][] = Array.from({ length: vertices }, () => []);
  let cols = 0, total = 0;
  for (const [key, ids] of Object.entries(parsed)) {
    const vertex = /^[0-9]{1,10}$/.test(key) ? Number(key) : vertices;
    if (vertex >= vertices || !Array.isArray(ids)) {
      throw damaged(source.name, `the key ${JSON.stringify(key.slice(0, 40))}`, `vertices below ${vertices}`);
    }
    for (const id of ids) {
      if (!Number.isInteger(id) || id < 0 || id >= 2 ** 24) {
        throw damaged(source.name, `a feature of vertex ${vertex}`, "feature ids below 2^24");
      }
      cols = Math.max(cols, id + 1);
    }
    rows[vertex] = [...new Set<number>(ids)].sort((a, b) => a - b);
    total += rows[vertex].length;
  }
  const rowPtr = new Uint32Array(vertices + 1);
  const colIdx = new Uint32Array(total);
  rows.forEach((ids, vertex) => {
    colIdx.set(ids, rowPtr[vertex]);
    rowPtr[vertex + 1] = rowPtr[vertex] + ids.length;
  });
  return { rows: vertices, cols, rowPtr, colIdx, values: new Float32Array(total).fill(1) };
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
