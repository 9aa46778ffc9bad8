/**
 * Rounds of a comparison: of plans that all stay on the device, or of two contenders at a time where the
 * device has no room for all.
 *
 * @module
 */
import { OutOfMemoryError } from "../../platform/errors.ts";
import type { PreparedContender, TimedContender } from "./timed_contender.ts";
import type { ContenderSampler } from "./contender_sampler.ts";
import type { KeptSamples } from "./samples.ts";
import type { TurnLoop } from "./turn_loop.ts";
import type { HostTime } from "./waiting.ts";

/** Rounds over several preparations of the contenders' plans. */
export interface Rounds {
  /** Begins a preparation, from 0, whose rounds follow. */
  prepare(preparation: number): Promise<void>;
  /** Takes one round; after the last one of a preparation every plan has to be checked. */
  take(round: number, isLast: boolean): Promise<void>;
  /** Checks the plans of the preparation that its last round has left unchecked. */
  finish(): Promise<void>;
  /** Frees what the preparation holds, and plans that were ready before. */
  release(): void;
}

/** Shared parts of a comparison. */
export interface RoundMeans {
  /** Order of turns, and the contenders that failed. */
  readonly loop: TurnLoop<TimedContender>;
  /** Warms plans up, samples and checks them. */
  readonly sampler: ContenderSampler;
  /** Takes the samples. */
  readonly kept: KeptSamples;
}

/** Plans that were ready before the comparison, each until it is taken. */
class ReadyPlans {
  readonly #plans: Map<string, PreparedContender>;

  constructor(contenders: readonly TimedContender[]) {
    this.#plans = new Map(contenders.flatMap(({ id, ready }) => ready ? [[id, ready] as const] : []));
  }

  take({ id }: TimedContender): PreparedContender | undefined {
    const plan = this.#plans.get(id);
    this.#plans.delete(id);
    return plan;
  }

  release(): void {
    for (const plan of this.#plans.values()) plan.destroy();
    this.#plans.clear();
  }
}

/** Rounds in which every contender takes its turn, all plans resident. */
export class ResidentRounds implements Rounds {
  readonly #contenders: readonly TimedContender[];
  readonly #means: RoundMeans;
  readonly #ready: ReadyPlans;
  readonly #plans = new Map<string, PreparedContender>();
  /** Ids of the plans that were checked in the last round. */
  readonly #checked = new Set<string>();
  #preparation = 0;

  /** Owns the plans of the contenders that are ready. */
  constructor(contenders: readonly TimedContender[], means: RoundMeans) {
    this.#contenders = contenders;
    this.#means = means;
    this.#ready = new ReadyPlans(contenders);
  }

  /** Prepares all plans, and warms them up. */
  async prepare(preparation: number): Promise<void> {
    this.#preparation = preparation;
    for (const contender of this.#contenders) {
      await this.#means.loop.attempt(contender, async () => {
        const plan = this.#ready.take(contender) ?? await contender.prepare(preparation);
        this.#plans.set(contender.id, plan);
        await this.#means.sampler.warm(contender, plan);
      });
    }
  }

  /** Samples each contender once, then those once more that are compared with themselves. */
  async take(round: number, isLast: boolean): Promise<void> {
    const { loop, sampler, kept } = this.#means, preparation = this.#preparation;
    this.#checked.clear();
    const first = new Map<string, HostTime>();
    await loop.round(async (contender) => {
      const time = await this.#sample(contender, isLast && !contender.selfCompared);
      first.set(contender.id, time);
      kept.add(contender, { preparation, round, calls: sampler.callsOf(contender) }, time);
    });
    if (!this.#contenders.some(({ selfCompared }) => selfCompared)) return;
    await loop.round(async (contender) => {
      if (!contender.selfCompared) return;
      const second = await this.#sample(contender, isLast);
      kept.addPair(contender, preparation, [first.get(contender.id)!, second]);
    });
  }

  async #sample(contender: TimedContender, ends: boolean): Promise<HostTime> {
    const plan = this.#plans.get(contender.id)!, { sampler } = this.#means;
    if (!ends) return await sampler.sample(contender, plan);
    const time = await sampler.lastSample(contender, plan);
    this.#checked.add(contender.id);
    return time;
  }

  /** Checks the plans whose last round was not known to be the last one. */
  async finish(): Promise<void> {
    const { loop, sampler } = this.#means;
    for (const contender of this.#contenders) {
      if (this.#checked.has(contender.id)) continue;
      await loop.attempt(contender, () => sampler.recheck(contender, this.#plans.get(contender.id)!));
    }
  }

  /** Frees all plans. */
  release(): void {
    for (const plan of this.#plans.values()) plan.destroy();
    this.#plans.clear();
    this.#ready.release();
  }
}

/**
 * Prepares rounds, and returns them. Where the device's memory ends before all plans are on it, which only
 * some drivers tell before, none of them stays, and the rounds that are returned take two contenders at a
 * time.
 */
export async function preparedRounds(
  rounds: Rounds,
  preparation: number,
  means: RoundMeans,
): Promise<Rounds> {
  await rounds.prepare(preparation);
  const isShort = rounds instanceof ResidentRounds &&
    means.loop.readmit((error) => error instanceof OutOfMemoryError);
  if (!isShort) return rounds;
  rounds.release();
  // Plans that were ready have been released with the others.
  const pairs = new PairwiseRounds([], means);
  await pairs.prepare(preparation);
  return pairs;
}

/**
 * Rounds that take the contenders two at a time, in the order A B B A, each plan prepared anew and alone on
 * the device, and checked after its sample. The mean of a contender's two samples counts.
 */
export class PairwiseRounds implements Rounds {
  readonly #means: RoundMeans;
  #preparation = 0;

  /** Frees the plans of contenders that are ready: the device has no room for them. */
  constructor(contenders: readonly TimedContender[], means: RoundMeans) {
    this.#means = means;
    new ReadyPlans(contenders).release();
  }

  /** Prepares nothing yet. */
  prepare(preparation: number): Promise<void> {
    this.#preparation = preparation;
    return Promise.resolve();
  }

  /** Samples each contender twice. */
  async take(round: number): Promise<void> {
    const { loop, sampler, kept } = this.#means, preparation = this.#preparation;
    const sequence = loop.shuffled();
    for (let i = 0; i < sequence.length; i += 2) {
      const pair = sequence.slice(i, i + 2);
      const taken = new Map<TimedContender, HostTime[]>(pair.map((contender) => [contender, []]));
      // The last of an odd number runs as A A.
      for (const contender of [...pair, ...pair.toReversed()]) {
        await loop.attempt(contender, async () => {
          taken.get(contender)!.push(await this.#alone(contender));
        });
      }
      for (const [contender, [first, second]] of taken) {
        if (second === undefined) continue;
        const time = { ms: (first.ms + second.ms) / 2, waits: (first.waits + second.waits) / 2 };
        kept.add(contender, { preparation, round, calls: sampler.callsOf(contender) }, time);
        kept.addPair(contender, preparation, [first, second]);
      }
    }
  }

  async #alone(contender: TimedContender): Promise<HostTime> {
    const plan = await contender.prepare(this.#preparation);
    try {
      await this.#means.sampler.warm(contender, plan);
      return await this.#means.sampler.lastSample(contender, plan);
    } finally {
      plan.destroy();
    }
  }

  /** Every sample has been checked. */
  finish(): Promise<void> {
    return Promise.resolve();
  }

  /** Plans are freed as soon as they are sampled. */
  release(): void {}
}
