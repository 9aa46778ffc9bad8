/**
 * Graphs written in every way that a user's file may have are read as they were: each edge once and in order,
 * whatever the spelling, the length of the list and the pieces in which the file arrives.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ByteSource, bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { readEdgeIndex } from "../../../datasets/formats/edges/edge_index.ts";
import { type EdgeTextOptions, readEdgeText } from "../../../datasets/formats/edges/edge_text.ts";
import type { ReadEdges } from "../../../datasets/formats/edges/growing_edges.ts";
import { readMatrixMarket } from "../../../datasets/formats/matrix_market.ts";
import { readMetisGraph } from "../../../datasets/formats/metis_graph.ts";
import { openNpz } from "../../../datasets/formats/numpy/npz.ts";
import { readSparsePattern } from "../../../datasets/formats/numpy/scipy_sparse.ts";
import { RandomStream } from "../../../platform/random.ts";
import { int64s, npy, zip } from "./archive_writer.ts";
import { text } from "./small_files.ts";

type Edge = readonly [source: number, target: number];

const ID = fc.oneof(fc.nat(9), fc.nat(60_000));

/** Lists longer than the first room for edges (4096) and than a batch of an array (8192). */
const LONG: fc.Arbitrary<Edge[]> = fc.record({
  length: fc.constantFrom(4096, 4097, 8193, 12_289),
  seed: fc.nat(1000),
}).map(({ length, seed }) => {
  const stream = new RandomStream(seed, "long list");
  return Array.from({ length }, () => [stream.below(60_000), stream.below(60_000)]);
});

const EDGES: fc.Arbitrary<Edge[]> = fc.oneof(
  { weight: 14, arbitrary: fc.array(fc.tuple(ID, ID), { minLength: 1, maxLength: 12, size: "max" }) },
  { weight: 1, arbitrary: LONG },
);

/** A file that arrives in pieces of so many bytes; a long one in pieces a thousand times as long. */
const SIZES = fc.integer({ min: 1, max: 40 });

function inPieces(bytes: Uint8Array, size: number): ByteSource {
  const step = bytes.length > 10_000 ? 1000 * size : size;
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / step) },
    (_, i) => bytes.slice(i * step, (i + 1) * step),
  );
  return { ...bytesSource("x", bytes), open: () => Promise.resolve(ReadableStream.from(pieces)) };
}

/** Checks that a reader found these edges, and as many vertices as their ids or its file ask for. */
function assertEdges(
  read: ReadEdges,
  edges: readonly Edge[],
  vertices = edges.flat().reduce((a, b) => Math.max(a, b)) + 1,
): void {
  const { source, target, count } = read;
  assert.deepEqual([count, read.vertices], [edges.length, vertices]);
  const wrong = edges.findIndex(([s, t], e) => s !== source[e] || t !== target[e]);
  assert.equal(wrong, -1, `edge ${wrong}: ${source[wrong]}-${target[wrong]}, written as ${edges[wrong]}`);
}

/** One choice a line, taken from these in turn. */
const turns = <T>(...of: readonly T[]) =>
  fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 5, size: "max" })
    .map((list) => (line: number) => list[line % list.length]);

const LINES = fc.record({
  mark: fc.constantFrom("", "\ufeff"),
  idle: turns("", "", "# 9 9\n", "% 9 9\r\n", "\n", " \t\n", " #\n"),
  lead: turns("", " ", "\t"),
  between: turns(" ", "\t", " \t ", ",", ", ", " ,\t"),
  trail: turns("", " ", "\t"),
  end: turns("\n", "\r\n"),
  isCut: fc.boolean(),
});

Deno.test("edge lists: every spelling of a line gives its edge, and compacted ids stand for those of the file", async () => {
  const ways = fc.record({ isTable: fc.boolean(), further: fc.constantFrom("", ";", ", 0.5", "\t,x 7 8") });
  await fc.assert(
    fc.asyncProperty(EDGES, LINES, ways, SIZES, async (edges, lines, { isTable, further }, size) => {
      const { mark, idle, lead, between, trail, end, isCut } = lines;
      const whole = edges.map(([s, t], e) =>
        `${idle(e)}${lead(e)}${s}${between(e)}${t}${isTable ? further : ""}${trail(e)}${end(e)}`
      ).join("");
      const content = text(mark + (isCut ? whole.replace(/\r?\n$/, "") : whole));
      const read = (options: EdgeTextOptions) =>
        readEdgeText(inPieces(content, size), { isTable, ...options });
      const plain = await read({});
      assertEdges(plain, edges);
      assert.equal(/were not read/.test(plain.note), isTable && further !== "");
      assertEdges(await read({ vertices: 60_001 }), edges, 60_001);
      const ids = [...new Set(edges.flat())].sort((a, b) => a - b),
        rank = new Map(ids.map((id, i) => [id, i]));
      const compact = await read({ compactIds: true, vertices: ids.length });
      assertEdges(compact, edges.map(([s, t]) => [rank.get(s)!, rank.get(t)!]), ids.length);
      const hasGaps = ids.at(-1)! >= ids.length;
      assert.deepEqual(compact.originalIds, hasGaps ? Uint32Array.from(ids) : undefined);
    }),
  );
});

const SOURCE_NAMES = ["source", "SRC", "from", "u", "Source ID", "from_node_id", "srcVertex"];
const TARGET_NAMES = ["target", "Dst", "to", "v", "target-id", "ToNode", "dst_vertex_id"];
const OTHER_NAMES = ["weight", "label", "time", "x"];

Deno.test("tables of edges: the ids are read from the columns that are named, whatever the others hold", async () => {
  const table = fc.record({
    source: fc.constantFrom(...SOURCE_NAMES),
    target: fc.constantFrom(...TARGET_NAMES),
    others: fc.subarray(OTHER_NAMES, { minLength: 1 }),
    order: fc.infiniteStream(fc.nat(9)),
    separator: fc.constantFrom(",", ";", "\t", " "),
    isQuoted: fc.boolean(),
    cell: turns("7", "-1.5e3", '""', '"8"', "'9", '"a, b; c\td e"', '"said ""5, 6"" 7"', "é", "p\tq"),
    blanks: turns(" ", "\t", "  ", " \t"),
    trail: turns("", "  ", "\t "),
    end: turns("\n", "\r\n"),
  });
  await fc.assert(fc.asyncProperty(EDGES, table, SIZES, async (edges, made, size) => {
    const { source, target, others, order, separator, isQuoted, cell, blanks, trail, end } = made;
    const columns = [source, target, ...others], places = columns.map(() => order.next().value!);
    const sorted = columns.map((_, column) => column).sort((a, b) => places[a] - places[b]);
    const title = (name: string) => isQuoted ? `"${name}"` : separator === " " ? name.replace(" ", "") : name;
    const isBlank = separator === " " || separator === "\t";
    const cellOf = (line: number) => isBlank ? cell(line).replace("p\t", "p") : cell(line);
    // A space stands for any number of blanks, also at the end of a line.
    const [gap, last] = separator === " " ? [blanks, trail] : [() => separator, () => ""];
    const lines = edges.map((edge, e) =>
      sorted.map((column) => column < 2 ? edge[column] : cellOf(e + column)).join(gap(e)) + last(e) + end(e)
    );
    const content = `${sorted.map((column) => title(columns[column])).join(separator)}\n${lines.join("")}`;
    const read = await readEdgeText(inPieces(text(content), size), { isTable: true });
    assertEdges(read, edges);
    const [from, to] = [sorted.indexOf(0), sorted.indexOf(1)];
    const areFirst = from === 0 && to === 1;
    const place = areFirst ? "" : `: edges go from column ${from + 1} to column ${to + 1}`;
    const left = areFirst ? "Columns behind the two vertex ids" : "Other columns";
    assert.ok(
      read.note.endsWith(`was taken for names of columns${place}. ${left} were not read.`),
      read.note,
    );
  }));
});

Deno.test("MatrixMarket: entries are edges from row to column, in every type, symmetry and spelling", async () => {
  const types = { real: "-1.5e3", integer: "7", "unsigned-integer": "7", complex: "0 1", pattern: "" };
  const made = fc.record({
    type: fc.constantFrom(...Object.entries(types)),
    symmetry: fc.constantFrom("general", "symmetric", "skew-symmetric", "hermitian"),
    isLoud: fc.boolean(),
    idle: turns("", "", "\n", "% 1 1 1\n"),
    blank: turns(" ", "\t", "  "),
    end: turns("\n", " \r\n"),
    beyond: fc.tuple(fc.nat(3), fc.nat(3)),
  });
  await fc.assert(fc.asyncProperty(EDGES, made, SIZES, async (list, matrix, size) => {
    const { type: [type, value], symmetry, isLoud, idle, blank, end, beyond } = matrix;
    const mirrored = symmetry !== "general";
    const edges = mirrored ? list.map(([s, t]): Edge => s < t ? [t, s] : [s, t]) : list;
    const [lastRow, lastCol] = [0, 1].map((end) =>
      edges.reduce((most, edge) => Math.max(most, edge[end]), 0)
    );
    const [rows, cols] = mirrored
      ? [lastRow + 1 + beyond[0], lastRow + 1 + beyond[0]]
      : [lastRow + 1 + beyond[0], lastCol + 1 + beyond[1]];
    const banner = `%%MatrixMarket matrix coordinate ${type} ${symmetry}`;
    const content = [
      `${isLoud ? banner.toUpperCase() : banner}\n${idle(0)}${rows} ${cols} ${edges.length}\n`,
      ...edges.map(([r, c], e) => `${idle(e)}${r + 1}${blank(e)}${c + 1}${blank(e)}${value}${end(e)}`),
    ].join("");
    const read = await readMatrixMarket(inPieces(text(content), size));
    assert.deepEqual([read.rows, read.cols, read.mirrored], [rows, cols, mirrored]);
    assertEdges(read.entries, edges, Math.max(rows, cols));
  }));
});

Deno.test("METIS: the neighbours of every vertex are read in order, whatever weights stand between them", async () => {
  const made = fc.record({
    hasSize: fc.boolean(),
    weights: fc.constantFrom<[string, number]>(["", 0], [" 0", 0], ["", 1], [" 0", 1], [" 1", 1], [" 3", 3]),
    hasEdgeWeights: fc.boolean(),
    idle: turns("", "", "% 5 5\n"),
    blank: turns(" ", "\t", "  "),
    end: turns("\n", "\r\n"),
  });
  await fc.assert(fc.asyncProperty(EDGES, made, SIZES, async (list, layout, size) => {
    const { hasSize, weights: [words, weights], hasEdgeWeights, idle, blank, end } = layout;
    const links = list.map(([s, t]): Edge => [s % 3000, t % 3000]).filter(([s, t]) => s !== t);
    const vertices = 1 + links.flat().reduce((a, b) => Math.max(a, b), 0);
    const rows = Array.from({ length: vertices }, (): number[] => []);
    for (const [s, t] of links) {
      rows[s].push(t);
      rows[t].push(s);
    }
    const format = `${+hasSize}${+(weights > 0)}${+hasEdgeWeights}${words}`;
    const leading = [...(hasSize ? [9] : []), ...Array.from({ length: weights }, (_, w) => w)];
    const lines = rows.map((row, v) => {
      const numbers = [...leading, ...row.flatMap((each) => hasEdgeWeights ? [each + 1, 7] : [each + 1])];
      return idle(v) + numbers.join(blank(v)) + end(v);
    });
    const content = `${idle(1)}${vertices} ${links.length} ${format}\n${lines.join("")}`;
    const read = await readMetisGraph(inPieces(text(content), size));
    assertEdges(read, rows.flatMap((row, v) => row.map((each): Edge => [v, each])), vertices);
  }));
});

Deno.test("arrays and SciPy's matrices: edges are those of the file, in every order, width and format", async () => {
  const made = fc.record({
    width: fc.constantFrom(4, 8),
    prefix: fc.constantFrom("", "adj_", "adj_matrix."),
  });
  await fc.assert(
    fc.asyncProperty(EDGES, made, SIZES, async (edges, { width, prefix }, size) => {
      const numbers = (list: readonly number[], shape?: readonly number[]) =>
        width === 8 ? int64s(list, shape) : npy("<i4", Int32Array.from(list), shape);
      const [sources, targets] = [0, 1].map((end) => edges.map((edge) => edge[end]));
      const vertices = 1 + edges.flat().reduce((a, b) => Math.max(a, b));
      const index = (list: readonly number[], shape: readonly number[]) =>
        readEdgeIndex(inPieces(numbers(list, shape), size));
      assertEdges(await index(edges.flat(), [edges.length, 2]), edges);
      if (edges.length !== 2) assertEdges(await index([...sources, ...targets], [2, edges.length]), edges);

      const matrix = (arrays: Readonly<Record<string, Uint8Array>>) =>
        zip(
          Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}${name}.npy`, array])),
        );
      const shape = numbers([vertices, vertices]);
      const read = async (arrays: Readonly<Record<string, Uint8Array>>) =>
        readSparsePattern(await openNpz(bytesSource("m.npz", matrix({ shape, ...arrays }))), prefix);
      assertEdges(await read({ row: numbers(sources), col: numbers(targets) }), edges);
      for (const [format, end] of [["csr", 0], ["csc", 1], ["", 0]] as const) {
        const listed = edges.toSorted((a, b) => a[end] - b[end]), indptr = new Array(vertices + 1).fill(0);
        for (const edge of edges) indptr[edge[end] + 1]++;
        for (let v = 0; v < vertices; v++) indptr[v + 1] += indptr[v];
        const name = format && { format: npy(`|S${format.length}`, text(format), []) };
        const indices = numbers(listed.map((edge) => edge[1 - end]));
        assertEdges(await read({ ...name, indptr: numbers(indptr), indices }), listed, vertices);
      }
    }),
    { numRuns: 40 },
  );
});
