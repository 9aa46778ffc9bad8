/**
 * Other systems that take turns with this project's epochs.
 *
 * @module
 */
import type { TimerKind } from "../../hardware/device.ts";
import type { TurnOutcomes } from "../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../kernels/check.ts";
import { wrongResult } from "../../kernels/plan_check.ts";
import { ReproError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import type { CheckedTimes } from "../metrics.ts";

/** Another system that takes turns with the ways. */
export interface EpochGuest {
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

/** Times of a guest's epochs, with a second sample of each round. */
export interface GuestTimes extends CheckedTimes {
  /** Milliseconds of a second epoch in each round. */
  readonly again: readonly number[];
}

type SeatedGuest = Awaited<ReturnType<EpochGuest["open"]>> & {
  readonly before: CheckReport;
  readonly ms: number[];
  readonly again: number[];
};

/** Guests of some rounds. */
export class GuestTable {
  readonly #seated = new Map<string, SeatedGuest>();

  /**
   * Starts and checks a guest; the error for which it takes no turns.
   *
   * @throws {Interrupted} where the user interrupts; the guest is closed.
   */
  async seat({ id, open }: EpochGuest): Promise<ReproError | undefined> {
    let guest: Awaited<ReturnType<EpochGuest["open"]>> | undefined;
    try {
      guest = await open();
      const before = await guest.check();
      if (!before.ok) throw wrongResult(id, before);
      // The first epoch warms up.
      await guest.next();
      this.#seated.set(id, { ...guest, before, ms: [], again: [] });
      return undefined;
    } catch (error) {
      guest?.close();
      if (error instanceof Interrupted || !(error instanceof ReproError)) throw error;
      return error;
    }
  }

  /** Two epochs a round. */
  turns(): { readonly id: string; readonly take: () => Promise<void> }[] {
    return [...this.#seated].map(([id, { next, ms, again }]) => ({
      id,
      take: async () => {
        ms.push(await next());
        again.push(await next());
      },
    }));
  }

  /** Milliseconds of a guest so far, one a round; absent where it takes no turns. */
  msOf(id: string): readonly number[] | undefined {
    return this.#seated.get(id)?.ms;
  }

  /** Times of the guests that are right after their rounds too. */
  async times(taken: TurnOutcomes<void>): Promise<[string, GuestTimes | ReproError][]> {
    const times: [string, GuestTimes | ReproError][] = [];
    for (const [id, { check, before, ms, again, timer }] of this.#seated) {
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
    for (const guest of this.#seated.values()) guest.close();
  }
}
