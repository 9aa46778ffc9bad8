/**
 * Length and target of the trainings of hetu-gnn Figure 7.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";

/** Epochs of a curve, and trainings to the target. */
export const LENGTH: Readonly<
  Record<Profile["id"], { readonly epochs: number; readonly repetitions: number }>
> = {
  smoke: { epochs: 10, repetitions: 3 },
  standard: { epochs: 60, repetitions: 13 },
  paper: { epochs: 60, repetitions: 13 },
};

/** Test loss that is to be reached: a quarter of the loss of guessing among Reddit's 41 classes. */
export const TARGET = Math.log(41) / 4;
