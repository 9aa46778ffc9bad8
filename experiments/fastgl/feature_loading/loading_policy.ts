/**
 * Ways to load the features of mini-batches: what is kept, reordered and cached.
 *
 * @module
 */

/** Way of a policy to load features. */
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
