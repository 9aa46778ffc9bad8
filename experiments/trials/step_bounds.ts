/**
 * Bounds of checks before anything is timed: of a single product, and of all steps of a training.
 *
 * @module
 */
import type { StepCheckOptions } from "../../training/executors/step_check.ts";
import type { Lab } from "../lab.ts";

/**
 * Multiply-adds of a product up to which every row is checked, and about which the rows of a larger one cost.
 */
export const CHECKED_WORK = 2e6;

/**
 * Multiply-adds of a step up to which every row of its result is checked, and about which the rows of a
 * larger one cost: a training has dozens of steps, and a session hundreds of trainings. Projections cover the
 * whole of each result all the same.
 */
const STEP_WORK = 1e6, SMOKE_STEP_WORK = 2e5;

/** Bounds of a check of all steps at the sizes of the lab's profile; the run's signal ends the check. */
export function stepBounds(
  { profile, seed, signal }: Pick<Lab, "profile" | "seed" | "signal">,
): StepCheckOptions {
  const work = profile.id === "smoke" ? SMOKE_STEP_WORK : STEP_WORK;
  return { seed, exhaustiveWork: work, sampledWork: work, signal };
}
