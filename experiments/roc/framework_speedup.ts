/**
 * Published speed-up over other systems on one node, as the abstract has it.
 *
 * @module
 */
import type { PublishedKey } from "../published/mod.ts";

/** One version of the abstract has "up to 4.6" in the place of 4: the best of all cells is judged. */
export const SPEEDUP_OVER_FRAMEWORKS: PublishedKey = {
  metric: "training_speedup",
  system: "ROC vs existing GNN frameworks",
  config: { nodes: "1" },
};
