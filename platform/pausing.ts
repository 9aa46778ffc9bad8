/**
 * Pauses of long computations, in which the process hears its signals: they arrive only while nothing
 * computes.
 *
 * @module
 */

/** Milliseconds of computation after which the process looks at its signals. */
const PAUSE_MS = 50;

/**
 * Returns a callback for the places at which a computation may end. Where the last pause lies 50 ms back it
 * lets the process hear its signals; without a signal it does nothing.
 *
 * @returns a callback that throws the reason of the signal once that has aborted.
 * @example
 * ```ts
 * import { pausing } from "./pausing.ts";
 * const pause = pausing(AbortSignal.abort(new Error("stopped")));
 * const ended = await pause().then(() => "no", ({ message }) => message);
 * if (ended !== "stopped") throw new Error("a signal that has aborted ends at the next pause");
 * ```
 */
export function pausing(signal: AbortSignal | undefined): () => Promise<void> {
  let last = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (signal === undefined || performance.now() - last < PAUSE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    last = performance.now();
  };
}
