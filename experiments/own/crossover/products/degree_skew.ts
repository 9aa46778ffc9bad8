/**
 * Map of kernels over mean degree and skew of the degrees.
 *
 * @module
 */
import { drawnMatrix } from "./drawn_graphs.ts";
import { measuredGraphs } from "./landmarks.ts";
import type { ProductContender } from "./product_point.ts";
import { productMap, type ProductQuestion } from "./product_map.ts";

const WIDTH = 64;
/** Stored edges of every graph, so that the arithmetic of all points is the same. */
const EDGES = 2 ** 19;

const KERNELS = ["row-split", "neighbor-group", "block-sparse", "memory-aware", "row-split-scalar"] as const;

const CONTENDERS = KERNELS.map((kernel): ProductContender => ({
  id: kernel,
  label: kernel,
  factors: { kernel },
}));

/** Question of the map. */
const degreeSkewMap: ProductQuestion = {
  id: "own/crossover-degree",
  title: "Kernels over degree and skew",
  question: "Which SpMM kernel is the fastest at which mean degree and which skew of the degrees?",
  contenders: CONTENDERS,
  settings: {
    "graphs":
      `${EDGES} stored edges, no communities, shuffled ids; expected degrees by a bounded power law of exponent 2`,
    "features": `${WIDTH} columns, uniform random in [-1, 1)`,
  },
  lattice: {
    x: { factor: "mean_degree", values: [2, 4, 8, 16, 32, 64, 128] },
    y: { factor: "degree_spread", values: [1, 4, 16, 64, 256, 1024, 4096] },
  },
  draw: ({ profile, seed }, { x: degree, y: spread }) => {
    const vertices = Math.round(Math.min(EDGES, profile.maxStoredEdges) / degree);
    return {
      matrix: drawnMatrix({ vertices, degree, spread, community: vertices, mixing: 0, shuffled: 100 }, seed),
      width: WIDTH,
    };
  },
  plots: [{
    metric: "lead",
    x: "mean_degree",
    y: "degree_spread",
    contours: "speedup",
    landmarks: measuredGraphs(),
  }],
  notes: [
    "The degree spread is the largest expected degree over the smallest one; where hubs have no room for their edges, the drawn degrees " +
    "spread less, as their Gini coefficient says. Graphs of the papers stand at the spread whose degrees have " +
    "their Gini coefficient; their sizes and communities differ from the map's.",
  ],
};

/** Map of kernels over mean degree and skew. */
export const degreeSkew = productMap(degreeSkewMap);
