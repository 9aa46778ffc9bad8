/**
 * Forecast of the time that is left of a run.
 *
 * @module
 */
import { type EarlierSeconds, expectedSeconds } from "./expected_seconds.ts";

/**
 * Weight of earlier seconds, as a share of the whole run: until this share of the run is done, the forecast
 * leans on them; later this run's own pace counts. The pace of another device says little about this one.
 */
const SHARE = { here: 0.05, elsewhere: 0.02 } as const;

/**
 * Forecast of the seconds that the comparisons ahead will take: the {@linkcode expectedSeconds}, times the
 * pace of this run, which is the time that finished comparisons took over the time expected of them.
 */
export class RemainingTime {
  readonly #earlier: EarlierSeconds;
  readonly #expected: Map<string, number>;
  readonly #earlierShare: number;
  #ahead = 0;
  #done = 0;
  #spent = 0;

  /** Takes the names of all comparisons of the run (`hetu-gnn/figure-8 reddit`) and their earlier times. */
  constructor(names: readonly string[], earlier: EarlierSeconds = {}) {
    this.#earlier = earlier;
    this.#expected = new Map(expectedSeconds(names, earlier));
    for (const seconds of this.#expected.values()) this.#ahead += seconds;
    const knownIn = (seconds?: ReadonlyMap<string, number>) => names.some((name) => seconds?.has(name));
    const isKnown = knownIn(earlier.elsewhere) || knownIn(earlier.scaled);
    const share = knownIn(earlier.here) ? SHARE.here : isKnown ? SHARE.elsewhere : 0;
    this.#earlierShare = share * this.#ahead;
  }

  /** Takes the names of further comparisons, which results of the run have asked for. */
  add(names: readonly string[]): void {
    const expected = expectedSeconds([...this.#expected.keys(), ...names], this.#earlier);
    for (const name of names) {
      const seconds = expected.get(name)!;
      this.#expected.set(name, seconds);
      this.#ahead += seconds;
    }
  }

  /** Counts a comparison that took `seconds`. */
  finish(name: string, seconds: number): void {
    const expected = this.#expected.get(name) ?? 0;
    this.#ahead -= expected;
    this.#done += expected;
    this.#spent += seconds;
  }

  /** Takes a comparison that an earlier run finished out of the forecast. */
  skip(name: string): void {
    this.#ahead -= this.#expected.get(name) ?? 0;
  }

  /** Seconds until the run ends; absent where nothing is known yet. */
  get seconds(): number | undefined {
    const known = this.#done + this.#earlierShare;
    if (known <= 0) return undefined;
    return Math.max(0, this.#ahead) * (this.#spent + this.#earlierShare) / known;
  }
}
