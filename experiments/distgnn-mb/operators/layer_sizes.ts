/**
 * Sizes that distgnn-mb names for the dense part of a layer (Section 3.3), at the scale of a profile.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";

/** Sizes of a layer: `N x C` rows times `C x K` weights. */
export interface LayerSize {
  /** Number N of rows. */
  readonly rows: number;
  /** Number C of columns of a row, and of rows of the weights. */
  readonly inputs: number;
  /** Number K of columns of the weights. */
  readonly outputs: number;
}

/** A size of a layer's dense part. */
export interface SizeWorkload extends Workload {
  /** Settings of its rows, as the paper names them. */
  readonly factors: { readonly N: number; readonly C: number; readonly K: number };
}

/** N, C and K as printed; the largest shrinks in all three, so that N stays as many times C. */
const SIZES: readonly (LayerSize & { readonly id: string; readonly shrinks: number })[] = [
  { id: "n5k", rows: 5000, inputs: 100, outputs: 256, shrinks: 1 },
  { id: "n50k", rows: 50_000, inputs: 128, outputs: 128, shrinks: 1 },
  { id: "n400k", rows: 400_000, inputs: 256, outputs: 256, shrinks: 4 },
];

/** Rows at smoke sizes, at which N alone is small. */
const SMOKE_ROWS = 203;

/** Ids of all sizes. */
export const SIZE_IDS: readonly string[] = SIZES.map(({ id }) => id);

/** Size of a workload. */
export function sizeOf({ factors: { N, C, K } }: SizeWorkload): LayerSize {
  return { rows: N, inputs: C, outputs: K };
}

/** Bytes of features, weights, and two results. */
export const layerBytes = ({ rows, inputs, outputs }: LayerSize) =>
  4 * (rows * inputs + inputs * outputs + 2 * rows * outputs);

/** One workload for each size. */
export function sizeWorkloads({ id: profile }: Pick<Profile, "id">): SizeWorkload[] {
  return SIZES.map(({ id, rows, inputs, outputs, shrinks }) => {
    const scale = profile === "paper" ? 1 : shrinks;
    const N = profile === "smoke" ? SMOKE_ROWS : rows / scale;
    return { id, factors: { N, C: inputs / scale, K: outputs / scale } };
  });
}

/** Notes of every suite on these sizes. */
export const SIZE_NOTES: readonly string[] = [
  "N of 5K, 50K and 400K and C, K of 100, 128 and 256 are the paper's typical sizes. Below the profile " +
  "`paper` the largest is a quarter in all three, so that N stays as many times C. 5000, 50,000 and 100 " +
  "are no multiples of the blocks: remainders take part.",
];
