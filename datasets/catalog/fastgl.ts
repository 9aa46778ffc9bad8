/**
 * The two large citation graphs that only FastGL uses: MAG and IGB-large.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

const IGB = "https://igb-public-awsopen.s3.amazonaws.com/igb_large/processed/";

/** MAG of FastGL: by its citation and counts MAG-Scholar-C, neither ogbn-mag nor MAG240M. */
export const mag: DatasetRecord = {
  id: "mag",
  title: "Microsoft Academic Graph as processed for PPRGo (MAG-Scholar-C)",
  publisher: "A. Bojchevski et al.",
  licence: "none recorded",
  citation: "Bojchevski et al.: Scaling Graph Neural Networks with Approximate PageRank, KDD 2020",
  printed: [{
    paper: "fastgl",
    artifact: "Table 6",
    name: "MAG",
    vertices: 10.1e6,
    edges: 0.3e9,
    convention: "rounded; both directions by its size",
    features: 100,
    classes: 8,
  }],
  sources: [{
    title: "mag_coarse.npz",
    format: "scipy-npz",
    files: [{ name: "mag_coarse.npz", need: "graph" }],
    rule: { listed: "undirected, both directions", symmetrise: true, selfLoops: "drop" },
    obtain:
      "No direct URL is recorded; the authors publish mag_coarse.npz (about 10.5 million vertices, 8 coarse " +
      "classes) on figshare.",
  }],
  counts: { vertices: 10.1e6, storedEdges: 0.3e9, undirectedEdges: 0.15e9 },
  countsFrom: "published",
  featureWidth: 100,
  classes: 8,
  standIn: true,
  note:
    "The paper cites PPRGo's MAG; 8 classes and about ten million vertices fit its coarse version, not ogbn-mag " +
    "(736,389 papers) nor MAG240M.",
};

/** IGB-large, homogeneous (FastGL). */
export const igbLarge: DatasetRecord = {
  id: "igb-large",
  title: "Illinois Graph Benchmark, large, homogeneous (IGB-large)",
  publisher: "A. Khatua et al. (IllinoisGraphBenchmark/IGB-Datasets)",
  licence: "ODC-By 1.0",
  citation:
    "Khatua et al.: IGB: Addressing the Gaps in Labeling, Features, Heterogeneity, and Size, KDD 2023",
  printed: [{
    paper: "fastgl",
    artifact: "Table 6",
    name: "IGB-large",
    vertices: 100e6,
    edges: 1.2e9,
    convention: "rounded, directed",
    features: 1024,
    classes: 19,
  }],
  sources: [{
    title: "IGB's npy arrays",
    format: "igb",
    files: [
      {
        name: "edge_index.npy",
        folder: "igb-large",
        need: "graph",
        url: `${IGB}paper__cites__paper/edge_index.npy`,
      },
      {
        name: "node_label_19.npy",
        folder: "igb-large",
        need: "labels",
        url: `${IGB}paper/node_label_19.npy`,
      },
      { name: "node_feat.npy", folder: "igb-large", need: "features", url: `${IGB}paper/node_feat.npy` },
    ],
    rule: { listed: "directed", symmetrise: false, selfLoops: "drop" },
  }],
  counts: { vertices: 100e6, storedEdges: 1.2e9, undirectedEdges: 1.2e9 },
  countsFrom: "published",
  featureWidth: 1024,
  classes: 19,
  standIn: true,
};
