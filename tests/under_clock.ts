/**
 * A clock that a test moves: what is asserted of times then depends on no other program of the machine.
 *
 * @module
 */

/** Runs a test in which `performance.now()` begins at 0 and moves only by the given callback. */
export async function underClock<T>(test: (pass: (ms: number) => void) => T | Promise<T>): Promise<T> {
  const { now } = performance;
  let clock = 0;
  performance.now = () => clock;
  try {
    return await test((ms) => clock += ms);
  } finally {
    performance.now = now;
  }
}
