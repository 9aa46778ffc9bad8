/**
 * Stand-ins of Reddit: a dense social graph with hubs and moderate communities.
 *
 * @module
 */
import { type CommunityFamily, SCALE_FREE } from "../family.ts";

/** Reddit: average degree 492, 41 subreddits. */
export const reddit: CommunityFamily = {
  model: "communities",
  id: "reddit",
  vertices: 232_965,
  storedEdges: 114_615_892,
  communities: 41,
  communitySizes: { exponent: 2, spread: 8 },
  degrees: { exponent: 2.5, spread: 100 },
  mixing: 0.25,
  degreeBySize: 0,
  split: [153_431, 23_831, 55_703],
  locality: SCALE_FREE,
  published:
    "Vertices, edges, 41 labelled communities and the split: Hamilton, Ying, Leskovec (NIPS 2017) and the " +
    "dataset pages of DGL and PyG. That degrees follow a power law with a few very large ones: Hetu-GNN, Section 5.3.",
  chosen:
    "The exponent is the middle of the usual range 2..3; the spread of 100 lets the greatest degree reach about " +
    "a tenth of the vertices. A quarter of the edges leave their community and the greatest community has eight times " +
    "the size of the smallest: round numbers, fixed before any run.",
};
