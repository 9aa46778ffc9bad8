/**
 * Datasets of the Open Graph Benchmark that the papers use. This harness has no reader for OGB's archives.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

const CITATION = "Hu et al.: Open Graph Benchmark: Datasets for Machine Learning on Graphs, NeurIPS 2020";
const BASE = "http://snap.stanford.edu/ogb/data/nodeproppred/";

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
  sources: [{
    title: "OGB archive",
    files: [{ name: "products.zip", need: "graph", url: `${BASE}products.zip` }],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
  }],
  counts: { vertices: 2449029, storedEdges: 123718280, undirectedEdges: 61859140 },
  countsFrom: "published",
  featureWidth: 100,
  classes: 47,
  standIn: false,
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
  sources: [{
    title: "OGB archive, binary",
    files: [{ name: "papers100M-bin.zip", need: "graph", url: `${BASE}papers100M-bin.zip` }],
    rule: { listed: "directed", symmetrise: true, selfLoops: "drop" },
  }],
  counts: { vertices: 111059956, storedEdges: 3231371744, undirectedEdges: 1615685872 },
  countsFrom: "published",
  featureWidth: 128,
  classes: 172,
  standIn: false,
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
  sources: [{
    title: "OGB archive",
    files: [],
    rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
    obtain: "No direct URL is recorded; the publisher's ogb package downloads it.",
  }],
  counts: { vertices: 132534, storedEdges: 79122504, undirectedEdges: 39561252 },
  countsFrom: "published",
  featureWidth: 602,
  classes: 8,
  standIn: false,
  note: "The paper pads the features to 602 and prints 8 classes.",
};
