/**
 * Loading of an epoch's mini-batches on the device, compared row by row with what it should copy and keep.
 *
 * @module
 */
import { viewMatrix } from "../../../hardware/dense.ts";
import { floatBits } from "../../../hardware/number_format.ts";
import { type HostFeatures, openFeatureLoader } from "../../../training/feature_loading/mod.ts";
import type { Lab } from "../../lab.ts";

/** Rows that an epoch copies, and faults of its loading. */
export interface LoadedEpoch {
  /** Rows copied from the host. */
  readonly loaded: number;
  /** Rows taken from the batch before. */
  readonly reused: number;
  /**
   * Mini-batches that copied other than N_i less what it shares with the one before, or other than all
   * without Match.
   */
  readonly wrongLoads: number;
  /** Numbers on the device that are not those of the host, bit by bit. */
  readonly otherNumbers: number;
}

/** Loads mini-batches on the device, one after the other, and compares each with the host's features. */
export async function loadEpoch(
  { device }: Pick<Lab, "device">,
  features: HostFeatures,
  { batches, match }: {
    /** Vertices of each mini-batch. */
    readonly batches: readonly Uint32Array[];
    /** Whether features of the mini-batch before are kept. */
    readonly match: boolean;
  },
): Promise<LoadedEpoch> {
  const { width } = features;
  const maxRows = batches.reduce((most, { length }) => Math.max(most, length), 1);
  const loader = await openFeatureLoader(device, features, { loading: { match }, maxRows });
  const sums = { loaded: 0, reused: 0, wrongLoads: 0, otherNumbers: 0 };
  const bits = new Uint32Array(features.values.buffer, features.values.byteOffset, features.values.length);
  const before = new Uint8Array(features.rows);
  try {
    for (const [i, batch] of batches.entries()) {
      const { matrix, counts } = await loader.load(batch);
      let shared = 0;
      if (match && i > 0) { for (const vertex of batch) shared += before[vertex]; }
      const isRight = counts.loaded === batch.length - shared && counts.reused === shared;
      sums.loaded += counts.loaded;
      sums.reused += counts.reused;
      sums.wrongLoads += isRight ? 0 : 1;
      const got = floatBits(await viewMatrix(device, matrix));
      for (let row = 0; row < batch.length; row++) {
        for (let col = 0; col < width; col++) {
          if (got[row * width + col] !== bits[batch[row] * width + col]) sums.otherNumbers++;
        }
      }
      if (i > 0) { for (const vertex of batches[i - 1]) before[vertex] = 0; }
      for (const vertex of batch) before[vertex] = 1;
    }
  } finally {
    loader.close();
  }
  return sums;
}
