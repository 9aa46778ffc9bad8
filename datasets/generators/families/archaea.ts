/**
 * Stand-ins of Archaea: a protein similarity graph of strong, dense clusters with shuffled ids.
 *
 * @module
 */
import { type CommunityFamily, SCALE_FREE } from "../family.ts";

/** Archaea: average degree 125.6 within protein families. */
export const archaea: CommunityFamily = {
  model: "communities",
  id: "archaea",
  vertices: 1_644_228,
  storedEdges: 206_436_882,
  communities: 20_000,
  communitySizes: { exponent: 2, spread: 50 },
  degrees: { exponent: 3, spread: 4 },
  mixing: 0.05,
  degreeBySize: 1,
  locality: SCALE_FREE,
  published:
    "Vertices and edges: Hetu-GNN, Table 3. That the network falls into clusters (protein families) which " +
    "Markov clustering separates: Azad et al., Nucleic Acids Research 46(6) e33, 2018.",
  chosen:
    "Families are about equally dense, so that degree grows with the size of the family. 20,000 families of 82 " +
    "proteins on average, the greatest 50 times the smallest, hold the published edges at a fill of about one half. " +
    "One edge in twenty leaves its family: round numbers, fixed before any run.",
};
