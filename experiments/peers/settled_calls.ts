/**
 * Calls of a library before its samples. A library allocates its result, and more, in each call; pages that
 * its allocator has not had before are mapped and cleared by the system when they are first written. On
 * ogbn-products at its published size such a call of DGL took up to three times as long as one that found all
 * its memory mapped, and it was the third or fourth call that first did.
 *
 * @module
 */
import type { PeerRun } from "./unrest.ts";

/** Page faults of a call whose memory was all mapped before: those of other parts of the process. */
const FEW_FAULTS = 16;
/** Calls in a row with few faults: an allocator may have memory for one call, and none for the next. */
const QUIET_CALLS = 2;
const MOST_CALLS = 8;

/**
 * Calls a library until it maps no new memory, at most eight times; where the system counts no page faults,
 * twice. Returns the milliseconds of the last call.
 *
 * @throws the reason of the signal once that has aborted.
 */
export async function settledMs(call: () => Promise<PeerRun>, signal?: AbortSignal): Promise<number> {
  let ms = 0;
  for (let calls = 0, quiet = 0; calls < MOST_CALLS && quiet < QUIET_CALLS; calls++) {
    signal?.throwIfAborted();
    const run = await call();
    ms = run.ms;
    quiet = (run.counts?.faults ?? 0) <= FEW_FAULTS ? quiet + 1 : 0;
  }
  return ms;
}
