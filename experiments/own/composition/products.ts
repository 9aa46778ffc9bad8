/**
 * Composition in a single product, a suite of our own: every ordering with every kernel and number format of
 * the features, and whether their speed-ups multiply.
 *
 * @module
 */
import { findOrdering } from "../../../graph/orderings/mod.ts";
import type { Workload } from "../../cell.ts";
import {
  ALL,
  BASE,
  CHANGED_KERNELS,
  CHANGED_ORDERINGS,
  CONTRASTS,
  KERNELS,
  type OrderingId,
  ORDERINGS,
  PAIRS,
  PREDICTIONS,
  runOf,
} from "./combined_products.ts";
import {
  composedGraphs,
  type CompositionContender,
  compositionSuite,
  effectContender,
  experimentNotes,
  runContender,
  WHOLE_GRAPHS,
} from "./composition_suite.ts";
import { BLOCKS, PRODUCT_METRICS, productRunTrial, WIDTH } from "./product_runs.ts";
import { effectId, pairId } from "./switched_runs.ts";
import { GROUP_SIZES, TILE_THRESHOLDS } from "./tuned_parameter.ts";

const label = (id: OrderingId) => id === "block-metis" ? `METIS in ${BLOCKS} blocks` : findOrdering(id).title;

const contenders: readonly CompositionContender[] = [
  ...ALL.map(({ ordering, kernel }) =>
    runContender(runOf(ordering, kernel), `${ordering}, ${kernel}`, { ordering, kernel })
  ),
  ...CHANGED_ORDERINGS.map((id) => effectContender(effectId(id), label(id))),
  ...CHANGED_KERNELS.map((id) => effectContender(effectId(id), id)),
  ...PAIRS.map(({ ordering, kernel }) =>
    effectContender(pairId(ordering, kernel), `${ordering} x ${kernel}`)
  ),
];

/** Composition of orderings with kernels in one sparse product. */
export const compositionProducts = compositionSuite<Workload, typeof PRODUCT_METRICS>({
  contenders,
  baseline: BASE,
  contrasts: CONTRASTS,
  predictions: PREDICTIONS,
  trial: productRunTrial,
}, {
  id: "own/composition-products",
  artifact: "Composition: products",
  title: "Do the speed-ups of orderings and kernels multiply?",
  question: "Is the speed-up of an ordering with a kernel the product of their own?",
  workloads: (profile) =>
    composedGraphs(WHOLE_GRAPHS, profile).map((graph) => ({
      ...graph,
      factors: { width: WIDTH },
    })),
  settings: {
    "design":
      `all ${ALL.length} combinations of ${ORDERINGS.length} orderings and ${KERNELS.length} kernels: no ` +
      "effect is confused with another",
    "groups": `of the fastest size here, of ${GROUP_SIZES.values.join(", ")}, for each ordering`,
    "tiles": `dense above the fastest threshold here, of ${
      TILE_THRESHOLDS.values.join(", ")
    } %, for each ordering`,
    "features": "float32, and bf16 for the kernel that is named so",
  },
  metrics: PRODUCT_METRICS,
  plots: [
    { metric: "alone", x: "workload", logarithmic: true },
    { metric: "interaction", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", logarithmic: true },
  ],
  notes: experimentNotes(
    // One line a kernel, since the reason is the kernel's.
    PREDICTIONS.filter(({ pair: [ordering] }) => ordering === "degsort" || ordering === "metis"),
  ).concat("The signs predicted for METIS are those for RCM, block-wise METIS and Rabbit order too."),
});
