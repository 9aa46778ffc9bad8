/** @module */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { FormatId, GraphRule } from "../../../datasets/dataset.ts";
import type { ReadGraph } from "../../../datasets/formats/format.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { DataError } from "../../../platform/errors.ts";
import { int64s, npy, zip } from "./archive_writer.ts";
import {
  type Contents,
  filesOf,
  smallGraphsage,
  smallIgb,
  smallOgb,
  smallOgbArrays,
  smallOgbZip,
  smallPpi,
  smallReddit,
  smallScipy,
  text,
} from "./small_files.ts";

const RULE: GraphRule = { listed: "directed", symmetrise: false, selfLoops: "keep" };

const read = (id: FormatId, contents: Contents) => graphFormats[id].read(filesOf(contents), RULE);

function pairs({ edges }: ReadGraph): string {
  return Array.from({ length: edges.count }, (_, e) => `${edges.source[e]}-${edges.target[e]}`).join(" ");
}

function splitOf({ split }: ReadGraph): number[][] {
  return [[...split!.train], [...split!.validation], [...split!.test]];
}

const refuses = (id: FormatId, contents: Contents, message: RegExp) =>
  assert.rejects(read(id, contents), (error) => error instanceof DataError && message.test(error.message));

Deno.test("IGB: edges, labels with gaps, features on demand", async () => {
  const graph = await read("igb", smallIgb);
  assert.equal(pairs(graph), "0-1 1-2 2-0 3-0 3-1");
  assert.deepEqual([[...graph.labels!], graph.classes, graph.edges.vertices], [[0, 2, 1, -1], 3, 4]);
  assert.equal(graph.denseFeatures!.width, 2);
  assert.deepEqual([...await graph.denseFeatures!.load()], [1, 2, 3, 4, 5, 6, 7, 8]);
  const bare = await read("igb", { "edge_index.npy": smallIgb["edge_index.npy"] });
  assert.deepEqual([bare.edges.vertices, bare.labels, bare.denseFeatures], [4, undefined, undefined]);
  await refuses(
    "igb",
    { ...smallIgb, "node_label_19.npy": int64s([0, 1]) },
    /the id 2, wanted ids from 0 to 1/,
  );
  await refuses("igb", { ...smallIgb, "node_label_19.npy": int64s([0, 1, 2, 2 ** 33]) }, /the label/);
  await refuses("igb", { ...smallIgb, "node_feat.npy": npy("<f4", Float32Array.of(1), [1, 1]) }, /1 x 1/);
});

Deno.test("Reddit: graph, labels, node types and features, in the archive or beside each other", async () => {
  const inner = { "reddit_graph.npz": new Uint8Array(), "reddit_data.npz": new Uint8Array() };
  const graph = await read("reddit", smallReddit);
  assert.equal(pairs(graph), "0-1 1-0 1-2 2-1");
  assert.deepEqual([[...graph.labels!], graph.classes], [[1, 0, 1], 2]);
  assert.deepEqual(splitOf(graph), [[0], [1], [2]]);
  assert.equal(graph.denseFeatures!.width, 2);
  assert.deepEqual([...await graph.denseFeatures!.load()], [1, 2, 3, 4, 5, 6]);
  await refuses("reddit", inner, /reddit_graph\.npz/);
  await refuses("reddit", { "reddit.zip": zip({ "x.txt": text("x") }) }, /no reddit_graph\.npz/);
  const data = zip({
    "feature.npy": npy("<f4", Float32Array.of(1, 2), [2, 1]),
    "label.npy": int64s([1, 0, 1]),
    "node_types.npy": int64s([1, 2, 3]),
  });
  const only = zip({
    "row.npy": int64s([0]),
    "col.npy": int64s([2]),
    "shape.npy": int64s([3, 3]),
  });
  await refuses("reddit", { "reddit_graph.npz": only, "reddit_data.npz": data }, /features of 2 x 1/);
  const graphOnly = await read("reddit", { "reddit_graph.npz": only });
  assert.match(graphOnly.note, /reddit_data\.npz not found/);
});

Deno.test("OGB: the same graph from a folder, an archive of texts and an archive of arrays", async () => {
  for (
    const [contents, features] of [
      [smallOgb, [0.5, -1, 1e-3, 2, 3, 4, 5, 6, 7, 8]],
      [smallOgbZip, [0.5, -1, 1e-3, 2, 3, 4, 5, 6, 7, 8]],
      [smallOgbArrays, [1, 2, 0.5, -1, 0]],
    ] as const
  ) {
    const graph = await read("ogb", contents);
    assert.equal(pairs(graph), "0-1 1-2 2-3 3-0");
    assert.equal(graph.edges.vertices, 5);
    const unlabelled = contents === smallOgbArrays;
    assert.deepEqual([...graph.labels!], [0, 2, unlabelled ? -1 : 1, 0, 1]);
    assert.equal(graph.classes, 3);
    assert.deepEqual(splitOf(graph), [[0, 3], [1], [2]]);
    assert.equal(graph.denseFeatures!.width, features.length / 5);
    assert.deepEqual(await graph.denseFeatures!.load(), Float32Array.from(features));
  }
});

Deno.test("OGB: several columns of labels are labels of which a vertex can have any", async () => {
  const several = { ...smallOgb, "node-label.csv.gz": gzipSync("0,1\n1,1\n0,0\n1,0\n0,1\n") };
  const { multiLabels, labels } = await read("ogb", several);
  assert.equal(labels, undefined);
  assert.deepEqual([multiLabels!.width, [...multiLabels!.values]], [2, [0, 1, 1, 1, 0, 0, 1, 0, 0, 1]]);
});

Deno.test("OGB: ids, labels, splits and counts that do not fit are refused with file and line", async () => {
  const change = (name: string, content: string) => ({ ...smallOgb, [name]: gzipSync(content) });
  await refuses("ogb", change("edge.csv.gz", "0,1\n1,5\n"), /edge\.csv\.gz", line 2.*ids from 0 to 4/);
  await refuses("ogb", change("num-node-list.csv.gz", "5\n5\n"), /that of one graph/);
  await refuses("ogb", change("num-node-list.csv.gz", "4000000000\n"), /4000000000 vertices/);
  await refuses("ogb", change("node-label.csv.gz", "0\n1\n"), /2 labels/);
  await refuses("ogb", change("node-label.csv.gz", "0\n1\n2\n0\n1\n1\n"), /more labels/);
  await refuses("ogb", change("node-label.csv.gz", "0\n1\nx\n0\n1\n"), /node-label\.csv\.gz", line 3/);
  await refuses("ogb", change("node-label.csv.gz", "0\n1,1\n"), /line 2.*wanted 1 number/);
  await refuses("ogb", change("node-label.csv.gz", "0\n0x1\n"), /line 2/);
  await refuses("ogb", change("valid.csv.gz", "1\n3\n"), /valid\.csv\.gz", line 2.*no part has yet/);
  await refuses("ogb", { "x.csv.gz": gzipSync("1") }, /neither edge\.csv\.gz nor data\.npz/);
  const short = await read("ogb", change("node-feat.csv.gz", "1,2\n3,4\n5,6\n"));
  await assert.rejects(short.denseFeatures!.load(), /node-feat\.csv\.gz", line 3: found 3 rows, wanted 5/);
  // As many numbers as five rows of three would have.
  const wide = await read("ogb", change("node-feat.csv.gz", "1,2,3,4,5\n".repeat(3)));
  await assert.rejects(wide.denseFeatures!.load(), /found 3 rows, wanted 5/);
  await refuses(
    "ogb",
    change("node-label.csv.gz", "0,1\n0,2\n"),
    /line 2: found the label 2, wanted 0, 1 or nan/,
  );
});

Deno.test("GraphSAGE: links by place, flags, labels of each vertex, features in the order of the id map", async () => {
  const graph = await read("graphsage", smallGraphsage);
  assert.equal(pairs(graph), "0-1 1-2");
  assert.deepEqual(splitOf(graph), [[0], [1], [2]]);
  assert.deepEqual([graph.multiLabels!.width, [...graph.multiLabels!.values]], [3, [
    1,
    0,
    1,
    0,
    0,
    0,
    1,
    1,
    1,
  ]]);
  assert.deepEqual([...await graph.denseFeatures!.load()], [0, 1, 10, 11, 20, 21]);
  const single = await read("graphsage", {
    ...smallGraphsage,
    "small-class_map.json": text('{"a": 4, "c": 0}'),
  });
  assert.deepEqual([[...single.labels!], single.classes], [[4, -1, 0], 5]);
});

Deno.test("GraphSAGE: numbers as ids name vertices by id", async () => {
  const numbered = text(JSON.stringify({
    nodes: [{ id: 7 }, { id: 3 }],
    links: [{ source: 3, target: 7 }],
  }));
  assert.equal(pairs(await read("graphsage", { "x-G.json": numbered })), "1-0");
});

Deno.test("GraphSAGE: the lists of a graph come in any order, with anything else between them", async () => {
  const nodes = '"nodes": [{"val": true, "id": "a", "x": [{"id": 1}]}, {"id": "b"}]';
  const links = '"links": [{"target": "b", "weight": 2, "source": "a"}, {"source": 1, "target": 0}]';
  for (const lists of [[nodes, links], [links, nodes]]) {
    const json = `{"graph": {"links": []}, ${lists.join(', "name": [[{}]], ')}}`;
    const graph = await read("graphsage", { "x-G.json": text(json) });
    assert.equal(pairs(graph), "0-1 1-0");
    assert.deepEqual(splitOf(graph), [[1], [0], []]);
  }
  await refuses("graphsage", { "x-G.json": text(`{"nodes": [], ${links}}`) }, /link 0 to no node/);
  await refuses("graphsage", { "x-G.json": text(`{${nodes}}`) }, /key "links".*no lists of nodes and links/);
  await refuses(
    "graphsage",
    { "x-G.json": text(`{${nodes}, ${nodes}, ${links}}`) },
    /another value of nodes/,
  );
});

Deno.test("GraphSAGE: damaged texts are refused", async () => {
  const graph = (json: string) => ({ ...smallGraphsage, "small-G.json": text(json) });
  await refuses("graphsage", graph("{"), /no JSON/);
  await refuses("graphsage", graph("[]"), /no lists of nodes/);
  await refuses("graphsage", graph('{"nodes": [{"id": "a"}, {"id": "a"}], "links": []}'), /node 1/);
  await refuses(
    "graphsage",
    graph('{"nodes": [{"id": "a"}], "links": [{"source": 0, "target": 1}]}'),
    /link 0/,
  );
  await refuses("graphsage", graph('{"nodes": [{}], "links": []}'), /node 0/);
  await refuses(
    "graphsage",
    { ...smallGraphsage, "small-id_map.json": text('{"a": 0, "b": 1}') },
    /no row of "c"/,
  );
  const rows = (json: string) => ({ ...smallGraphsage, "small-id_map.json": text(json) });
  await refuses("graphsage", rows('{"a": 0, "b": 1, "c": 1}'), /"c".*found row 1 once more, wanted a row/);
  await refuses("graphsage", rows('{"a": 0, "b": 1, "a": 2, "c": 0}'), /"a".*found the vertex once more/);
  await refuses(
    "graphsage",
    { ...smallGraphsage, "small-class_map.json": text('{"a": [1], "b": [1]}') },
    /"c"/,
  );
  await refuses("graphsage", { ...smallGraphsage, "small-class_map.json": text('{"a": 1, "b": -1}') }, /"b"/);
  await refuses("graphsage", { "x.json": text("{}") }, /neither/);
});

Deno.test("DGL's PPI: three graphs behind one another, with labels, features and the split they are", async () => {
  const graph = await read("graphsage", smallPpi);
  assert.equal(pairs(graph), "0-1 1-1 3-2");
  assert.equal(graph.edges.vertices, 5);
  assert.deepEqual(splitOf(graph), [[0, 1], [2, 3], [4]]);
  assert.deepEqual([...graph.multiLabels!.values], [1, 0, 0, 1, 1, 1, 0, 0, 0, 1]);
  assert.deepEqual([...await graph.denseFeatures!.load()], [1, 2, 3, 4, 5]);
  await refuses(
    "graphsage",
    { "ppi.zip": zip({ "train_graph.json": text('{"nodes":[],"links":[]}') }) },
    /valid_graph/,
  );
});

Deno.test("SciPy matrices: adjacency, sorted features and labels behind their prefixes", async () => {
  const graph = await read("scipy-npz", smallScipy);
  assert.equal(pairs(graph), "0-1 0-2 1-0 2-0");
  assert.deepEqual([...graph.labels!], [1, 0, 1]);
  assert.equal(graph.features!.width, 4);
  const { rowPtr, colIdx, values } = await graph.features!.load();
  assert.deepEqual([[...rowPtr], [...colIdx], [...values!]], [[0, 2, 2, 3], [1, 3, 0], [2, 0.5, 3]]);
  const plain = zip({
    "indices.npy": int64s([0]),
    "indptr.npy": int64s([0, 1]),
    "shape.npy": int64s([1, 1]),
  });
  const alone = await read("scipy-npz", { "adjacency.npz": plain });
  assert.equal(pairs(alone), "0-0");
  assert.equal(alone.features, undefined, "the matrix of the graph is none of features");
  await refuses(
    "scipy-npz",
    { "adjacency.npz": zip({ "x.npy": int64s([0]) }) },
    /found the arrays x, wanted a square matrix as scipy\.sparse\.save_npz writes it/,
  );
});

Deno.test("SciPy matrices: CSC is read by columns, COO by its names, other formats are refused", async () => {
  // The entries (0, 1), (0, 2) and (2, 0).
  const arrays = {
    csr: { "indptr.npy": int64s([0, 2, 2, 3]), "indices.npy": int64s([1, 2, 0]) },
    csc: { "indptr.npy": int64s([0, 1, 2, 3]), "indices.npy": int64s([2, 0, 0]) },
    coo: { "row.npy": int64s([0, 0, 2]), "col.npy": int64s([1, 2, 0]) },
  };
  const shape = int64s([3, 3]);
  const bytes = (name: string) => npy(`|S${name.length}`, text(name), []);
  // Under Python 3, SciPy before 1.0 wrote characters of 32 bits.
  const wide = (name: string) =>
    npy(`<U${name.length}`, Int32Array.from(name, (character) => character.charCodeAt(0)), []);
  for (const [name, pattern] of Object.entries(arrays)) {
    for (const format of [bytes(name), wide(name)]) {
      const file = zip({ ...pattern, "format.npy": format, "shape.npy": shape });
      assert.equal(pairs(await read("scipy-npz", { "m.npz": file })).split(" ").sort().join(), "0-1,0-2,2-0");
    }
  }
  for (const name of ["bsr", "dia", ""]) {
    const file = zip({ ...arrays.csr, "format.npy": bytes(name), "shape.npy": shape });
    await refuses(
      "scipy-npz",
      { "m.npz": file },
      new RegExp(`"format": found a matrix in the format "${name}"`),
    );
  }
  const features = {
    "adj_matrix.indptr.npy": int64s([0, 1]),
    "adj_matrix.indices.npy": int64s([0]),
    "adj_matrix.shape.npy": int64s([1, 1]),
    "attr_matrix.indptr.npy": int64s([0, 1]),
    "attr_matrix.indices.npy": int64s([0]),
    "attr_matrix.data.npy": int64s([1]),
    "attr_matrix.shape.npy": int64s([1, 1]),
    "attr_matrix.format.npy": bytes("csc"),
  };
  const graph = await read("scipy-npz", { "m.npz": zip(features) });
  await assert.rejects(graph.features!.load(), /"attr_matrix\.format": found a matrix in the format "csc"/);
});

Deno.test("SciPy matrices: features without a row for each vertex are refused", async () => {
  for (const rows of [2, 4]) {
    const file = {
      "adj_matrix.indptr.npy": int64s([0, 1, 2, 2]),
      "adj_matrix.indices.npy": int64s([1, 2]),
      "adj_matrix.shape.npy": int64s([3, 3]),
      "attr_matrix.indptr.npy": int64s(Array.from({ length: rows + 1 }, (_, row) => Math.min(row, 2))),
      "attr_matrix.indices.npy": int64s([0, 1]),
      "attr_matrix.data.npy": int64s([1, 1]),
      "attr_matrix.shape.npy": int64s([rows, 2]),
    };
    await refuses(
      "scipy-npz",
      { "m.npz": zip(file) },
      new RegExp(`"attr_matrix\\.shape": found ${rows} rows, wanted 3, one a vertex`),
    );
  }
});

Deno.test("SciPy matrices: features are sorted in every row, and damaged ones are refused", async () => {
  const load = async (indices: number[], data: number[]) => {
    const file = {
      "adj_matrix.indptr.npy": int64s([0, 0, 0, 0]),
      "adj_matrix.indices.npy": int64s([]),
      "adj_matrix.shape.npy": int64s([3, 3]),
      "attr_matrix.indptr.npy": int64s([0, 2, 5, 6]),
      "attr_matrix.indices.npy": int64s(indices),
      "attr_matrix.data.npy": int64s(data),
      "attr_matrix.shape.npy": int64s([3, 4]),
    };
    return await (await read("scipy-npz", { "m.npz": zip(file) })).features!.load();
  };
  const { rowPtr, colIdx, values } = await load([3, 0, 2, 3, 1, 0], [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...rowPtr], [0, 2, 5, 6]);
  assert.deepEqual([...colIdx], [0, 3, 1, 2, 3, 0]);
  assert.deepEqual([...values!], [2, 1, 5, 3, 4, 6]);
  await assert.rejects(load([3, 0, 2, 3, 2, 0], [1, 2, 3, 4, 5, 6]), /column 2 twice in row 1/);
  await assert.rejects(load([3, 0, 2, 3, 1, 0], [1, 2, 3, 4, 5]), /5 values for 6 entries/);
  for (const [row, col] of [[3, 0], [0, 3]]) {
    const arrays = { "row.npy": int64s([row]), "col.npy": int64s([col]), "shape.npy": int64s([3, 3]) };
    const file = zip({ ...arrays, "format.npy": npy("|S3", text("coo"), []) });
    await refuses("scipy-npz", { "m.npz": file }, /found the entry \((3, 0|0, 3)\), wanted ids below 3/);
  }
});
