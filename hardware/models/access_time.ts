/**
 * Access time of a target vertex's aggregation: equations 3 and 4 of fastgl.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";

/** A target and the two memories that it is aggregated through. */
export interface AccessTimeInput {
  /** |N(u)|: neighbours of the target, from 1. */
  readonly neighbors: number;
  /** d: feature width, from 1. */
  readonly width: number;
  /** B_s: 1e9 bytes a second of shared memory; 12,000 in fastgl Table 3. */
  readonly sharedGBs: number;
  /** B_g: 1e9 bytes a second of global memory; 938 in fastgl Table 3. */
  readonly globalGBs: number;
}

/** Times by equations 3 and 4. */
export interface AccessTimes {
  /** t_n: everything through global memory (equation 3). */
  readonly naiveSeconds: number;
  /** t_m: partial sums and reused weights through shared memory (equation 4). */
  readonly memoryAwareSeconds: number;
  /** t_n / t_m. */
  readonly ratio: number;
}

function checkPositive(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value > 0 && Number.isFinite(value)) continue;
    throw new UsageError({
      action: "model an access time",
      current: `${name} ${value}`,
      wanted: "a positive number",
      next: "take the bandwidths from FASTGL_TABLE_3",
    });
  }
}

/**
 * Equations 3 and 4 of fastgl, float32: `t_n = (4(|N|-1)d + 4|N|d + 4|N|d) / B_g` and `t_m = (4(|N|-1)d +
 * 4|N|(d-1)) / B_s + (4|N|d + 4|N|) / B_g`: partial sums, features and weights.
 *
 * @throws {UsageError} unless all inputs are positive.
 * @example
 * ```ts
 * import { accessTimes } from "gnn-repro/hardware";
 * const { ratio } = accessTimes({ neighbors: 10, width: 256, sharedGBs: 12_000, globalGBs: 938 });
 * if (Math.abs(ratio - 2.517) > 0.001) throw new Error(`t_n / t_m is ${ratio}`);
 * ```
 */
export function accessTimes(input: AccessTimeInput): AccessTimes {
  checkPositive({ ...input });
  const { neighbors, width, sharedGBs, globalGBs } = input;
  const sums = 4 * (neighbors - 1) * width;
  const terms = 4 * neighbors * width;
  const naiveSeconds = (sums + terms + terms) / (globalGBs * 1e9);
  const memoryAwareSeconds = (sums + 4 * neighbors * (width - 1)) / (sharedGBs * 1e9) +
    (terms + 4 * neighbors) / (globalGBs * 1e9);
  return { naiveSeconds, memoryAwareSeconds, ratio: naiveSeconds / memoryAwareSeconds };
}

/**
 * Limit of t_n / t_m as neighbours and width grow: `3 / (1 + 2 B_g / B_s)`, below 3 for any pair of
 * bandwidths, since the features, a third of the naive traffic, stay in global memory.
 *
 * @throws {UsageError} unless both are positive.
 */
export function accessTimeRatioLimit(bandwidths: Pick<AccessTimeInput, "sharedGBs" | "globalGBs">): number {
  const { sharedGBs, globalGBs } = bandwidths;
  checkPositive({ sharedGBs, globalGBs });
  return 3 / (1 + 2 * globalGBs / sharedGBs);
}
