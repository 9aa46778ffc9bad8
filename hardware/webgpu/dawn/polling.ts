/**
 * Pace at which Dawn asks its device whether it has finished. Dawn asks in every turn of the event loop, by
 * the global `setImmediate`, and makes a function of Node-API for each question. A wait of 50 ms leaves so
 * many of them that collecting them stops the program for seconds, and no clock of the host can be trusted.
 *
 * @module
 */

/** Questions that may be asked at once; short waits need fewer, and so end within microseconds. */
const BURST = 2000;
/** Questions that a long wait may ask in a millisecond. */
const A_MILLISECOND = 10;
/** Pause where no question is left, in milliseconds. */
const PAUSE_MS = 1;

/** A function that calls another soon, with arguments. */
type Immediate = (callback: (...given: unknown[]) => void, ...given: unknown[]) => unknown;

/**
 * `immediate`, but for callers that ask again and again: after 2,000 calls at once it waits a
 * millisecond between every few.
 *
 * @param now Milliseconds of a steady clock.
 * @param later Calls back after some milliseconds.
 */
export function paced(
  immediate: Immediate,
  now: () => number = () => performance.now(),
  later: (callback: () => void, ms: number) => unknown = setTimeout,
): Immediate {
  let left = BURST, counted = now();
  return (callback, ...given) => {
    const time = now();
    left = Math.min(BURST, left + A_MILLISECOND * (time - counted));
    counted = time;
    if (left < 1) return later(() => callback(...given), PAUSE_MS);
    left--;
    return immediate(callback, ...given);
  };
}

let isPaced = false;

/** Paces the global `setImmediate`, once a process. */
export function paceImmediates(): void {
  if (isPaced) return;
  isPaced = true;
  const scope = globalThis as unknown as { setImmediate: Immediate };
  scope.setImmediate = paced(scope.setImmediate);
}
