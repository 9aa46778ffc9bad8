/**
 * Cora, Citeseer and Pubmed in the packing of Yang et al. (ICML 2016), and Pubmed's adjacency once more as a
 * MatrixMarket file.
 *
 * @module
 */
import type {
  DatasetFile,
  DatasetRecord,
  DatasetSource,
  FileNeed,
  GraphRule,
  PrintedCounts,
} from "../dataset.ts";

const BASE = "https://github.com/kimiyoung/planetoid/raw/master/data/";
const PUBLISHER = "Zhilin Yang, William W. Cohen, Ruslan Salakhutdinov (kimiyoung/planetoid)";
const LICENCE =
  "MIT (publisher's repository, Copyright 2016 Zhilin Yang); no separate terms found for the citation data";
const CITATION =
  "Yang, Cohen, Salakhutdinov: Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016; " +
  "Sen et al.: Collective Classification in Network Data, AI Magazine 29(3), 2008";
const ONCE = "every undirected edge once, self-loops and duplicates left out";

/** Lists hold duplicates and self-loops; both directions of every edge are present. */
const RULE: GraphRule = { listed: "undirected, both directions", symmetrise: true, selfLoops: "drop" };

/** One file: `[part, bytes, sha256]`, measured on the publisher's files. */
type PartTable = readonly (readonly [part: string, bytes: number, sha256: string])[];

const CORA_PARTS: PartTable = [
  ["x", 22119, "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab"],
  ["y", 4054, "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1"],
  ["tx", 148025, "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a"],
  ["ty", 28135, "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad"],
  ["allx", 257305, "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543"],
  ["ally", 47959, "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71"],
  ["graph", 59847, "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d"],
  ["test.index", 5000, "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"],
];
const CITESEER_PARTS: PartTable = [
  ["x", 31087, "d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6"],
  ["y", 3014, "8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924"],
  ["tx", 260321, "539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21"],
  ["ty", 24135, "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce"],
  ["allx", 595021, "2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668"],
  ["ally", 55623, "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95"],
  ["graph", 61987, "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"],
  ["test.index", 5000, "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"],
];
const PUBMED_PARTS: PartTable = [
  ["x", 23172, "fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33"],
  ["y", 854, "e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3"],
  ["tx", 405505, "4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d"],
  ["ty", 12135, "ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd"],
  ["ally", 224739, "0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e"],
  ["graph", 471808, "5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9"],
  ["test.index", 6000, "b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5"],
];

const NEEDS: Readonly<Record<string, FileNeed>> = {
  graph: "graph",
  y: "labels",
  ty: "labels",
  ally: "labels",
  "test.index": "labels",
};

function files(name: string, parts: PartTable): DatasetFile[] {
  return parts.map(([part, bytes, sha256]) => ({
    name: `ind.${name}.${part}`,
    need: NEEDS[part] ?? "features",
    bytes,
    sha256,
    url: `${BASE}ind.${name}.${part}`,
  }));
}

function source(list: readonly DatasetFile[]): DatasetSource {
  return { title: "Planetoid pickles", format: "planetoid", files: list, rule: RULE };
}

function tableThree(name: string, vertices: number, edges: number): PrintedCounts {
  return { paper: "eppgcn", artifact: "Table III", name, vertices, edges, convention: ONCE };
}

/** Cora (EPPGCN). */
export const cora: DatasetRecord = {
  id: "cora",
  title: "Cora",
  publisher: PUBLISHER,
  licence: LICENCE,
  citation: CITATION,
  printed: [tableThree("Cora", 2708, 5278)],
  sources: [source(files("cora", CORA_PARTS))],
  counts: { vertices: 2708, storedEdges: 10556, undirectedEdges: 5278 },
  countsFrom: "measured",
  featureWidth: 1433,
  classes: 7,
  standIn: true,
};

/** Citeseer (EPPGCN). */
export const citeseer: DatasetRecord = {
  id: "citeseer",
  title: "Citeseer",
  publisher: PUBLISHER,
  licence: LICENCE,
  citation: CITATION,
  printed: [tableThree("Citeseer", 3327, 4552)],
  sources: [source(files("citeseer", CITESEER_PARTS))],
  counts: { vertices: 3327, storedEdges: 9104, undirectedEdges: 4552 },
  countsFrom: "measured",
  featureWidth: 3703,
  classes: 6,
  standIn: true,
  note: "15 vertices have neither features nor a label; 48 vertices have no neighbour but themselves.",
};

/** Pubmed (EPPGCN, ROC). */
export const pubmed: DatasetRecord = {
  id: "pubmed",
  title: "Pubmed",
  publisher: PUBLISHER,
  licence: LICENCE,
  citation: CITATION,
  printed: [tableThree("Pubmed", 19717, 44324), {
    paper: "roc",
    artifact: "Table 4",
    name: "Pubmed",
    vertices: 19717,
    edges: 108365,
    convention: "both directions of 44,324 edges and one self-loop a vertex",
    features: 500,
    classes: 3,
  }],
  sources: [source([
    ...files("pubmed", PUBMED_PARTS),
    {
      name: "ind.pubmed.allx",
      need: "features",
      gitBlob: "3b86bccf08111c37c632a9dd8ab63db25ea76361",
      url: `${BASE}ind.pubmed.allx`,
    },
  ])],
  counts: { vertices: 19717, storedEdges: 88648, undirectedEdges: 44324 },
  countsFrom: "measured",
  featureWidth: 500,
  classes: 3,
  standIn: true,
};

/** Pubmed's adjacency as a MatrixMarket file: a sample of the format, the same edges as {@link pubmed}. */
export const pubmedMtx: DatasetRecord = {
  id: "pubmed-mtx",
  title: "Pubmed as MatrixMarket",
  publisher: "ge-spmm authors (hgyhungry/ge-spmm, data/misc/pubmed.mtx)",
  licence: "MIT (publisher's repository)",
  citation: CITATION,
  printed: [],
  sources: [{
    title: "MatrixMarket, coordinate real symmetric, compressed",
    format: "matrix-market",
    files: [{
      name: "pubmed.mtx.gz",
      need: "graph",
      bytes: 187524,
      sha256: "9e617794dd939fdc1fbf2d3de8a27c0ef4b3bf7472be6a5e82dde04fcc62d1fa",
    }],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
    obtain: "No direct URL of the compressed file; compress data/misc/pubmed.mtx of hgyhungry/ge-spmm " +
      "(commit f62f51169eb26c0d4411f6d9744eb585854410e1) with gzip -9n.",
  }],
  counts: { vertices: 19717, storedEdges: 88648, undirectedEdges: 44324 },
  countsFrom: "measured",
  standIn: false,
  note: "3 self-loops in the file are dropped.",
};
