/**
 * Map of orderings and kernels over the size of communities and the locality of ids.
 *
 * @module
 */
import { drawnMatrix } from "./drawn_graphs.ts";
import type { ProductContender } from "./product_point.ts";
import { productMap, type ProductQuestion } from "./product_map.ts";

const WIDTH = 128, VERTICES = 2 ** 15, DEGREE = 32;
/** Share of the edges that leave their community. */
const MIXING = 0.1;

const CONTENDERS: readonly ProductContender[] = [
  { id: "row-split", label: "row-split", factors: { kernel: "row-split" } },
  { id: "block-sparse", label: "block-sparse", factors: { kernel: "block-sparse" } },
  {
    id: "rabbit:row-split",
    label: "row-split after Rabbit order",
    factors: { kernel: "row-split", ordering: "rabbit" },
  },
  {
    id: "rabbit:block-sparse",
    label: "block-sparse after Rabbit order",
    factors: { kernel: "block-sparse", ordering: "rabbit" },
  },
  { id: "rcm:row-split", label: "row-split after RCM", factors: { kernel: "row-split", ordering: "rcm" } },
];

/** Question of the map. */
const communityLocalityMap: ProductQuestion = {
  id: "own/crossover-community",
  title: "Orderings and tiles over communities and locality",
  question:
    "At which size of communities and which locality of ids do tiles, an ordering or both pay, with and without their preparation?",
  contenders: CONTENDERS,
  settings: {
    "graphs": `${VERTICES} vertices of mean degree ${DEGREE}, ${
      100 * MIXING
    } % of the edges between communities`,
    "features": `${WIDTH} columns, uniform random in [-1, 1)`,
  },
  lattice: {
    x: { factor: "community_size", values: [32, 64, 128, 256, 512, 1024, 2048] },
    y: { factor: "shuffled_percent", values: [0, 5, 10, 20, 40, 70, 100] },
  },
  draw: ({ profile, seed }, { x: community, y: shuffled }) => {
    const vertices = Math.min(VERTICES, Math.floor(profile.maxStoredEdges / DEGREE));
    const knobs = { vertices, degree: DEGREE, spread: 4, community, mixing: MIXING, shuffled };
    return { matrix: drawnMatrix(knobs, seed), width: WIDTH };
  },
  plots: [
    { metric: "lead", x: "community_size", y: "shuffled_percent", contours: "speedup" },
    { metric: "prepared_lead", x: "community_size", y: "shuffled_percent", contours: "prepared_speedup" },
  ],
  notes: [
    "Communities have one size and are filled evenly; the ids that are not shuffled lie beside those of their community.",
  ],
};

/** Map of orderings and kernels over communities and locality. */
export const communityLocality = productMap(communityLocalityMap);
