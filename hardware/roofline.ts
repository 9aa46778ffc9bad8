/**
 * What a device can do at most: the share of it that a kernel reaches can be compared across cards and years, a
 * millisecond cannot.
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
