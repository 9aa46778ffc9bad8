/**
 * Small valid files of every format, made by hand, and a file set over bytes in memory.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { bytesSource } from "../../datasets/formats/byte_source.ts";
import type { FileSet } from "../../datasets/formats/format.ts";
import { MissingError } from "../../platform/errors.ts";
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
 * 510 vertices in a ring, 3 training vertices, 5 test vertices 503..507 in another order, 508 and 509 without features
 * or labels (as Citeseer has them), and a self-loop and a duplicate at vertex 0.
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
export const smallSnapGzip: Contents = { "small.txt.gz": gzipSync(smallSnap["small.txt"]) };

/** A general real matrix with an explicit zero. */
export const smallMatrixMarket: Contents = {
  "small.mtx": text(
    "%%MatrixMarket matrix coordinate real general\n% comment\n3 3 4\n1 2 1.5e+00\n2 1 0\n3 3 -2\n3 1 7\n",
  ),
};

/** MUSAE's three files. */
export const smallMusae: Contents = {
  "edges.csv": text("id_1,id_2\n0,1\n1,2\n2,2\n"),
  "target.csv": text(
    'id,facebook_id,page_name,page_type\n0,1,"a, ""b""",company\n1,2,中,politician\n2,3,c,company\n',
  ),
  "features.json": text('{"1": [3, 0], "0": [2], "2": []}'),
};
