/**
 * Small valid files of every format, made by hand, and a file set over bytes in memory.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import type { FileSet } from "../../../datasets/formats/format.ts";
import { MissingError } from "../../../platform/errors.ts";
import { int64s, npy, zip } from "./archive_writer.ts";
import { adjacency, csr, oneHot, pickle } from "./pickle_writer.ts";

/** File contents by name. */
export type Contents = Readonly<Record<string, Uint8Array>>;

/** Bytes of an ASCII text. */
export function text(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(content);
}

/** A file set over `contents`; `names` may list files that are not there. */
export function filesOf(contents: Contents, names: readonly string[] = Object.keys(contents)): FileSet {
  return {
    dataset: "small",
    names,
    has: (name) => Object.hasOwn(contents, name),
    get: (name) => {
      if (Object.hasOwn(contents, name)) return bytesSource(name, contents[name]);
      throw new MissingError({
        action: "read small",
        current: `no file ${name}`,
        wanted: "it",
        next: "add it",
      });
    },
  };
}

/**
 * 510 vertices in a ring, 3 training vertices, 5 test vertices 503..507 in another order, 508 and 509 without
 * features or labels (as Citeseer has them), and a self-loop and a duplicate at vertex 0.
 */
export function smallPlanetoid(): Contents {
  const vertices = 510, known = 503, classes = 3, width = 6;
  const lists = Array.from(
    { length: vertices },
    (_, v) => [(v + 1) % vertices, (v + vertices - 1) % vertices],
  );
  lists[0].push(0, 1);
  const features = (v: number) => [v % width];
  const range = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);
  const test = [505, 503, 507, 504, 506];
  return {
    "ind.small.graph": pickle(adjacency(lists)),
    "ind.small.x": pickle(csr(range(3).map(features), width)),
    "ind.small.allx": pickle(csr(range(known).map(features), width)),
    "ind.small.tx": pickle(csr(test.map(features), width)),
    "ind.small.y": pickle(oneHot(range(3).map((v) => v % classes), classes)),
    "ind.small.ally": pickle(oneHot(range(known).map((v) => v % classes), classes)),
    "ind.small.ty": pickle(oneHot(test.map((v) => v % classes), classes)),
    "ind.small.test.index": text(test.join("\n") + "\n"),
  };
}

/** A SNAP list with comments, CRLF, a duplicate and a self-loop. */
export const smallSnap: Contents = {
  "small.txt": text("# Directed graph\r\n# Nodes: 4 Edges: 5\r\n0\t1\r\n1\t2\r\n2\t0\r\n0\t1\r\n3\t3\r\n"),
};

/** The same list, compressed. */
export const smallTable: Contents = {
  "small.csv": text('\ufeffsource,target,weight\r\n0,1,0.5\r\n1,2,1e-3\r\n2,0,"a, b"\r\n3,3,-1\r\n'),
};
export const smallSnapGzip: Contents = { "small.txt.gz": gzipSync(smallSnap["small.txt"]) };

/** A general real matrix with an explicit zero. */
export const smallMatrixMarket: Contents = {
  "small.mtx": text(
    "%%MatrixMarket matrix coordinate real general\n% comment\n3 3 4\n1 2 1.5e+00\n2 1 0\n3 3 -2\n3 1 7\n",
  ),
};

/** A METIS graph with weights of vertices and edges, a comment and a vertex alone. */
export const smallMetis: Contents = {
  "small.graph": text("% comment\n4 2 11 2\n5 1 2 7\n3 1 1 7 4 9\n1 1\n2 1 2 9\n"),
};

/** MUSAE's three files. */
export const smallMusae: Contents = {
  "edges.csv": text("id_1,id_2\n0,1\n1,2\n2,2\n"),
  "target.csv": text(
    'id,facebook_id,page_name,page_type\n0,1,"a, ""b""",company\n1,2,中,politician\n2,3,c,company\n',
  ),
  "features.json": text('{"1": [3, 0], "0": [2], "2": []}'),
};

/** IGB's arrays: 4 papers, 5 citations. */
export const smallIgb: Contents = {
  "edge_index.npy": int64s([0, 1, 1, 2, 2, 0, 3, 0, 3, 1], [5, 2]),
  "node_label_19.npy": npy("<f4", Float32Array.of(0, 2, 1, NaN)),
  "node_feat.npy": npy("<f4", Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), [4, 2]),
};

/** DGL's Reddit: 3 posts, both directions of 2 edges, a deflated archive of deflated archives. */
export const smallReddit: Contents = {
  "reddit.zip": zip({
    "reddit_data.npz": zip({
      "feature.npy": npy("<f4", Float32Array.of(1, 2, 3, 4, 5, 6), [3, 2]),
      "label.npy": int64s([1, 0, 1]),
      "node_types.npy": int64s([1, 2, 3]),
    }, { method: "stored" }),
    "reddit_graph.npz": zip({
      "row.npy": npy("<i4", Int32Array.of(0, 1, 1, 2)),
      "col.npy": npy("<i4", Int32Array.of(1, 0, 2, 1)),
      "format.npy": npy("|S3", Uint8Array.of(99, 111, 111), []),
      "shape.npy": int64s([3, 3]),
      "data.npy": int64s([1, 1, 1, 1]),
    }),
  }),
};

const OGB_FILES: Readonly<Record<string, Uint8Array>> = {
  "edge.csv.gz": gzipSync("0,1\n1,2\n2,3\n3,0\n"),
  "num-node-list.csv.gz": gzipSync("5\n"),
  "num-edge-list.csv.gz": gzipSync("4\n"),
  "node-label.csv.gz": gzipSync("0\n2\n1\n0\n1\n"),
  "node-feat.csv.gz": gzipSync("0.5,-1\n1e-3,2\n3,4\n5,6\n7,8\n"),
  "train.csv.gz": gzipSync("0\n3\n"),
  "valid.csv.gz": gzipSync("1\n"),
  "test.csv.gz": gzipSync("2\n"),
};

/** OGB's text files, unpacked: a ring of 4 vertices and one alone. */
export const smallOgb: Contents = OGB_FILES;

/** The same as an archive. */
export const smallOgbZip: Contents = {
  "small.zip": zip(Object.fromEntries(
    Object.entries(OGB_FILES).map(([name, content]) => [
      `small/${/train|valid|test/.test(name) ? "split/time" : "raw"}/${name}`,
      content,
    ]),
  )),
};

/** The same as arrays in an archive, as OGB packs papers100M; the features are half-precision. */
export const smallOgbArrays: Contents = {
  "small-bin.zip": zip({
    "small-bin/raw/data.npz": zip({
      "edge_index.npy": int64s([0, 1, 2, 3, 1, 2, 3, 0], [2, 4]),
      "num_nodes_list.npy": int64s([5]),
      "num_edges_list.npy": int64s([4]),
      "node_feat.npy": npy("<f2", Uint16Array.of(0x3c00, 0x4000, 0x3800, 0xbc00, 0), [5, 1]),
    }),
    "small-bin/raw/node-label.npz": zip({
      "node_label.npy": npy("<f4", Float32Array.of(0, 2, NaN, 0, 1), [5, 1]),
    }),
    ...Object.fromEntries(
      ["train", "valid", "test"].map((part) => [
        `small-bin/split/time/${part}.csv.gz`,
        OGB_FILES[`${part}.csv.gz`],
      ]),
    ),
  }, { method: "stored" }),
};

/**
 * GraphSAGE's own files: texts as ids, links by place, several labels a vertex, features in another order.
 */
export const smallGraphsage: Contents = {
  "small-G.json": text(JSON.stringify({
    directed: false,
    multigraph: false,
    graph: { name: "small" },
    nodes: [
      { id: "a", val: false, test: false },
      { id: "b", val: true, test: false },
      { id: "c", val: false, test: true },
    ],
    links: [{ source: 0, target: 1 }, { source: 1, target: 2 }],
  })),
  "small-class_map.json": text('{"a": [1, 0, 1], "b": [0, 0, 0], "c": [1, 1, 1]}'),
  "small-id_map.json": text('{"a": 2, "b": 0, "c": 1}'),
  "small-feats.npy": npy("<f8", Float64Array.of(10, 11, 20, 21, 0, 1), [3, 2]),
};

const dglGraph = (ids: number[], links: [number, number][]) =>
  text(JSON.stringify({
    nodes: ids.map((id) => ({ id })),
    links: links.map(([source, target]) => ({ source, target })),
  }));

/** DGL's packing of PPI: three graphs of 2, 2 and 1 vertices. */
export const smallPpi: Contents = {
  "ppi.zip": zip({
    "train_graph.json": dglGraph([0, 1], [[0, 1], [1, 1]]),
    "valid_graph.json": dglGraph([0, 1], [[1, 0]]),
    "test_graph.json": dglGraph([0], []),
    "train_labels.npy": int64s([1, 0, 0, 1], [2, 2]),
    "valid_labels.npy": int64s([1, 1, 0, 0], [2, 2]),
    "test_labels.npy": int64s([0, 1], [1, 2]),
    "train_feats.npy": npy("<f8", Float64Array.of(1, 2), [2, 1]),
    "valid_feats.npy": npy("<f8", Float64Array.of(3, 4), [2, 1]),
    "test_feats.npy": npy("<f8", Float64Array.of(5), [1, 1]),
  }),
};

/**
 * A graph and its features as SciPy matrices in one archive, as PPRGo packs MAG-Scholar; columns are not
 * sorted.
 */
export const smallScipy: Contents = {
  "small.npz": zip({
    "adj_matrix.data.npy": npy("<f4", Float32Array.of(1, 1, 1, 1)),
    "adj_matrix.indices.npy": npy("<i4", Int32Array.of(1, 2, 0, 0)),
    "adj_matrix.indptr.npy": npy("<i4", Int32Array.of(0, 2, 3, 4)),
    "adj_matrix.shape.npy": int64s([3, 3]),
    "attr_matrix.data.npy": npy("<f4", Float32Array.of(0.5, 2, 3)),
    "attr_matrix.indices.npy": npy("<i4", Int32Array.of(3, 1, 0)),
    "attr_matrix.indptr.npy": npy("<i4", Int32Array.of(0, 2, 2, 3)),
    "attr_matrix.shape.npy": int64s([3, 4]),
    "labels.npy": int64s([1, 0, 1]),
  }),
};
