/**
 * Map of kernels over the width of features and their size beside the last cache.
 *
 * @module
 */
import { lastLevelCacheBytes } from "../../../../hardware/cpu/cpu_facts.ts";
import { OutOfMemoryError } from "../../../../platform/errors.ts";
import { drawnMatrix } from "./drawn_graphs.ts";
import type { ProductContender } from "./product_point.ts";
import { productMap, type ProductQuestion } from "./product_map.ts";
import { plural } from "../../../../platform/text/plural.ts";

const DEGREE = 6, SPREAD = 16;

/** Bytes of a cache that stands for the machine's own at smoke sizes, whose graphs are small. */
const SMOKE_CACHE = 2 ** 20;

const KERNELS = [
  "row-split",
  "neighbor-group",
  "row-split-bf16",
  "memory-aware",
  "row-split-scalar",
] as const;

const CONTENDERS = KERNELS.map((kernel): ProductContender => ({
  id: kernel,
  label: kernel === "row-split-bf16" ? `${kernel} (rounded features)` : kernel,
  factors: { kernel },
}));

/** Question of the map. */
const widthCacheMap: ProductQuestion = {
  id: "own/crossover-width",
  title: "Kernels over width and cache",
  question:
    "Which SpMM kernel is the fastest at which width of features and which size of them beside the last cache?",
  contenders: CONTENDERS,
  settings: {
    "graphs":
      `mean degree ${DEGREE}, degree spread ${SPREAD}, no communities, shuffled ids; as many vertices as the features' bytes ask for`,
    "features": "uniform random in [-1, 1)",
  },
  lattice: {
    x: { factor: "width", values: [16, 32, 64, 128, 256] },
    y: { factor: "features_over_cache", values: [0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2] },
  },
  draw: ({ profile, seed }, { x: width, y: share }) => {
    const cache = profile.id === "smoke" ? SMOKE_CACHE : lastLevelCacheBytes();
    const vertices = Math.round(share * cache / (4 * width));
    if (vertices * DEGREE > profile.maxStoredEdges) {
      throw new OutOfMemoryError({
        action: `draw a graph of ${plural(vertices, "vertex", "vertices")}`,
        current: `a last cache of ${plural(cache, "byte")} asks for ${vertices * DEGREE} stored edges`,
        wanted: `at most the ${profile.maxStoredEdges} of profile ${profile.id}`,
        next: "take --profile paper",
      });
    }
    const knobs = { vertices, degree: DEGREE, spread: SPREAD, community: vertices, mixing: 0, shuffled: 100 };
    return { matrix: drawnMatrix(knobs, seed), width };
  },
  plots: [{ metric: "lead", x: "width", y: "features_over_cache", contours: "speedup" }],
  notes: [
    "Features over cache: bytes of the features in float32 over those of the CPU's last cache as one core sees it. Operands rotate from " +
    "call to call, so that a product finds none of them in a cache; what it reads again, it may.",
    "A kernel of rounded features does other arithmetic than the others: its result is checked for the features that it reads, and " +
    "its error for the given ones is stated.",
  ],
};

/** Map of kernels over width and cache. */
export const widthCache = productMap(widthCacheMap);
