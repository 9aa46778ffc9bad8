/**
 * Contract of gathering feature rows in host memory: into one block, in the layout of a device's matrix, to
 * be copied at once.
 *
 * @module
 */
import type { Panel } from "../../hardware/dense.ts";

/** Gatherer of rows of one feature matrix. */
export interface RowGather {
  /** Kernel that gathers: `row-copy@x86`; `host` for one thread of the host without a kernel. */
  readonly kernel: string;
  /**
   * Gathers the panel's columns of some vertices, row by row, padding as zeros; the next call overwrites the
   * result.
   */
  gather(vertices: Uint32Array, panel: Panel): Uint32Array | Promise<Uint32Array>;
  /** Frees all memory. */
  close(): void;
}
