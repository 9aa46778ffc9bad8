/**
 * Hand-over of a number between two threads that look at it without a pause: one writes odd numbers, the
 * other the next even one.
 *
 * @module
 */

/** Memory that both threads share: the number, alone in its cache line. */
export type HandedNumber = Int32Array<SharedArrayBuffer>;

/** Looks at the number between two looks at the clock. */
const LOOKS = 4096;

/** Creates the number, 0, in memory that threads can share. */
export function handedNumber(): HandedNumber {
  const lineBytes = 64;
  return new Int32Array(new SharedArrayBuffer(lineBytes));
}

/** Waits until the number is `wanted`; false where it is not by `deadline`, by `performance.now()`. */
export function arrived(number: HandedNumber, wanted: number, deadline: number): boolean {
  for (let looks = 1; Atomics.load(number, 0) !== wanted; looks++) {
    if (looks % LOOKS === 0 && performance.now() > deadline) return false;
  }
  return true;
}

/**
 * Hands the odd number of a trip over and waits for the even one; false where none comes by `deadline`. Trips
 * count from 0 on.
 */
export function handOver(number: HandedNumber, trip: number, deadline: number): boolean {
  Atomics.store(number, 0, 2 * trip + 1);
  return arrived(number, 2 * trip + 2, deadline);
}

/** Answers the trips of another thread, until one does not begin by `deadline`; returns their count. */
export function handBack(number: HandedNumber, trips: number, deadline: number): number {
  for (let trip = 0; trip < trips; trip++) {
    if (!arrived(number, 2 * trip + 1, deadline)) return trip;
    Atomics.store(number, 0, 2 * trip + 2);
  }
  return trips;
}
