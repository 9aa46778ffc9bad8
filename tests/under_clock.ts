/**
 * A clock that a test moves: what is asserted of times then depends on no other program of the machine.
 *
 * @module
 */

/** Milliseconds since the program began, a binary number, so that what a test adds to it stays exact. */
const BEGIN = 2 ** 22;

/** Runs a test in which `performance.now()` moves only by the given callback. */
export async function underClock<T>(test: (pass: (ms: number) => void) => T | Promise<T>): Promise<T> {
  const { now } = performance;
  let clock = BEGIN;
  performance.now = () => clock;
  try {
    return await test((ms) => clock += ms);
  } finally {
    performance.now = now;
  }
}
