/**
 * Interface of feature loaders, which copy the features of a mini-batch to the device: the memory IO phase
 * (fastgl, Section 2.1). Rows that are on the device already, in the previous batch or in a cache, are not
 * copied again.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";

/** Features of all vertices, in host memory. */
export interface HostFeatures {
  /** Number of vertices. */
  readonly rows: number;
  /** Number of columns. */
  readonly width: number;
  /** Features, `rows x width`, row-major. */
  readonly values: Float32Array;
}

/** Rows that a loader does not copy from the host. */
export interface FeatureLoading {
  /** Whether vertices of the previous batch are copied within the device (Match, Section 4.1). */
  readonly match: boolean;
  /** Vertices whose features stay on the device from the start (a static cache); none by default. */
  readonly cached?: Uint32Array;
}

/** Vertices by the source of their features, and the times. */
export interface LoadCounts {
  /** Rows copied from the host. */
  readonly loaded: number;
  /** Rows taken from the previous batch; a vertex that is also in the cache counts as cached. */
  readonly reused: number;
  /** Rows taken from the cache. */
  readonly cached: number;
  /** Bytes of features copied from the host, without the padding of rows: `loaded * width * 4`. */
  readonly bytes: number;
  /** Kernel that gathered rows on the host: `row-copy@x86`; `host` for one thread without a kernel. */
  readonly gatherKernel: string;
  /** Milliseconds on the host for finding the missing rows. */
  readonly matchMs: number;
  /** Milliseconds on the host for gathering the missing rows into one block of memory. */
  readonly gatherMs: number;
  /** Milliseconds of the copy to the device. */
  readonly copyMs: number;
  /**
   * Milliseconds on the device for ordering the rows, including the copy of the list of their places; 0 where
   * all were copied.
   */
  readonly assembleMs: number;
}

/** Loaded features of a batch. */
export interface LoadedFeatures {
  /**
   * Matrix with one row a vertex, in the requested order. It is valid until the second `load` after this one.
   */
  readonly matrix: DeviceMatrix;
  /** Sources of the rows, and times. */
  readonly counts: LoadCounts;
}

/** Loader of the features of one batch after the other. */
export interface FeatureLoader {
  /** Number of columns. */
  readonly width: number;
  /** Kernel that gathers rows on the host, as {@linkcode LoadCounts} names it. */
  readonly gatherKernel: string;
  /** Bytes on the device: batches, staging, cache. */
  readonly bytes: number;
  /**
   * Copies the rows of distinct vertices to the device.
   *
   * @throws {UsageError} for more vertices than it was opened for, or one that has no features.
   */
  load(vertices: Uint32Array): Promise<LoadedFeatures>;
  /** Frees all memory. */
  close(): void;
}
