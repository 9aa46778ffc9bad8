/**
 * Simulated ranks that take turns in one process, with a queue instead of the network: as many as a paper's
 * cluster had, on one device.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import { sumInOrder } from "../communicator/sum_in_order.ts";
import type { PendingExchange, RankTransport } from "./rank_transport.ts";
import { plural } from "../../platform/text/plural.ts";

/** Function that one simulated rank runs. */
export type SimulatedRankWork<Output> = (transport: RankTransport) => Promise<Output>;

/**
 * Simulated ranks whose work comes in pieces: between two pieces, others may use the process. Within a piece
 * a rank has the process for itself until it has to wait for another, and its clock runs only then: times of
 * ranks are those of ranks on devices of their own. The order of turns depends only on the ranks' waits.
 *
 * @example
 * ```ts ignore
 * const few = new LockStep(4), many = new LockStep(64);
 * for (const ranks of [few, many, many, few]) {
 *   await ranks.run((transport) => trainers.get(transport)!.next());
 * }
 * ```
 */
export class LockStep {
  readonly #turns: Turns;
  readonly #transports: readonly RankTransport[];

  /** Creates the ranks without running anything. */
  constructor(ranks: number) {
    const turns = this.#turns = new Turns(ranks), queue = new MessageQueue(ranks);
    this.#transports = Array.from({ length: ranks }, (_, rank) => new QueueTransport(rank, turns, queue));
  }

  /**
   * Runs `work` once for each rank and returns the result of each, in the order of ranks. A rank gets the
   * same transport each time: its clock continues, and a later piece may wait for messages that an earlier
   * one began to send.
   *
   * @throws the error of the first rank to fail; the others are made to fail too, and all have ended then.
   * Ranks that have failed run no more.
   */
  async run<Output>(work: SimulatedRankWork<Output>): Promise<Output[]> {
    const turns = this.#turns;
    turns.throwIfFailed();
    const running = this.#transports.map(async (transport, rank) => {
      try {
        await turns.first(rank);
        return await work(transport);
      } catch (error) {
        turns.fail(error);
        throw error;
      } finally {
        turns.end(rank);
      }
    });
    turns.begin();
    const ends = await Promise.allSettled(running);
    turns.throwIfFailed();
    return ends.map((end) => (end as PromiseFulfilledResult<Output>).value);
  }
}

/**
 * Runs `work` once for each of `ranks` simulated ranks, in one piece ({@linkcode LockStep}).
 *
 * @throws the error of the first rank to fail; the others are made to fail too, and all have ended then.
 * @example
 * ```ts
 * import { runInLockStep } from "gnn-repro/distributed";
 * const sums = await runInLockStep(3, async (transport) => {
 *   const sum = Float32Array.of(transport.rank);
 *   await transport.allReduce(sum);
 *   return sum[0];
 * });
 * if (sums.join() !== "3,3,3") throw new Error("0 + 1 + 2, on every rank");
 * ```
 */
export function runInLockStep<Output>(ranks: number, work: SimulatedRankWork<Output>): Promise<Output[]> {
  return new LockStep(ranks).run(work);
}

interface Waiting {
  readonly ready: () => boolean;
  readonly turn: PromiseWithResolvers<void>;
}

/** Scheduler of turns. Exactly one rank runs, from `begin` to the end of the last rank. */
class Turns {
  /** Error that makes all ranks fail, once one has failed. */
  #failure: { readonly error: unknown } | undefined;
  readonly #waiting: (Waiting | undefined)[];
  readonly #elapsed: Float64Array;
  #running = -1;
  #since = 0;

  constructor(ranks: number) {
    this.#waiting = new Array(ranks);
    this.#elapsed = new Float64Array(ranks);
  }

  /** Milliseconds that a rank has run. */
  elapsed(rank: number): number {
    return this.#elapsed[rank] + (this.#running === rank ? performance.now() - this.#since : 0);
  }

  first(rank: number): Promise<void> {
    return this.#wait(rank, () => true);
  }

  begin(): void {
    this.#pass(-1);
  }

  /** Continues at once where `ready` holds, otherwise when the turn of another rank has made it hold. */
  async until(rank: number, ready: () => boolean): Promise<void> {
    this.throwIfFailed();
    if (ready()) return;
    const turn = this.#wait(rank, ready);
    this.#pass(rank);
    await turn;
  }

  end(rank: number): void {
    if (this.#running === rank) this.#pass(rank);
  }

  /** Makes all waiting ranks fail now, and the others at their next wait. */
  fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    for (const [rank, waiting] of this.#waiting.entries()) {
      this.#waiting[rank] = undefined;
      waiting?.turn.reject(error);
    }
  }

  /** Throws the error of a failed rank, if any. */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Runs work that counts for no rank's time. */
  offTheClock<T>(rank: number, work: () => T): T {
    this.#elapsed[rank] = this.elapsed(rank);
    try {
      return work();
    } finally {
      this.#since = performance.now();
    }
  }

  #wait(rank: number, ready: () => boolean): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting[rank] = { ready, turn };
    return turn.promise;
  }

  #pass(from: number): void {
    if (from >= 0) this.#elapsed[from] = this.elapsed(from);
    this.#running = -1;
    const ranks = this.#waiting.length;
    for (let i = 1; i <= ranks; i++) {
      const rank = (from + i) % ranks, waiting = this.#waiting[rank];
      if (!waiting?.ready()) continue;
      this.#waiting[rank] = undefined;
      this.#running = rank;
      this.#since = performance.now();
      waiting.turn.resolve();
      return;
    }
    const stuck = this.#waiting.flatMap((waiting, rank) => waiting ? [rank] : []);
    if (stuck.length > 0) this.fail(stuckRanks(stuck));
  }
}

/** Queue of exchanges and sums, numbered on each rank in the order of its calls. */
class MessageQueue {
  /** Number of ranks. */
  readonly ranks: number;
  readonly #exchanges = new Map<number, Posted<readonly Uint32Array[]>>();
  readonly #sums = new Map<number, Posted<Float32Array> & { sum?: Float32Array }>();

  constructor(ranks: number) {
    this.ranks = ranks;
  }

  post(number: number, rank: number, outgoing: readonly Uint32Array[]): void {
    if (outgoing.length !== this.ranks) throw wrongNumber(rank, outgoing.length, this.ranks);
    postTo(this.#exchanges, number, rank, outgoing);
  }

  hasAll(number: number): boolean {
    return this.#exchanges.get(number)!.parts.size === this.ranks;
  }

  take(number: number, rank: number): readonly Uint32Array[] {
    const { parts } = this.#taken(this.#exchanges, number);
    return Array.from({ length: this.ranks }, (_, from) => parts.get(from)![rank]);
  }

  postSummand(number: number, rank: number, summand: Float32Array): void {
    postTo(this.#sums, number, rank, summand.slice());
  }

  hasAllSummands(number: number): boolean {
    return this.#sums.get(number)!.parts.size === this.ranks;
  }

  takeSum(number: number, into: Float32Array): void {
    const posted = this.#taken(this.#sums, number);
    if (posted.sum === undefined) {
      const parts = Array.from({ length: this.ranks }, (_, rank) => posted.parts.get(rank)!);
      sumInOrder(parts, posted.sum = new Float32Array(parts[0].length));
    }
    into.set(posted.sum);
  }

  #taken<P extends Posted<unknown>>(all: Map<number, P>, number: number): P {
    const posted = all.get(number)!;
    if (++posted.taken === this.ranks) all.delete(number);
    return posted;
  }
}

interface Posted<Part> {
  /** Contributions by rank. */
  readonly parts: Map<number, Part>;
  /** Number of ranks that have taken the result. */
  taken: number;
}

function postTo<Part>(all: Map<number, Posted<Part>>, number: number, rank: number, part: Part): void {
  const known = all.get(number);
  if (known) known.parts.set(rank, part);
  else all.set(number, { parts: new Map([[rank, part]]), taken: 0 });
}

class QueueTransport implements RankTransport {
  readonly rank: number;
  readonly size: number;
  readonly #turns: Turns;
  readonly #queue: MessageQueue;
  #exchanges = 0;
  #sums = 0;

  constructor(rank: number, turns: Turns, queue: MessageQueue) {
    this.rank = rank;
    this.size = queue.ranks;
    this.#turns = turns;
    this.#queue = queue;
  }

  now(): number {
    return this.#turns.elapsed(this.rank);
  }

  startExchange(outgoing: readonly Uint32Array[]): PendingExchange {
    const number = this.#exchanges++;
    this.#queue.post(number, this.rank, outgoing);
    return {
      wait: async () => {
        await this.#turns.until(this.rank, () => this.#queue.hasAll(number));
        return this.#queue.take(number, this.rank);
      },
    };
  }

  async allReduce(payload: Float32Array): Promise<void> {
    const number = this.#sums++;
    this.#queue.postSummand(number, this.rank, payload);
    await this.#turns.until(this.rank, () => this.#queue.hasAllSummands(number));
    // On a cluster every rank sums a share; here one rank sums all, so the sum counts for no rank's time.
    this.#turns.offTheClock(this.rank, () => this.#queue.takeSum(number, payload));
  }

  progress(): void {}
}

function stuckRanks(ranks: readonly number[]): ReproError {
  return new ReproError({
    action: "go on with simulated ranks",
    current: `${ranks.length > 1 ? "ranks" : "rank"} ${ranks.join(", ")} waiting for what no rank will send`,
    wanted: "ranks that exchange and sum equally often, in one order",
    next: "let every rank train equally many iterations",
  });
}

function wrongNumber(rank: number, current: number, wanted: number): ReproError {
  return new ReproError({
    action: `take what rank ${rank} sends`,
    current: plural(current, "array"),
    wanted: `${wanted}, one a rank`,
    next: "send one array to each rank",
  });
}
