/**
 * Edges as one array of numbers: E x 2 (a row an edge) or 2 x E (all sources, then all targets).
 *
 * @module
 */
import type { ByteSource } from "../bytes/byte_source.ts";
import { MAX_VERTEX_ID, type ReadEdges } from "./growing_edges.ts";
import { damagedValue, forEachNpyBatch } from "../numpy/npy.ts";
import type { NpyHeader } from "../numpy/npy_header.ts";
import { readingBudget } from "../bytes/reading_budget.ts";
import { plural } from "../../../platform/text/plural.ts";
import { assertPlausibleVertices } from "./plausible_sizes.ts";

/** Greatest number of edges, above that of the largest graph. */
const MAX_EDGES = 2 ** 32 - 1;

/** Grows an array to hold `length` values, doubling, never past `limit`. */
function grown(
  values: Uint32Array<ArrayBuffer>,
  length: number,
  limit: number,
): Uint32Array<ArrayBuffer> {
  if (length <= values.length) return values;
  const longer = new Uint32Array(Math.min(limit, Math.max(length, 2 * values.length, 4096)));
  longer.set(values);
  return longer;
}

/**
 * Reads an edge index of integers. Memory grows with the values that arrive. An array of 2 x 2 is read as E x
 * 2. Where `vertices` is given, an id beyond it is an error; otherwise the greatest id determines the number
 * of vertices.
 *
 * @throws {DataError} if the array has another shape, a value is not an id, or there are far more vertices
 * than edges.
 */
export async function readEdgeIndex(source: ByteSource, vertices?: number): Promise<ReadEdges> {
  let sources = new Uint32Array(0), targets = new Uint32Array(0);
  let edges = 0, byColumn = false, maxId = -1;
  const limit = vertices === undefined ? MAX_VERTEX_ID : vertices - 1;
  const budget = await readingBudget(source);
  let opened: NpyHeader | undefined;
  const fail = (current: string, wanted: string, index = 0): never => {
    throw damagedValue(source, opened!, index, { current, wanted });
  };
  await forEachNpyBatch(source, (header) => {
    opened = header;
    const { shape } = header;
    const [first, second] = shape;
    if (shape.length !== 2 || (first !== 2 && second !== 2)) {
      fail(`an array of ${shape.join(" x ")}`, "E x 2 or 2 x E");
    }
    byColumn = second !== 2;
    edges = byColumn ? second : first;
    if (edges > MAX_EDGES) fail(plural(edges, "edge"), `at most ${MAX_EDGES}`);
    budget.assertRoom(8 * edges, plural(edges, "edge"), { offset: header.dataOffset });
  }, (values, first, length) => {
    for (let i = 0; i < length; i++) {
      const id = values[i];
      if (!(id >= 0 && id <= limit && Number.isInteger(id))) {
        fail(`the id ${id}`, `ids from 0 to ${limit}`, first + i);
      }
      if (id > maxId) maxId = id;
    }
    if (byColumn) {
      const head = Math.max(0, Math.min(length, edges - first));
      sources = grown(sources, Math.min(edges, first + head), edges);
      sources.set(values.subarray(0, head), Math.min(first, edges));
      if (head === length) return;
      const at = first + head - edges;
      targets = grown(targets, at + length - head, edges);
      targets.set(values.subarray(head, length), at);
      return;
    }
    const end = Math.ceil((first + length) / 2);
    sources = grown(sources, end, edges);
    targets = grown(targets, end, edges);
    for (let i = 0; i < length; i++) {
      const at = first + i;
      (at % 2 === 0 ? sources : targets)[Math.floor(at / 2)] = values[i];
    }
  });
  const known = vertices ?? maxId + 1;
  assertPlausibleVertices(known, edges, budget);
  return { vertices: known, source: sources, target: targets, count: edges };
}
