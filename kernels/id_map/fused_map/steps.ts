/**
 * Steps of Fused-Map on CPU threads.
 *
 * @module
 */
import type { MapSteps } from "../plans/map_plan.ts";

/** Steps where each new id adds one to the counter. */
export const FUSED_STEPS: MapSteps = {
  numbering: [{ fn: "keep", over: "kept" }, { fn: "fused", over: "ids" }],
  steps: 2,
};

/** Steps where the counter is advanced once a block. */
export const GROUPED_STEPS: MapSteps = {
  numbering: [{ fn: "keep", over: "kept" }, { fn: "fusedGrouped", over: "ids" }],
  steps: 2,
};
