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
