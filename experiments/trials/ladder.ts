/**
 * The question of the kernel ladder, apart from who answers it: a run, or a web page on its reader's card.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import { ROUNDING_METRICS } from "./product_trial.ts";

const BASELINE = "row-split-scalar";

/** A product of a graph with features of one width. */
export interface LadderWorkload extends Workload {
  readonly factors: { readonly width: number };
}

/** Metrics of the ladder. */
export const LADDER_METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
  speedup: { label: `speed-up over ${BASELINE}`, unit: "x", better: "higher" },
  ...ROUNDING_METRICS,
} as const satisfies Metrics;

/** Members of the suite that do not depend on the device or on other systems. */
export const LADDER = {
  id: "own/kernel-ladder",
  artifact: "Kernel ladder",
  title: "SpMM kernels from naive to best",
  question:
    "How fast is each SpMM kernel on each graph and width, and what share of this device's roofline does it reach?",
  baseline: BASELINE,
  settings: { "weights": "GCN normalisation with self-loops", "features": "uniform random in [-1, 1)" },
  metrics: LADDER_METRICS,
  plots: [
    { metric: "gflops", x: "width", facet: "dataset" },
    { metric: "time", x: "width", facet: "dataset", logarithmic: true },
  ],
  claims: [],
} as const;
