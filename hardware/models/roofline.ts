/**
 * Roofline of a device. The share of it that a kernel reaches is comparable across cards and years;
 * milliseconds are not.
 *
 * @module
 */

/** Two limits of one device. */
export interface Roofline {
  /** Gigabytes (1e9) a second between memory and the device's cores, bytes read plus bytes written. */
  readonly bandwidthGBs: number;
  /** 1e9 float32 operations a second; a fused multiply-add counts as two. */
  readonly gflops: number;
}

/**
 * Least milliseconds that a device needs for so many fused multiply-adds and bytes of memory traffic.
 *
 * @example
 * ```ts
 * const ms = rooflineMs({ bandwidthGBs: 10, gflops: 100 }, { multiplyAdds: 1e6, bytes: 4e7 });
 * if (ms !== 4) throw new Error("40 MB at 10 GB/s");
 * ```
 */
export function rooflineMs(
  { bandwidthGBs, gflops }: Roofline,
  { multiplyAdds, bytes }: { readonly multiplyAdds: number; readonly bytes: number },
): number {
  return Math.max(2 * multiplyAdds / gflops / 1e6, bytes / bandwidthGBs / 1e6);
}
