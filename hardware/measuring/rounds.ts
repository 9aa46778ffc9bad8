/**
 * Rounds of a comparison: of plans that all stay on the device, or of two contestants at a time where the
 * device has no room for all.
 *
 * @module
 */
import type { Contestant, PreparedContestant } from "./contestant.ts";
import type { Sampler } from "./sampler.ts";
import type { KeptSamples } from "./samples.ts";
import type { TurnLoop } from "./turn_loop.ts";
import type { HostTime } from "./waiting.ts";

/** Rounds over several preparations of the contestants' plans. */
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
  /** Order of turns, and the contestants that failed. */
  readonly loop: TurnLoop<Contestant>;
  /** Warms plans up, samples and checks them. */
  readonly sampler: Sampler;
  /** Takes the samples. */
  readonly kept: KeptSamples;
}

/** Plans that were ready before the comparison, each until it is taken. */
class ReadyPlans {
  readonly #plans: Map<string, PreparedContestant>;

  constructor(contestants: readonly Contestant[]) {
    this.#plans = new Map(contestants.flatMap(({ id, ready }) => ready ? [[id, ready] as const] : []));
  }

  take({ id }: Contestant): PreparedContestant | undefined {
    const plan = this.#plans.get(id);
    this.#plans.delete(id);
    return plan;
  }

  release(): void {
    for (const plan of this.#plans.values()) plan.destroy();
    this.#plans.clear();
  }
}

/** Rounds in which every contestant takes its turn, all plans resident. */
export class ResidentRounds implements Rounds {
  readonly #contestants: readonly Contestant[];
  readonly #means: RoundMeans;
  readonly #ready: ReadyPlans;
  readonly #plans = new Map<string, PreparedContestant>();
  /** Ids of the plans that were checked in the last round. */
  readonly #checked = new Set<string>();
  #preparation = 0;

  /** Owns the plans of the contestants that are ready. */
  constructor(contestants: readonly Contestant[], means: RoundMeans) {
    this.#contestants = contestants;
    this.#means = means;
    this.#ready = new ReadyPlans(contestants);
  }

  /** Prepares all plans, and warms them up. */
  async prepare(preparation: number): Promise<void> {
    this.#preparation = preparation;
    for (const contestant of this.#contestants) {
      await this.#means.loop.attempt(contestant, async () => {
        const plan = this.#ready.take(contestant) ?? await contestant.prepare(preparation);
        this.#plans.set(contestant.id, plan);
        await this.#means.sampler.warm(contestant, plan);
      });
    }
  }

  /** Samples each contestant once, then those once more that are compared with themselves. */
  async take(round: number, isLast: boolean): Promise<void> {
    const { loop, sampler, kept } = this.#means, preparation = this.#preparation;
    this.#checked.clear();
    const first = new Map<string, HostTime>();
    await loop.round(async (contestant) => {
      const time = await this.#sample(contestant, isLast && !contestant.selfCompared);
      first.set(contestant.id, time);
      kept.add(contestant, { preparation, round, calls: sampler.callsOf(contestant) }, time);
    });
    if (!this.#contestants.some(({ selfCompared }) => selfCompared)) return;
    await loop.round(async (contestant) => {
      if (!contestant.selfCompared) return;
      const second = await this.#sample(contestant, isLast);
      kept.addPair(contestant, preparation, [first.get(contestant.id)!, second]);
    });
  }

  async #sample(contestant: Contestant, ends: boolean): Promise<HostTime> {
    const plan = this.#plans.get(contestant.id)!, { sampler } = this.#means;
    if (!ends) return await sampler.sample(contestant, plan);
    const time = await sampler.lastSample(contestant, plan);
    this.#checked.add(contestant.id);
    return time;
  }

  /** Checks the plans whose last round was not known to be the last one. */
  async finish(): Promise<void> {
    const { loop, sampler } = this.#means;
    for (const contestant of this.#contestants) {
      if (this.#checked.has(contestant.id)) continue;
      await loop.attempt(contestant, () => sampler.recheck(contestant, this.#plans.get(contestant.id)!));
    }
    this.#checked.clear();
  }

  /** Frees all plans. */
  release(): void {
    for (const plan of this.#plans.values()) plan.destroy();
    this.#plans.clear();
    this.#ready.release();
  }
}

/**
 * Rounds that take the contestants two at a time, in the order A B B A, each plan prepared anew and alone on
 * the device, and checked after its sample. The mean of a contestant's two samples counts.
 */
export class PairwiseRounds implements Rounds {
  readonly #means: RoundMeans;
  #preparation = 0;

  /** Frees the plans of the contestants that are ready: the device has no room for them. */
  constructor(contestants: readonly Contestant[], means: RoundMeans) {
    this.#means = means;
    new ReadyPlans(contestants).release();
  }

  /** Prepares nothing yet. */
  prepare(preparation: number): Promise<void> {
    this.#preparation = preparation;
    return Promise.resolve();
  }

  /** Samples each contestant twice. */
  async take(round: number): Promise<void> {
    const { loop, sampler, kept } = this.#means, preparation = this.#preparation;
    const sequence = loop.shuffled();
    for (let i = 0; i < sequence.length; i += 2) {
      const pair = sequence.slice(i, i + 2);
      const taken = new Map<Contestant, HostTime[]>(pair.map((contestant) => [contestant, []]));
      // The last of an odd number runs as A A.
      for (const contestant of [...pair, ...pair.toReversed()]) {
        await loop.attempt(contestant, async () => {
          taken.get(contestant)!.push(await this.#alone(contestant));
        });
      }
      for (const [contestant, [first, second]] of taken) {
        if (second === undefined) continue;
        const time = { ms: (first.ms + second.ms) / 2, waits: (first.waits + second.waits) / 2 };
        kept.add(contestant, { preparation, round, calls: sampler.callsOf(contestant) }, time);
        kept.addPair(contestant, preparation, [first, second]);
      }
    }
  }

  async #alone(contestant: Contestant): Promise<HostTime> {
    const plan = await contestant.prepare(this.#preparation);
    try {
      await this.#means.sampler.warm(contestant, plan);
      return await this.#means.sampler.lastSample(contestant, plan);
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
