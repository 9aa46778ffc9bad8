/**
 * Disturbances of a peer while it was timed, as the system counts them for its process: a time that is long
 * because other programs ran is no property of the peer.
 *
 * @module
 */
import { formatNumber, formatShare } from "../../platform/text/number.ts";

/** One timed run of a worker. */
export interface PeerRun {
  /** Milliseconds by the worker's own clock. */
  readonly ms: number;
  /** Counts of the worker's process over the run; absent where the system does not tell them. */
  readonly counts?: RunCounts;
}

/** Counts of a process over a run. */
export interface RunCounts {
  /** Seconds that its threads ran on a processor, all together. */
  readonly ran: number;
  /** Seconds that its threads waited for a processor which others had, all together. */
  readonly waited: number;
  /** Page faults that needed no disk. */
  readonly faults: number;
}

/** Disturbances over all timed runs of a trial. */
export class Unrest {
  #ran = 0;
  #waited = 0;
  #faults = 0;
  #calls = 0;

  /** Adds a run of some calls; one without counts says nothing. */
  add(calls: number, { counts }: PeerRun): void {
    if (counts === undefined) return;
    this.#ran += counts.ran;
    this.#waited += counts.waited;
    this.#faults += counts.faults;
    this.#calls += calls;
  }

  /**
   * Text for the reason of an unstable cell; `undefined` where nothing was counted.
   *
   * @example
   * ```ts
   * const unrest = new Unrest();
   * unrest.add(2, { ms: 10, counts: { ran: 2, waited: 1, faults: 4 } });
   * if (!unrest.text()?.includes("33.3 %")) throw new Error("a third of three seconds");
   * ```
   */
  text(): string | undefined {
    const wanted = this.#ran + this.#waited;
    if (wanted === 0 || this.#calls === 0) return undefined;
    return `its threads waited for a processor in ${
      formatShare(this.#waited / wanted)
    } of the time that they ` +
      `wanted one, with ${formatNumber(this.#faults / this.#calls, 2)} page faults a call`;
  }
}
