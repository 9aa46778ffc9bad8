/**
 * A function of items for a pool of threads: it takes its time, so that all threads take part.
 *
 * @module
 */

/** Checks its range, and sleeps. */
export function slowRange(begin: number, end: number): void {
  if (!(begin >= 0 && end > begin)) throw new RangeError(`items ${begin} to ${end}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}
