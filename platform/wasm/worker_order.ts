/**
 * Orders of a pool to its workers, and their replies.
 *
 * @module
 */

/**
 * Order of the pool to a worker. The worker reads no messages while it serves calls, until it is dismissed.
 */
export type WorkerOrder = { readonly load: WebAssembly.Module } | "serve";

/** Reply of a worker to `load`: nothing, or a failure. */
export interface WorkerReply {
  /** Text of the failure. */
  readonly failed?: string;
}

/** Data that a worker starts with. */
export interface WorkerData {
  /** Control block of the pool. */
  readonly control: SharedArrayBuffer;
  /** Memory that all threads compute in. */
  readonly memory: WebAssembly.Memory;
  /** Number of the worker's thread, from 1. */
  readonly thread: number;
}
