/**
 * Length and target of the trainings of hetu-gnn Figure 7.
 *
 * @module
 */
import { FEWEST_ROUNDS } from "../../../platform/statistics/mod.ts";
import type { Profile } from "../../profiles.ts";

/** Epochs of a curve, and trainings to the target. */
export const LENGTH: Readonly<
  Record<Profile["id"], { readonly epochs: number; readonly repetitions: number }>
> = {
  smoke: { epochs: 10, repetitions: 3 },
  standard: { epochs: 60, repetitions: FEWEST_ROUNDS },
  paper: { epochs: 60, repetitions: FEWEST_ROUNDS },
};

/**
 * Test loss that is to be reached: half of the loss of guessing among Reddit's 41 classes. The standard
 * profile's stand-ins of both parts of the figure reach it within {@linkcode LENGTH}; a quarter the larger
 * alone.
 */
export const TARGET = Math.log(41) / 2;
