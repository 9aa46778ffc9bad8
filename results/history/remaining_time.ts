/**
 * Forecast of the time that is left of a run.
 *
 * @module
 */

/**
 * Weight of the seconds of earlier runs, as a share of the whole run: until this share of the run is done,
 * the forecast leans on them; later this run's own pace counts.
 */
const EARLIER_SHARE = 0.05;

/**
 * Forecast of the seconds that the comparisons ahead will take: the seconds that they took in earlier runs,
 * times the pace of this run, which is the time that finished comparisons took over the time that they took
 * earlier. A comparison that never ran is expected to take the mean of its suite, or of all comparisons.
 */
export class RemainingTime {
  readonly #expected: ReadonlyMap<string, number>;
  readonly #earlierShare: number;
  #ahead = 0;
  #done = 0;
  #spent = 0;

  /**
   * Takes the names of all comparisons of the run (`hetu-gnn/figure-8 reddit`), and the seconds that
   * comparisons took in earlier runs, by name.
   */
  constructor(names: readonly string[], earlier: ReadonlyMap<string, number> = new Map()) {
    const known = names.filter((name) => earlier.has(name));
    const bySuite = Map.groupBy(known, suiteOf);
    const mean = (of: readonly string[]) =>
      of.reduce((sum, name) => sum + (earlier.get(name) ?? 0), 0) / of.length;
    const others = known.length > 0 ? mean(known) : 1;
    this.#expected = new Map(names.map((name) => {
      const siblings = bySuite.get(suiteOf(name));
      return [name, earlier.get(name) ?? (siblings ? mean(siblings) : others)];
    }));
    for (const seconds of this.#expected.values()) this.#ahead += seconds;
    this.#earlierShare = known.length > 0 ? EARLIER_SHARE * this.#ahead : 0;
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

/** Suite of a comparison's name. */
function suiteOf(name: string): string {
  return name.slice(0, name.indexOf(" "));
}
