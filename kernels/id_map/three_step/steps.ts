/**
 * Steps of the three-step map on CPU threads.
 *
 * @module
 */
import type { MapSteps } from "../plans/map_plan.ts";

/** Entering, numbering in three launches, translation. */
export const THREE_STEPS: MapSteps = {
  numbering: [
    { fn: "enter", over: "all" },
    { fn: "flag", over: "all" },
    { fn: "scan", over: "one" },
    { fn: "assign", over: "all" },
  ],
  steps: 3,
};
