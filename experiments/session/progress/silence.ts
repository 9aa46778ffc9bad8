/**
 * Lines for a run that has printed nothing for long: what it is in, and whether it computes on the host or
 * waits for its device.
 *
 * @module
 */
import { formatSeconds } from "../../../platform/text/time.ts";
import type { RunStatus } from "./status_board.ts";

/** Silence after which a line is due, in milliseconds. */
const DUE_MS = 30_000;
/** Milliseconds without a turn of the event loop after which the host counts as busy. */
const BUSY_MS = 12_000;
/** Shortest wait for the device that is worth saying, in milliseconds. */
const LONG_WAIT_MS = 5_000;

const seconds = (ms: number): string => formatSeconds(Math.max(0, ms) / 1000);

/** Text for what a run does at the moment. */
function doing({ turned, waiting }: RunStatus, now: number): string {
  if (now - turned >= BUSY_MS) return `, the host computes without a pause for ${seconds(now - turned)}`;
  // The wait may have ended since the last turn that was noted.
  if (waiting !== undefined && turned - waiting >= LONG_WAIT_MS) {
    return `, waiting for the GPU for ${seconds(turned - waiting)}`;
  }
  return "";
}

/** Watch over the silence of one run. */
export class Silence {
  #said = -Infinity;

  /**
   * The line that is due at a time, by the clock of the status; `undefined` where the run, or this watch, has
   * said something within the last 30 seconds.
   */
  look(status: RunStatus, now: number): string | undefined {
    if (now - Math.max(status.printed, this.#said) < DUE_MS) return undefined;
    this.#said = now;
    const { title, phase, begun } = status;
    return `... ${[title, phase].filter(Boolean).join(": ") || "between two comparisons"}  for ${
      seconds(now - begun)
    } now` +
      doing(status, now);
  }
}
