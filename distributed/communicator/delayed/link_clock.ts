/**
 * Clock that delayed messages are held back by.
 *
 * @module
 */

/** Clock of a rank, on one time scale with those of all other ranks. */
export interface LinkClock {
  /** Milliseconds since the epoch of the time scale. */
  now(): number;
  /** Lets at most so many milliseconds pass, with the thread asleep or not. */
  pause(milliseconds: number): void;
}

/** Milliseconds before the end of a pause at which sleeping gives way to polling: a sleep ends late. */
const SPIN_MS = 0.2;
/** Longest sleep in milliseconds, after which a rank looks after its other messages. */
const NAP_MS = 0.5;

const nap = new Int32Array(new SharedArrayBuffer(4));

/**
 * Time of day, which workers and processes of one machine share. Ranks on several machines need clocks that
 * differ by much less than the delays.
 */
export const TIME_OF_DAY: LinkClock = {
  now: () => performance.timeOrigin + performance.now(),
  pause: (milliseconds) => {
    if (milliseconds > SPIN_MS) Atomics.wait(nap, 0, 0, Math.min(milliseconds - SPIN_MS, NAP_MS));
  },
};
