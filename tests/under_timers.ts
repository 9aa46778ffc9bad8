/**
 * Timers that a test moves, with the clock that they go by.
 *
 * @module
 */
import { underClock } from "./under_clock.ts";

/** One timer that has not ended. */
interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Runs a test in which `performance.now()` and `setTimeout` move only by the given function: so many
 * milliseconds pass, and what is due meanwhile is called in its order, each with all that follows from it.
 */
export function underTimers<T>(test: (pass: (ms: number) => Promise<void>) => Promise<T>): Promise<T> {
  return underClock(async (move) => {
    const { setTimeout, clearTimeout } = globalThis, timers = new Map<number, Timer>();
    let last = 0;
    const set = (callback: () => void, ms = 0): number => {
      timers.set(++last, { at: performance.now() + ms, callback });
      return last;
    };
    const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
    const pass = async (ms: number) => {
      await settled();
      for (const end = performance.now() + ms;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
        move((due?.[1].at ?? end) - performance.now());
        if (due === undefined) return;
        timers.delete(due[0]);
        due[1].callback();
        await settled();
      }
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: (id: number) => void timers.delete(id) });
    try {
      return await test(pass);
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    }
  });
}
