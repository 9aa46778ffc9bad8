/**
 * Datasets of the Open Graph Benchmark that the papers use.
 *
 * @module
 */
import type { DatasetFile, DatasetRecord, DatasetSource, GraphRule } from "../dataset.ts";

const CITATION = "Hu et al.: Open Graph Benchmark: Datasets for Machine Learning on Graphs, NeurIPS 2020";
const BASE = "http://snap.stanford.edu/ogb/data/nodeproppred/";
const ONCE: GraphRule = { listed: "undirected, once", symmetrise: true, selfLoops: "drop" };

/** The archive, or its files unpacked into a folder that has the archive's name. */
function sources(
  archive: string,
  rule: GraphRule,
  unpacked: readonly Omit<DatasetFile, "folder">[],
): DatasetSource[] {
  return [{
    title: "OGB archive",
    format: "ogb",
    files: [{ name: `${archive}.zip`, need: "graph", url: `${BASE}${archive}.zip` }],
    rule,
  }, {
    title: "OGB archive, unpacked",
    format: "ogb",
    files: unpacked.map((file) => ({ ...file, folder: archive })),
    rule,
    obtain: `Unpack ${archive}.zip: its files count inside a folder named ${archive}.`,
  }];
}

const SPLIT = ["train.csv.gz", "valid.csv.gz", "test.csv.gz"].map((
  name,
) => ({ name, need: "labels" } as const));

const TEXT: readonly Omit<DatasetFile, "folder">[] = [
  { name: "edge.csv.gz", need: "graph" },
  { name: "num-node-list.csv.gz", need: "graph" },
  { name: "node-label.csv.gz", need: "labels" },
  ...SPLIT,
];
const FEATURES = { name: "node-feat.csv.gz", need: "features" } as const;

/** ogbn-products (Hetu-GNN, FastGL, DistGNN-MB). */
export const products: DatasetRecord = {
  id: "ogbn-products",
  title: "ogbn-products",
  publisher: "Open Graph Benchmark",
  licence: "Amazon licence as named by OGB; read it at the publisher's before use",
  citation: CITATION,
  printed: [
    {
      paper: "hetu-gnn",
      artifact: "Table 3",
      name: "Products",
      vertices: 2449029,
      edges: 126167181,
      convention: "both directions and self-loops, 128 fewer than that rule gives",
      features: 100,
      classes: 47,
    },
    {
      paper: "fastgl",
      artifact: "Table 6",
      name: "Products",
      vertices: 2.44e6,
      edges: 123e6,
      convention: "both directions, rounded to millions; OGB distributes 100 features",
      features: 200,
      classes: 47,
    },
    {
      paper: "distgnn-mb",
      artifact: "Table 1",
      name: "OGBN-Products",
      vertices: 2449029,
      edges: 123718280,
      convention: "both directions",
      features: 100,
      classes: 47,
    },
  ],
  sources: sources("products", ONCE, [...TEXT, FEATURES]),
  counts: { vertices: 2449029, storedEdges: 123718280, undirectedEdges: 61859140 },
  countsFrom: "published",
  featureWidth: 100,
  classes: 47,
  standIn: true,
};

/** ogbn-papers100M (FastGL, DistGNN-MB). */
export const papers100M: DatasetRecord = {
  id: "ogbn-papers100m",
  title: "ogbn-papers100M",
  publisher: "Open Graph Benchmark",
  licence: "ODC-BY as named by OGB; read it at the publisher's before use",
  citation: CITATION,
  printed: [
    {
      paper: "fastgl",
      artifact: "Table 6",
      name: "Papers100M",
      vertices: 111e6,
      edges: 1.61e9,
      convention: "directed, rounded",
      features: 128,
      classes: 172,
    },
    {
      paper: "distgnn-mb",
      artifact: "Table 1",
      name: "OGBN-Papers100M",
      vertices: 111059956,
      edges: 3231371744,
      convention: "both directions of 1,615,685,872 directed edges",
      features: 128,
      classes: 172,
    },
  ],
  sources: sources("papers100M-bin", { listed: "directed", symmetrise: true, selfLoops: "drop" }, [
    { name: "data.npz", need: "graph" },
    { name: "node-label.npz", need: "labels" },
    ...SPLIT,
  ]),
  counts: { vertices: 111059956, storedEdges: 3231371744, undirectedEdges: 1615685872 },
  countsFrom: "published",
  featureWidth: 128,
  classes: 172,
  standIn: true,
};

/** ogbn-proteins (Hetu-GNN). */
export const proteins: DatasetRecord = {
  id: "ogbn-proteins",
  title: "ogbn-proteins",
  publisher: "Open Graph Benchmark",
  licence: "CC0 as named by OGB; read it at the publisher's before use",
  citation: CITATION,
  printed: [{
    paper: "hetu-gnn",
    artifact: "Table 3",
    name: "Proteins",
    vertices: 132534,
    edges: 79255038,
    convention: "both directions of 39,561,252 edges and one self-loop a vertex",
    features: 602,
    classes: 8,
  }],
  sources: sources("proteins", ONCE, TEXT),
  counts: { vertices: 132534, storedEdges: 79122504, undirectedEdges: 39561252 },
  countsFrom: "published",
  featureWidth: 602,
  classes: 8,
  standIn: true,
  note: "The paper pads the features to 602 and prints 8 classes.",
};
