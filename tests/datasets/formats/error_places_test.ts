/**
 * Where damaged files are wrong: errors name the byte, the line, or the key.
 *
 * @module
 */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { FormatId, GraphRule } from "../../../datasets/dataset.ts";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { readNpy } from "../../../datasets/formats/numpy/npy.ts";
import { openZip } from "../../../datasets/formats/bytes/zip.ts";
import { DataError, type FilePlace } from "../../../platform/errors.ts";
import { int64s, npy, npyOf, zip } from "./archive_writer.ts";
import {
  type Contents,
  filesOf,
  smallGraphsage,
  smallIgb,
  smallMusae,
  smallOgb,
  text,
} from "./small_files.ts";

const RULE: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };

async function refusal(read: Promise<unknown>): Promise<DataError> {
  const error = await read.then(() => undefined, (error) => error);
  assert.ok(error instanceof DataError, String(error));
  return error;
}

async function readAll(id: FormatId, contents: Contents): Promise<void> {
  const { features, denseFeatures } = await graphFormats[id].read(filesOf(contents), RULE);
  await features?.load();
  await denseFeatures?.load();
}

async function placeOf(id: FormatId, contents: Contents): Promise<FilePlace> {
  return (await refusal(readAll(id, contents))).place;
}

Deno.test("arrays: the offset of the header's fault, and of the first wrong value", async () => {
  const read = async (file: Uint8Array) =>
    (await refusal(readNpy(bytesSource("x.npy", file), "uint32", 99))).place;
  const header = "{'descr': '<i8', 'fortran_order': False, 'shape': (2, -1), }";
  assert.deepEqual(await read(npyOf(header, new Uint8Array(16))), {
    file: "x.npy",
    offset: 10 + header.indexOf("-1"),
  });
  const file = int64s([1, 2, -3]);
  assert.deepEqual(await read(file), { file: "x.npy", offset: file.length - 8 });
  assert.deepEqual(await read(file.slice(0, -3)), { file: "x.npy", offset: file.length - 3 });
  const { offset } = await placeOf("igb", { ...smallIgb, "edge_index.npy": int64s([0, 1, -7, 2], [2, 2]) });
  assert.equal(offset, int64s([0, 1, -7, 2], [2, 2]).length - 16);
  const labels = int64s([0, 1, 2, 2 ** 33]);
  assert.deepEqual(await placeOf("igb", { ...smallIgb, "node_label_19.npy": labels }), {
    file: "node_label_19.npy",
    offset: labels.length - 8,
  });
});

Deno.test("archives: the offset of the directory's fault, and the array that is wrong", async () => {
  const whole = zip({ "x.txt": text("hello"), "y.txt": text("hello") });
  const directory = whole.length - 22 - 2 * (46 + 5);
  const changed = whole.slice();
  changed[directory + 46 + 5] = 0;
  const place = (bytes: Uint8Array) => refusal(openZip(bytesSource("x.zip", bytes)));
  assert.equal((await place(changed)).place.offset, directory + 46 + 5);
  assert.equal((await place(new Uint8Array(100))).place.offset, 0);
  const columns = zip({
    "indices.npy": int64s([0, 5]),
    "indptr.npy": int64s([0, 1, 2]),
    "shape.npy": int64s([2, 2]),
  });
  assert.deepEqual(await placeOf("scipy-npz", { "m.npz": columns }), { file: "m.npz", key: "indices[1]" });
});

Deno.test("JSON: the key and the offset of what is wrong", async () => {
  const graph = '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 0, "target": 1}, {"source": 9}]}';
  const file = "small-G.json";
  const at = (json: string) => placeOf("graphsage", { ...smallGraphsage, [file]: text(json) });
  assert.deepEqual(await at(graph), { file, key: "links[1]", offset: graph.length - 3 });
  const twice = graph.replace('"b"', '"a"');
  assert.deepEqual(await at(twice), { file, key: "nodes[1]", offset: graph.indexOf("b") + 2 });
  assert.deepEqual(await at('{"nodes": [{"id": NaN}]}'), { file, key: "nodes[0].id", offset: 21 });
  assert.deepEqual(await at('{"nodes": [{"id": 1}'), { file, key: "nodes[0]", offset: 20 });
  const rows = { ...smallGraphsage, "small-id_map.json": text('{"a": 2, "b": 0, "c": 3}') };
  assert.deepEqual(await placeOf("graphsage", rows), { file: "small-id_map.json", key: "c", offset: 23 });
  const labels = { ...smallGraphsage, "small-class_map.json": text('{"a": [1, 0], "b": [0, 2]}') };
  assert.deepEqual(await placeOf("graphsage", labels), {
    file: "small-class_map.json",
    key: "b[1]",
    offset: 24,
  });
  const features = { ...smallMusae, "features.json": text('{"1": [3, 0], "0": [-2]}') };
  assert.deepEqual(await placeOf("musae", features), { file: "features.json", key: "0[0]", offset: 22 });
});

Deno.test("dense features: NaN and infinite values are refused with row and column", async () => {
  const says = async (id: FormatId, contents: Contents) => (await refusal(readAll(id, contents))).message;
  for (const value of [NaN, Infinity, -Infinity, 1e39]) {
    const doubles = npy("<f8", Float64Array.of(1, 2, 3, 4, 5, value, 7, 8), [4, 2]);
    const wrong = new RegExp(
      `node_feat.npy", offset \\d+: found ${String(value).replace("+", "\\+")} as row 2, column 1`,
    );
    assert.match(await says("igb", { ...smallIgb, "node_feat.npy": doubles }), wrong);
  }
  const rows = (value: string) => ({
    "node-feat.csv.gz": gzipSync(`0.5,-1\n1e-3,2\n3,4\n${value},6\n7,8\n`),
  });
  for (const value of ["nan", "1e39"]) {
    const said = await says("ogb", { ...smallOgb, ...rows(value) });
    assert.match(said, /node-feat\.csv\.gz", line 4: found (NaN|1e\+39) in row 3, column 0/);
  }
  const part = { "ppi-G.json": text('{"nodes":[{"id":0}],"links":[]}') };
  const feats = npy("<f4", Float32Array.of(0, NaN), [1, 2]);
  assert.match(await says("graphsage", { ...part, "ppi-feats.npy": feats }), /NaN as row 0, column 1/);
});
