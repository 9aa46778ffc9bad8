/**
 * Archaea, the protein similarity network that Hetu-GNN takes from HipMCL.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

/** Archaea (Hetu-GNN). */
export const archaea: DatasetRecord = {
  id: "archaea",
  title: "Archaea protein similarity network (HipMCL)",
  publisher: "A. Azad, G. Pavlopoulos, C. Ouzounis, N. Kyrpides, A. Buluc",
  licence: "none stated",
  citation: "Azad et al.: HipMCL, Nucleic Acids Research 46(6) e33, 2018, doi:10.1093/nar/gkx1313",
  printed: [{
    paper: "hetu-gnn",
    artifact: "Table 3",
    name: "Archaea",
    vertices: 1644228,
    edges: 206436882,
    convention: "not said; stored entries of the adjacency",
    features: 602,
    classes: 10,
  }],
  sources: [{
    title: "HipMCL's network",
    files: [],
    rule: { listed: "undirected, both directions", symmetrise: true, selfLoops: "drop" },
    obtain: "No public URL is recorded.",
  }],
  counts: { vertices: 1644228, storedEdges: 206436882, undirectedEdges: 103218441 },
  countsFrom: "published",
  featureWidth: 602,
  classes: 10,
  standIn: true,
  note: "The paper fills the missing features with rows of a 602-wide identity matrix.",
};
