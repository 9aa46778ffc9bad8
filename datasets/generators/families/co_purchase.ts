/**
 * Stand-ins of co-purchase graphs: many small, dense groups of products.
 *
 * @module
 */
import type { CommunityFamily } from "../family.ts";
import { communitiesFor } from "./clustering_rule.ts";

const MIXING = 0.2;

const CHOSEN =
  "One edge in five leaves its group. The size of the groups follows from mean degree and clustering " +
  "coefficient (see communitiesFor), the greatest 20 times the smallest. Degrees have an exponent of 3 and vary by a " +
  "factor of 100: round numbers, fixed before any run.";

const GROUPS = {
  model: "communities",
  communitySizes: { exponent: 2, spread: 20 },
  degrees: { exponent: 3, spread: 100 },
  mixing: MIXING,
  degreeBySize: 0,
  chosen: CHOSEN,
} as const;

/** ogbn-products: average degree 50.5. */
export const products: CommunityFamily = {
  ...GROUPS,
  id: "ogbn-products",
  vertices: 2_449_029,
  storedEdges: 123_718_280,
  communities: communitiesFor({
    vertices: 2_449_029,
    storedEdges: 123_718_280,
    clustering: 0.411,
    mixing: MIXING,
  }),
  split: [196_615, 39_323, 2_213_091],
  clustering: 0.411,
  locality: 3,
  published:
    "Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2.",
};

/** Amazon of He and McAuley: average degree 24.6. */
export const amazonHeMcAuley: CommunityFamily = {
  ...GROUPS,
  id: "amazon-he-mcauley",
  vertices: 9_430_088,
  storedEdges: 231_594_310,
  communities: communitiesFor({
    vertices: 9_430_088,
    storedEdges: 231_594_310,
    clustering: 0.411,
    mixing: MIXING,
  }),
  locality: 3,
  published: "Vertices and edges: ROC, Table 4.",
  chosen: `The clustering coefficient is that of ogbn-products, from the same shop. ${CHOSEN}`,
};

/** amazon0505: average degree 11.9. */
export const amazon0505: CommunityFamily = {
  ...GROUPS,
  id: "amazon0505",
  vertices: 410_236,
  storedEdges: 4_878_874,
  communities: communitiesFor({
    vertices: 410_236,
    storedEdges: 4_878_874,
    clustering: 0.4064,
    mixing: MIXING,
  }),
  clustering: 0.4064,
  locality: 3,
  published: "Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset.",
};
