/**
 * Peers that take turns with this project's epochs.
 *
 * @module
 */
import type { TimerKind } from "../../hardware/device.ts";
import type { TurnOutcomes } from "../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../kernels/checks/check_report.ts";
import { wrongResult } from "../../kernels/checks/plan_check.ts";
import { ReproError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import type { CheckedTimes } from "../metrics.ts";

/** Peer that takes turns with contenders of this project. */
export interface EpochPeer {
  /** Id, unique within the rounds. */
  readonly id: string;
  /**
   * Starts it.
   *
   * @throws {ReproError} where it does not run here.
   */
  open(): Promise<{
    /** Clock of its epochs. */
    readonly timer: TimerKind;
    /** Trains one epoch; milliseconds by its own clock. */
    next(): Promise<number>;
    /** Compares first losses with this project's, from the first step, and goes back to it. */
    check(): Promise<CheckReport>;
    /** Gives back what it holds. */
    close(): void;
  }>;
}

/** Times of a peer's epochs, with a second sample of each round. */
export interface PeerTimes extends CheckedTimes {
  /** Milliseconds of a second epoch in each round. */
  readonly again: readonly number[];
}

type OpenedPeer = Awaited<ReturnType<EpochPeer["open"]>> & {
  readonly before: CheckReport;
  readonly ms: number[];
  readonly again: number[];
};

/** Open peers of some rounds. */
export class EpochPeers {
  readonly #opened = new Map<string, OpenedPeer>();

  /**
   * Starts and checks a peer; the error for which it takes no turns.
   *
   * @throws {Interrupted} where the user interrupts; the peer is closed.
   */
  async open({ id, open }: EpochPeer): Promise<ReproError | undefined> {
    let peer: Awaited<ReturnType<EpochPeer["open"]>> | undefined;
    try {
      peer = await open();
      const before = await peer.check();
      if (!before.ok) throw wrongResult(id, before);
      // The first epoch warms up.
      await peer.next();
      this.#opened.set(id, { ...peer, before, ms: [], again: [] });
      return undefined;
    } catch (error) {
      peer?.close();
      if (error instanceof Interrupted || !(error instanceof ReproError)) throw error;
      return error;
    }
  }

  /** Two epochs a round. */
  turns(): { readonly id: string; readonly take: () => Promise<void> }[] {
    return [...this.#opened].map(([id, { next, ms, again }]) => ({
      id,
      take: async () => {
        ms.push(await next());
        again.push(await next());
      },
    }));
  }

  /** Milliseconds of a peer so far, one a round; absent where it takes no turns. */
  msOf(id: string): readonly number[] | undefined {
    return this.#opened.get(id)?.ms;
  }

  /** Times of the peers that are right after their rounds too. */
  async times(taken: TurnOutcomes<void>): Promise<[string, PeerTimes | ReproError][]> {
    const times: [string, PeerTimes | ReproError][] = [];
    for (const [id, { check, before, ms, again, timer }] of this.#opened) {
      const failure = taken.failure(id);
      if (failure !== undefined && !(failure instanceof ReproError)) throw failure;
      const after = failure ?? await check();
      const both = after instanceof ReproError ? after : worstOf([before, after]);
      times.push([
        id,
        both instanceof ReproError ? both : { ms, again, check: both, timer, waits: 0 },
      ]);
    }
    return times;
  }

  /** Gives back what they hold. */
  close(): void {
    for (const peer of this.#opened.values()) peer.close();
  }
}
