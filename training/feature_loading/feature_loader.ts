/**
 * Bringing the features of a mini-batch to the device: the memory IO phase (fastgl, Section 2.1). What is on the device
 * already, because the batch before had it or a cache holds it, is not copied again.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";

/** The features of all vertices, in host memory. */
export interface HostFeatures {
  /** Vertices. */
  readonly rows: number;
  /** Columns. */
  readonly width: number;
  /** `rows x width`, row-major. */
  readonly values: Float32Array;
}

/** What a loader leaves out of its copies. */
export interface FeatureLoading {
  /** Whether vertices of the batch before are copied within the device (Match, Section 4.1). */
  readonly match: boolean;
  /** Vertices whose features stay on the device from the start (a static cache); none when absent. */
  readonly cached?: Uint32Array;
}

/** Vertices by where their features came from, and what that took. */
export interface LoadCounts {
  /** Rows copied from the host. */
  readonly loaded: number;
  /** Rows taken from the batch before; a vertex that the cache has too counts there. */
  readonly reused: number;
  /** Rows taken from the cache. */
  readonly cached: number;
  /** Bytes of features copied from the host, without the padding of rows: `loaded * width * 4`. */
  readonly bytes: number;
  /** Milliseconds on the host: finding out what is missing. */
  readonly matchMs: number;
  /** Milliseconds on the host: gathering what is missing into one piece of memory. */
  readonly gatherMs: number;
  /** Milliseconds of the copy to the device. */
  readonly copyMs: number;
  /** Milliseconds on the device: putting the rows in order, the list of their places included; 0 where all were copied. */
  readonly assembleMs: number;
}

/** A loaded batch. */
export interface LoadedFeatures {
  /** One row a vertex, in the order that was asked for. It holds until the second `load` after this one. */
  readonly matrix: DeviceMatrix;
  /** Where the rows came from. */
  readonly counts: LoadCounts;
}

/** Loads the features of one batch after the other. */
export interface FeatureLoader {
  /** Columns. */
  readonly width: number;
  /** Device bytes that it holds: batches, staging, cache. */
  readonly bytes: number;
  /**
   * Brings the rows of distinct vertices to the device.
   *
   * @throws {UsageError} for more vertices than it was opened for, or one that has no features.
   */
  load(vertices: Uint32Array): Promise<LoadedFeatures>;
  /** Returns all memory. */
  close(): void;
}
