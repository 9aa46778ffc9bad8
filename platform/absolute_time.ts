/**
 * Time that all threads of a process share.
 *
 * @module
 */

/** Milliseconds since 1970, as finely as the clock of durations: comparable between threads. */
export function absoluteTime(): number {
  return performance.timeOrigin + performance.now();
}
