/**
 * Samples that a comparison keeps: one a round of each contender, and pairs of those that are compared with
 * themselves.
 *
 * @module
 */
import type { PairedRound } from "../../platform/statistics/mod.ts";
import type { TimedContender } from "./timed_contender.ts";
import type { HostTime } from "./waiting.ts";

/** One timed sample: milliseconds of one execution, averaged over `calls` back to back. */
export interface TimedSample {
  /** Id of the contender. */
  readonly contender: string;
  /** Preparation of the plan, from 0. */
  readonly preparation: number;
  /** Round of the comparison, from 0; samples of one round are paired. */
  readonly round: number;
  /** Number of executions that the sample averages. */
  readonly calls: number;
  /** Milliseconds of one execution. */
  readonly ms: number;
  /** Waits for the device that these hold; 0 by the device's clock and on the CPU. */
  readonly waits: number;
}

/** Place of a sample in its comparison. */
export type SamplePlace = Pick<TimedSample, "preparation" | "round" | "calls">;

/** Collects the samples of one comparison. */
export class KeptSamples {
  readonly #samples: TimedSample[] = [];
  readonly #selfPairs = new Map<string, PairedRound[]>();

  /** Keeps one sample. */
  add({ id: contender }: TimedContender, place: SamplePlace, time: HostTime): void {
    this.#samples.push({ contender, ...place, ...time });
  }

  /** Keeps two times of one round, where the contender is compared with itself. */
  addPair(
    { id, selfCompared }: TimedContender,
    preparation: number,
    [first, second]: readonly [HostTime, HostTime],
  ): void {
    if (!selfCompared) return;
    const pair = { preparation, numerator: first.ms, denominator: second.ms };
    this.#selfPairs.set(id, [...this.#selfPairs.get(id) ?? [], pair]);
  }

  /** First times of every round beside second ones, by contender that is compared with itself. */
  get selfPairs(): ReadonlyMap<string, readonly PairedRound[]> {
    return this.#selfPairs;
  }

  /** Samples of the contenders that did not fail, in the order in which they were taken. */
  without(failures: ReadonlyMap<string, unknown>): readonly TimedSample[] {
    return this.#samples.filter(({ contender }) => !failures.has(contender));
  }
}
