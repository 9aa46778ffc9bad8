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
