/**
 * The Amazon graph of ROC, which is not EPPGCN's amazon0505.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

/** Amazon of He and McAuley (ROC). */
export const amazonHeMcAuley: DatasetRecord = {
  id: "amazon-he-mcauley",
  title: "Amazon also-viewed products (He and McAuley)",
  publisher: "R. He, J. McAuley",
  licence: "none recorded",
  citation: "He, McAuley: Ups and Downs: Modeling the Visual Evolution of Fashion Trends, WWW 2016",
  printed: [{
    paper: "roc",
    artifact: "Table 4",
    name: "Amazon",
    vertices: 9430088,
    edges: 231594310,
    convention: "not said",
    features: 300,
    classes: 24,
  }],
  sources: [{
    title: "unknown",
    files: [],
    rule: { listed: "directed", symmetrise: false, selfLoops: "drop" },
    obtain: "No public URL of the graph is known.",
  }],
  counts: { vertices: 9430088, storedEdges: 231594310, undirectedEdges: 231594310 },
  countsFrom: "published",
  featureWidth: 300,
  classes: 24,
  standIn: true,
  note: "How many of the printed edges are the two directions of one is not published.",
};
