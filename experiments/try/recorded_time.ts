/**
 * Time of a recorded device that the page draws beside its reader's.
 *
 * @module
 */

/** Median of one of our kernels in a recorded session. */
export interface RecordedTime {
  /** Device for people: `AMD EPYC (2 threads)`. */
  readonly device: string;
  /** Backend of the kernel: `x86`, `wasm` or `webgpu`. */
  readonly backend: string;
  /** Instruction set of a CPU kernel; empty on a GPU. */
  readonly isa: string;
  /** Kernel, or the form in which a bench names it. */
  readonly contender: string;
  /** Content hash of the graph. */
  readonly datasetHash: string;
  /** Columns of features. */
  readonly width: number;
  /** Milliseconds of one product. */
  readonly ms: number;
  /** 95 % interval of `ms`. */
  readonly interval: readonly [lo: number, hi: number];
  /** Session, by its path below the folder of recorded sessions. */
  readonly session: string;
}
