/**
 * Reddit and PPI, first published with GraphSAGE (Hamilton et al., NIPS 2017).
 *
 * @module
 */
import type { DatasetRecord, GraphRule } from "../dataset.ts";

const CITATION = "Hamilton, Ying, Leskovec: Inductive Representation Learning on Large Graphs, NIPS 2017";
const REDDIT_RULE: GraphRule = {
  listed: "undirected, both directions",
  symmetrise: false,
  selfLoops: "drop",
};
/**
 * Node-link files of undirected graphs list a link once; symmetrising one that lists both changes nothing.
 */
const PPI_RULE: GraphRule = { listed: "undirected, once", symmetrise: true, selfLoops: "keep" };
const WITH_LOOPS = "both directions (114,615,892) and one self-loop a vertex";

/** Reddit (Hetu-GNN, FastGL, ROC). */
export const reddit: DatasetRecord = {
  id: "reddit",
  title: "Reddit posts of September 2014",
  publisher: "W. Hamilton, R. Ying, J. Leskovec; packed by DGL",
  licence: "none stated",
  citation: CITATION,
  printed: [
    {
      paper: "hetu-gnn",
      artifact: "Table 3",
      name: "Reddit",
      vertices: 232965,
      edges: 114848857,
      convention: WITH_LOOPS,
      features: 602,
      classes: 41,
    },
    {
      paper: "fastgl",
      artifact: "Table 6",
      name: "Reddit",
      vertices: 232965,
      edges: 0.11e9,
      convention: "rounded to 1e7",
      features: 602,
      classes: 41,
    },
    {
      paper: "roc",
      artifact: "Table 4",
      name: "Reddit",
      vertices: 232965,
      edges: 114848857,
      convention: WITH_LOOPS,
      features: 602,
      classes: 41,
    },
  ],
  sources: [
    {
      title: "DGL's archive",
      format: "reddit",
      files: [{ name: "reddit.zip", need: "graph", url: "https://data.dgl.ai/dataset/reddit.zip" }],
      rule: REDDIT_RULE,
    },
    {
      title: "DGL's archive, unpacked",
      format: "reddit",
      files: [{ name: "reddit_graph.npz", need: "graph" }, { name: "reddit_data.npz", need: "labels" }],
      rule: REDDIT_RULE,
      obtain: "Unpack reddit.zip.",
    },
  ],
  counts: { vertices: 232965, storedEdges: 114615892, undirectedEdges: 57307946 },
  countsFrom: "published",
  featureWidth: 602,
  classes: 41,
  standIn: true,
};

/** PPI (ROC). */
export const ppi: DatasetRecord = {
  id: "ppi",
  title: "Protein-protein interactions in 24 tissues (PPI)",
  publisher: "W. Hamilton, R. Ying, J. Leskovec; packed by DGL",
  licence: "none stated",
  citation: CITATION,
  printed: [{
    paper: "roc",
    artifact: "Table 4",
    name: "PPI",
    vertices: 56944,
    edges: 1612348,
    convention: "both directions",
    features: 700,
    classes: 121,
  }],
  sources: [
    {
      title: "DGL's archive",
      format: "graphsage",
      files: [{ name: "ppi.zip", need: "graph", folder: "ppi", url: "https://data.dgl.ai/dataset/ppi.zip" }],
      rule: PPI_RULE,
      obtain:
        "GraphSAGE's own archive of this name (http://snap.stanford.edu/graphsage/ppi.zip) is read as well.",
    },
    {
      title: "GraphSAGE's files, unpacked",
      format: "graphsage",
      files: [
        { name: "ppi-G.json", need: "graph" },
        { name: "ppi-class_map.json", need: "labels" },
        { name: "ppi-id_map.json", need: "features" },
        { name: "ppi-feats.npy", need: "features" },
      ],
      rule: PPI_RULE,
      obtain: "Unpack http://snap.stanford.edu/graphsage/ppi.zip.",
    },
  ],
  counts: { vertices: 56944, storedEdges: 1612348, undirectedEdges: 806174 },
  countsFrom: "published",
  featureWidth: 50,
  classes: 121,
  standIn: true,
  note: "The paper prints 700 features; the published set has 50.",
};
