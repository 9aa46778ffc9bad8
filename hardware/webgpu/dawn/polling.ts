/**
 * Pace at which Dawn asks its device whether it has finished. Dawn asks in every turn of the event loop, by
 * the global `setImmediate`, and makes a function of Node-API for each question. Deno keeps these in a list
 * that it searches and moves as a whole for each one that is collected: a hundred thousand of them, collected
 * at once, stop the program for a minute (seen on SwiftShader, Deno 2.9.6). So few questions are asked, and
 * fewer the longer a wait lasts.
 *
 * @module
 */

/** Questions that may be asked at once, over all waits. */
const BURST = 2000;
/** Questions that may be asked in a millisecond, over all waits. */
const A_MILLISECOND = 2;
/** Questions that one wait may ask at once, over some milliseconds. */
const SOON = 1000;
/** Part of a wait by which the news of its end may be late. */
const LATE = 0.02;
/** Shortest and longest pause between two questions, in milliseconds. */
const SHORTEST_PAUSE_MS = 1, LONGEST_PAUSE_MS = 5;

/** A function that calls another soon, with arguments. */
type Immediate = (callback: (...given: unknown[]) => void, ...given: unknown[]) => unknown;

/** A function that calls another soon, but later and later until a new wait begins. */
export interface Pace {
  /** Calls back, at once or after a pause. */
  readonly ask: Immediate;
  /** Begins a new wait, whose first questions are asked at once. */
  begin(): void;
  /** Drops all questions, those that were passed on too. */
  end(): void;
}

/**
 * `immediate`, but for callers that ask again and again: a wait asks 1,000 times at once, then after pauses
 * of 2 % of its length, from 1 ms to 5 ms; all waits together ask 2,000 times at once, and twice a
 * millisecond.
 *
 * @param now Milliseconds of a steady clock.
 * @param later Calls back after some milliseconds.
 */
export function paced(
  immediate: Immediate,
  now: () => number = () => performance.now(),
  later: (callback: () => void, ms: number) => unknown = setTimeout,
): Pace {
  let left = BURST, counted = now(), began = counted, soon = SOON, ended = false;
  return {
    ask(callback, ...given) {
      const time = now();
      const ask = () => {
        if (!ended) callback(...given);
      };
      left = Math.min(BURST, left + A_MILLISECOND * (time - counted));
      counted = time;
      if (left >= 1 && soon > 0) {
        left--;
        soon--;
        return immediate(ask);
      }
      const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, LATE * (time - began)));
      return later(ask, pause);
    },
    begin() {
      began = now();
      soon = SOON;
    },
    end() {
      ended = true;
    },
  };
}

/** Pace of the global `setImmediate`, once it has been replaced. */
let pace: Pace | undefined;

/**
 * Paces the global `setImmediate`, once a process. It ends with the program's `unload`: a runtime that turns
 * its event loop after that, as the test runner's does, has freed Dawn, and a question would crash it.
 */
export function paceImmediates(): void {
  if (pace !== undefined) return;
  const scope = globalThis as unknown as { setImmediate: Immediate };
  pace = paced(scope.setImmediate);
  scope.setImmediate = pace.ask;
  globalThis.addEventListener("unload", pace.end);
}

/** Says that a wait for a device begins; nothing where no implementation asks. */
export function beginWait(): void {
  pace?.begin();
}
