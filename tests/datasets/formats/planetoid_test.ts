/**
 * Tests of the reader of Planetoid's files: what eight files of any content say, and what damaged ones are
 * refused for.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { GraphRule } from "../../../datasets/dataset.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { DataError, MissingError } from "../../../platform/errors.ts";
import { indices } from "../../../platform/indices.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { adjacency, array, bytesOf, csr, csrOf, int, oneHot, pickle, str, tuple } from "./pickle_writer.ts";
import { type Contents, filesOf, smallPlanetoid, text } from "./small_files.ts";

const RULE: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };

const read = (contents: Contents) => graphFormats.planetoid.read(filesOf(contents), RULE);

Deno.test("graph, labels, split and features, with test rows put in their places", async () => {
  const { edges, labels, classes, split, features, note } = await graphFormats.planetoid.read(
    filesOf(smallPlanetoid()),
    RULE,
  );
  assert.equal(note, "");
  assert.equal(edges.vertices, 510);
  assert.equal(edges.count, 1022);
  assert.equal(classes, 3);
  assert.deepEqual([...split!.test], [505, 503, 507, 504, 506]);
  assert.deepEqual([split!.train.length, split!.validation[0], split!.validation.length], [3, 3, 500]);
  labels!.forEach((label, v) => assert.equal(label, v < 508 ? v % 3 : -1));
  const matrix = await features!.load();
  assert.deepEqual([matrix.rows, matrix.cols, matrix.colIdx.length], [510, 6, 508]);
  for (let v = 0; v < 510; v++) {
    assert.deepEqual(
      [matrix.colIdx, matrix.values!].map((of) => [...of.subarray(matrix.rowPtr[v], matrix.rowPtr[v + 1])]),
      v < 508 ? [[v % 6], [1]] : [[], []],
    );
  }
});

Deno.test("without allx graph and labels are there and the features' error names the file", async () => {
  const { "ind.small.allx": _, ...rest } = smallPlanetoid();
  const read = await graphFormats.planetoid.read(filesOf(rest, Object.keys(smallPlanetoid())), RULE);
  assert.ok(read.labels);
  assert.match(read.note, /ind\.small\.allx not found/);
  await assert.rejects(
    read.features!.load(),
    (error) => error instanceof MissingError && /allx/.test(error.message),
  );
});

Deno.test("a graph alone has edges, and a note that names the missing files", async () => {
  const { "ind.small.graph": graph, "ind.small.ty": _, ...rest } = smallPlanetoid();
  const alone = await read({ "ind.small.graph": graph });
  assert.equal(alone.edges.count, 1022);
  assert.equal(
    alone.note,
    "No labels: ind.small.y, ind.small.ally, ind.small.ty, ind.small.test.index not found.",
  );
  const { labels, note } = await read({ "ind.small.graph": graph, ...rest });
  assert.deepEqual([labels, note], [undefined, "No labels: ind.small.ty not found."]);
});

/** Contents of eight files, by their meaning; vertices from `known` on are test vertices or unlabelled. */
const anyPlanetoid = fc.record({
  seed: fc.nat(1e6),
  train: fc.integer({ min: 1, max: 4 }),
  known: fc.nat(6),
  others: fc.nat(4),
  classes: fc.integer({ min: 1, max: 4 }),
  width: fc.integer({ min: 1, max: 5 }),
}).map(({ seed, train, known: more, others, classes, width }) => {
  const stream = new RandomStream(seed, "planetoid");
  const known = train + 500 + more, vertices = known + others;
  const list = () => Array.from({ length: stream.below(3) }, () => stream.below(vertices));
  const row = () =>
    [...Array(width).keys()].filter(() => stream.below(2) === 0)
      .map((col) => [col, 1 + stream.below(9)] as const);
  const test = [...randomPermutation(others, stream)].slice(0, stream.below(others + 1)).map((v) =>
    known + v
  );
  const named = new Set([...indices(known), ...test]);
  const every = <T>(of: () => T, none: T) =>
    Array.from({ length: vertices }, (_, v) => named.has(v) ? of() : none);
  return {
    train,
    known,
    vertices,
    classes,
    width,
    test,
    lists: Array.from({ length: vertices }, list),
    labels: every(() => stream.below(classes + 1) - 1, -1),
    features: every<(readonly [number, number])[]>(row, []),
  };
});

Deno.test("edges, labels, split and features are those of the files, whatever they hold", async () => {
  await fc.assert(
    fc.asyncProperty(anyPlanetoid, async (wanted) => {
      const { train, known, vertices, classes, width, test, lists, labels, features } = wanted;
      const got = await read({
        "ind.a.graph": pickle(adjacency(lists)),
        "ind.a.x": pickle(csrOf(features.slice(0, train), width)),
        "ind.a.allx": pickle(csrOf(features.slice(0, known), width)),
        "ind.a.tx": pickle(csrOf(test.map((v) => features[v]), width)),
        "ind.a.y": pickle(oneHot(labels.slice(0, train), classes)),
        "ind.a.ally": pickle(oneHot(labels.slice(0, known), classes)),
        "ind.a.ty": pickle(oneHot(test.map((v) => labels[v]), classes)),
        "ind.a.test.index": text(test.map((v) => `${v}\n`).join("")),
      });
      const { source, target, count } = got.edges;
      assert.deepEqual(
        Array.from({ length: count }, (_, e) => [source[e], target[e]]),
        lists.flatMap((list, v) => list.map((neighbour) => [neighbour, v])),
      );
      assert.deepEqual([got.edges.vertices, got.classes, got.note], [vertices, classes, ""]);
      assert.deepEqual([...got.labels!], labels);
      assert.deepEqual(Object.values(got.split!).map((part) => [...part]), [
        [...indices(train)],
        [...indices(500)].map((v) => train + v),
        test,
      ]);
      const { rows, cols, rowPtr, colIdx, values } = await got.features!.load();
      assert.deepEqual([rows, cols, got.features!.width], [vertices, width, width]);
      assert.deepEqual(
        features.map((_, v) => [...indices(rowPtr[v + 1] - rowPtr[v])].map((i) => rowPtr[v] + i))
          .map((entries) => entries.map((e) => [colIdx[e], values![e]])),
        features,
      );
    }),
    { numRuns: 25 },
  );
});

Deno.test("a neighbour or a test vertex out of range is refused", async () => {
  const files = smallPlanetoid();
  for (const index of ["505\n503\n507\n504\n510\n", "505\n503\n507\n504\n505\n", "-1\n", "505\n"]) {
    await assert.rejects(read({ ...files, "ind.small.test.index": text(index) }), DataError, index);
  }
  const graph = files["ind.small.graph"].slice();
  const at = graph.findIndex((byte, i) => byte === 0x4a && graph[i + 1] === 1 && graph[i + 2] === 0);
  graph[at + 4] = 0xff;
  await assert.rejects(read({ ...files, "ind.small.graph": graph }), DataError);
});

Deno.test("a feature's column that the matrix does not have, or that stands twice, is refused", async () => {
  const files = smallPlanetoid(), rows = Array.from({ length: 503 }, (_, v) => [v % 6]);
  const load = async (row: readonly number[]) => {
    const allx = pickle(csr(rows.with(7, [...row]), 6));
    const { features } = await read({ ...files, "ind.small.allx": allx });
    return await features!.load();
  };
  for (const row of [[6], [-1], [2, 2], [3, 1]]) await assert.rejects(load(row), /in row 7/, row.join());
  assert.deepEqual([...(await load([0, 5])).colIdx.subarray(7, 9)], [0, 5]);
});

/** A CSR matrix of two rows, 0 and 1 column 0, in which some of the state is replaced. */
function csrWith(changed: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const state = {
    format: str("csr"),
    _shape: tuple(int(2), int(6)),
    indptr: array("i4", [3], Int32Array.of(0, 1, 2)),
    indices: array("i4", [2], Int32Array.of(0, 0)),
    data: array("f4", [2], Float32Array.of(1, 1)),
    ...changed,
  };
  const items = Object.entries(state).flatMap(([key, value]) => [str(key), value]);
  return pickle(bytesOf("cscipy.sparse.csr\ncsr_matrix\n)\x81}(", ...items, "ub"));
}

const matrix = (rows: number, cols: number, ...cells: number[]) =>
  pickle(array("i4", [rows, cols], Int32Array.from({ length: rows * cols }, (_, i) => cells[i] ?? 0)));
const ints = (...numbers: number[]) => array("i4", [numbers.length], Int32Array.from(numbers));
const ring = (vertices: number) => Array.from({ length: vertices }, (_, v) => [(v + 1) % vertices]);

/** An empty list for each of 510 vertices from `first` on. */
function adjacencyFrom(first: number): Uint8Array {
  const items = Array.from({ length: 510 }, (_, v) => bytesOf(int(first + v), "]"));
  return bytesOf("}(", ...items, "u");
}

/** Replaced files, what is found in each, and the file that is named where it is another. */
const DAMAGED: readonly (readonly [name: string, content: Uint8Array, found: string, blamed?: string])[] = [
  ["graph", pickle(bytesOf("]")), "no dictionary"],
  ["graph", pickle(adjacencyFrom(1)), "the key 510"],
  ["graph", pickle(adjacencyFrom(-1)), "the key -1"],
  ["graph", pickle(bytesOf("}(", str("a"), "]u")), 'the key "a"'],
  ["graph", pickle(bytesOf("}(", int(0), int(0), "u")), "the key 0"],
  ["graph", pickle(adjacency(ring(510).with(509, [510]))), "510 as neighbour of 509"],
  [
    "graph",
    pickle(bytesOf("}(", int(0), bytesOf("]", str("a"), "a"), "u")),
    "a value that is no number as neighbour of 0",
  ],
  ["y", pickle(ints(1, 0, 0)), "no matrix"],
  ["ty", pickle(array("f4", [5, 3], new Float32Array(15))), "another array"],
  ["y", matrix(3, 3, 1, 0, 0, 0, 2, 0), "another value in row 1"],
  ["y", matrix(3, 3, 1, 0, 0, 0, 1, 0, 1, 0, 1), "another value in row 2"],
  ["ty", matrix(4, 3), "4 x 3 test, 503 x 3 other, 3 x 3 training labels"],
  ["ally", matrix(511, 3), "5 x 3 test, 511 x 3 other, 3 x 3 training labels", "ty"],
  ["y", matrix(2, 4), "5 x 3 test, 503 x 3 other, 2 x 4 training labels", "ty"],
  ["ty", matrix(5, 2), "5 x 2 test, 503 x 3 other, 3 x 3 training labels"],
  ["tx", pickle(bytesOf("N")), "another value"],
  ["tx", csrWith({ format: str("csc") }), "another state"],
  ["tx", csrWith({ _shape: int(2) }), "another state"],
  ["tx", csrWith({ indices: array("f4", [2], new Float32Array(2)) }), "another array"],
  ["tx", csrWith({ data: ints(1, 1) }), "another array"],
  ["tx", csrWith({ indptr: ints(1, 1, 2) }), "arrays of other lengths"],
  ["tx", csrWith({ indptr: ints(0, 1, 1) }), "arrays of other lengths"],
  ["tx", csrWith({ indptr: ints(0, 2) }), "arrays of other lengths"],
  ["tx", csrWith({ data: array("f4", [1], Float32Array.of(1)) }), "arrays of other lengths"],
  ["tx", csrWith({ _shape: tuple(bytesOf("N"), int(6)) }), "arrays of other lengths"],
  ["tx", csrWith({ indptr: ints(0, 3, 2) }), "row 0 from 0 to 3"],
  ["tx", csrWith({ indptr: ints(0, -1, 2) }), "row 0 from 0 to -1"],
  ["tx", csrWith({ data: array("f4", [2], Float32Array.of(1, NaN)) }), "NaN in row 1"],
];

Deno.test("damage in any file is refused, with the file and what was found there", async () => {
  for (const [name, content, found, blamed = name] of DAMAGED) {
    const damaged = { ...smallPlanetoid(), [`ind.small.${name}`]: content };
    const error = await read(damaged).then(({ features }) => features!.load()).catch((error) => error);
    assert.ok(error instanceof DataError, `${found}: ${error}`);
    assert.deepEqual([error.parts.current, error.place.file], [found, `ind.small.${blamed}`]);
  }
});

Deno.test("500 validation vertices fit behind those of training, or the labels are refused", async () => {
  const without = { ...smallPlanetoid(), "ind.small.test.index": text(""), "ind.small.ty": matrix(0, 3) };
  const withTraining = (rows: number) => read({ ...without, "ind.small.y": matrix(rows, 3) });
  assert.equal((await withTraining(10)).split!.validation.at(-1), 509);
  await assert.rejects(withTraining(11), /0 x 3 test, 503 x 3 other, 11 x 3 training labels/);
});

Deno.test("feature matrices of other shapes than the labels are refused", async () => {
  for (
    const [name, rows, width, found] of [
      ["tx", 4, 6, "4 x 6 beside 503 x 6 for 510 vertices"],
      ["tx", 5, 7, "5 x 7 beside 503 x 6 for 510 vertices"],
      ["allx", 511, 6, "5 x 6 beside 511 x 6 for 510 vertices"],
    ] as const
  ) {
    const changed = pickle(csr(Array.from({ length: rows }, () => [0]), width));
    const { features } = await read({ ...smallPlanetoid(), [`ind.small.${name}`]: changed });
    await assert.rejects(features!.load(), (error: DataError) => {
      assert.ok(error instanceof DataError, String(error));
      assert.equal(error.parts.current, found);
      return true;
    });
  }
});
