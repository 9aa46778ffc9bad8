/**
 * Stand-ins of protein graphs: dense modules.
 *
 * @module
 */
import { type CommunityFamily, SCALE_FREE } from "../family.ts";
import { communitiesFor } from "./clustering_rule.ts";

/** ogbn-proteins: average degree 597 within functional modules. */
export const proteins: CommunityFamily = {
  id: "ogbn-proteins",
  model: "communities",
  vertices: 132_534,
  storedEdges: 79_122_504,
  communities: communitiesFor({ vertices: 132_534, storedEdges: 79_122_504, clustering: 0.28, mixing: 0.1 }),
  communitySizes: { exponent: 2, spread: 10 },
  degrees: { exponent: 3, spread: 10 },
  mixing: 0.1,
  degreeBySize: 1,
  split: [86_619, 21_236, 24_679],
  clustering: 0.28,
  locality: 0,
  published:
    "Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2.",
  chosen:
    "Modules are about equally dense, so that degree grows with the size of the module. One edge in ten leaves its " +
    "module. The size of the modules follows from mean degree and clustering coefficient (see communitiesFor), the " +
    "greatest ten times the smallest; degrees vary by a factor of ten: round numbers, fixed before any run.",
};

/** PPI: 24 graphs, one a tissue, without edges between them. */
export const ppi: CommunityFamily = {
  id: "ppi",
  model: "communities",
  vertices: 56_944,
  storedEdges: 1_612_348,
  communities: 24,
  communitySizes: { exponent: 2, spread: 4 },
  degrees: { exponent: 2.5, spread: 100 },
  mixing: 0,
  degreeBySize: 0,
  locality: SCALE_FREE,
  published: "Vertices and edges: ROC, Table 4. 24 separate graphs: Hamilton, Ying, Leskovec (NIPS 2017).",
  chosen:
    "The greatest graph has four times the vertices of the smallest. Degrees have the middle of the usual exponents " +
    "2..3 and vary by a factor of 100: round numbers, fixed before any run.",
};
