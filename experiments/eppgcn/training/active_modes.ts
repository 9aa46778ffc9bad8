/**
 * Modes of aggregating gradients, and those that a suite times.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { measuresGroups } from "../grouped_product.ts";

/**
 * Mode of aggregating gradients: on all vertices; on paths with a row a vertex, in groups of the classifier's
 * sizes or of the regression's; on paths with a row an active vertex; or EPPGCN whole, on paths with a row a
 * vertex after a forward pass in tuned groups.
 */
export type ActiveMode = "all" | "paths" | "regression" | "compact" | "whole";

/** All modes. Suites that name the same modes share one measurement of them. */
export const MODES: readonly ActiveMode[] = ["all", "paths", "regression", "compact", "whole"];

/**
 * Modes that a suite times for the contenders that were asked for: those of the contenders, but every mode
 * where the suite has no other contender, since Table V and Figure 10 then share one measurement.
 */
export function modesFor(
  asked: readonly { readonly mode: ActiveMode }[],
  all: readonly unknown[],
): readonly ActiveMode[] {
  return asked.length === all.length
    ? MODES
    : MODES.filter((each) => asked.some(({ mode }) => mode === each));
}

/** Mode that is timed for a mode on a device: one without groups has one way to train on paths. */
export function timedMode(device: Device, mode: ActiveMode): ActiveMode {
  return mode === "regression" && !measuresGroups(device) ? "paths" : mode;
}
