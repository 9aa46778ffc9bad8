/**
 * Policies to load the features of mini-batches: what is kept, reordered and cached.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";

/** Policy to load features. */
export interface LoadingPolicy {
  /** Contender id. */
  readonly id: string;
  /** Whether features of the mini-batch before are kept. */
  readonly match: boolean;
  /** Mini-batches that are reordered at a time; 1 for none, infinite for all of an epoch. */
  readonly window: number;
  /** Vertices whose features stay on the device; none when absent. */
  readonly cached?: Uint32Array;
}

/** Policy to load features as a contender, told apart by its window. */
export interface LoadingContender extends Contender, LoadingPolicy {
  readonly factors: { readonly window: number };
}

/** Makes a policy to load features a contender. */
export function loadingContender(
  { id, match, window }: Omit<LoadingPolicy, "cached">,
  label: string,
): LoadingContender {
  return { id, label, match, window, factors: { window } };
}
