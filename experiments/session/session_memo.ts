/**
 * Results that a session computes once for each paper, dataset, settings and computation.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { canonicalJson } from "../../platform/files/canonical_json.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import type { OthersLoad } from "../../results/others_load.ts";
import type { Profile } from "../profiles.ts";

/** A computation of a measurement; it is known by its identity, not by its name. */
type Computation<Lab, Settings, Result> = (
  lab: Lab,
  dataset: LoadedDataset,
  settings: Settings,
) => Result | Promise<Result>;

/** Drops a result. */
type Drop = () => unknown;

/** Results of the suites of one paper, dropped with their datasets. */
export class SessionMemo {
  /** Functions that drop results of the measurement in progress; absent where none is noted. */
  #since: Drop[] | undefined;
  /** Results that the measurement in progress has taken; absent where none is noted. */
  #taken: Set<Promise<unknown>> | undefined;
  /** Loads of other programs during comparisons whose times the measurement in progress has taken. */
  #takenLoads: OthersLoad[] = [];
  /** Loads of other programs while results were computed, in this run or an earlier one. */
  readonly #loads = new WeakMap<Promise<unknown>, OthersLoad>();
  readonly #known = new WeakMap<LoadedDataset, Map<unknown, Map<string, Promise<unknown>>>>();

  /**
   * Result of a measurement, which can have what it has computed so far forgotten: results of a time at which
   * the device was not itself.
   */
  async noting<Result>(measure: (forget: () => Promise<void>) => Promise<Result>): Promise<Result> {
    const since: Drop[] = [];
    this.#since = since;
    this.#taken = new Set();
    this.#takenLoads = [];
    try {
      return await measure(async () => {
        for (const drop of since.splice(0)) await drop();
      });
    } finally {
      this.#since = undefined;
      this.#taken = undefined;
    }
  }

  /**
   * Load of other programs that counts for the measurement in progress: its own, which is noted for results
   * that it has computed, or that of an earlier one whose results it has taken, where that disturbed more.
   */
  disturbing(own: OthersLoad | undefined): OthersLoad | undefined {
    const taken = [...this.#taken ?? []];
    const loads = [own, ...this.#takenLoads, ...taken.map((result) => this.#loads.get(result))]
      .filter((load) => load !== undefined);
    for (const result of taken) {
      if (own !== undefined && !this.#loads.has(result)) this.#loads.set(result, own);
    }
    return loads.toSorted((a, b) => b.busy / b.notable - a.busy / a.notable)[0];
  }

  /** Notes the load of other programs during a comparison whose times the measurement in progress takes. */
  noteLoad(load: OthersLoad | undefined): void {
    if (load !== undefined) this.#takenLoads.push(load);
  }

  /** Notes how to drop a result that the measurement in progress has left elsewhere. */
  note(drop: Drop): void {
    this.#since?.push(drop);
  }

  /**
   * Result of `compute` on a dataset, computed at the first call with these settings, and under the limits of
   * a profile with as many rounds where these are given; a failure is remembered too. `run` computes it where
   * it may lie elsewhere, and notes the load of other programs at the time that it comes from; an interrupted
   * run is forgotten, since what it had finished lies there: the next call goes on with it.
   */
  get<Lab extends { readonly profile: Profile }, Settings, Result>(
    lab: Lab,
    compute: Computation<Lab, Settings, Result>,
    dataset: LoadedDataset,
    settings: Settings,
    limits?: Profile,
    run?: (lab: Lab, noteLoad: (load: OthersLoad | undefined) => void) => Result | Promise<Result>,
  ): Promise<Result> {
    const ofDataset = this.#known.get(dataset) ?? new Map<unknown, Map<string, Promise<unknown>>>();
    this.#known.set(dataset, ofDataset);
    const results = ofDataset.get(compute) ?? new Map<string, Promise<unknown>>();
    ofDataset.set(compute, results);
    const key = canonicalJson({ settings, ...(limits && { rounds: limits.rounds }) });
    const own = limits === undefined ? lab : { ...lab, profile: limits };
    const noteLoad = (load: OthersLoad | undefined) => {
      const result = results.get(key);
      if (result !== undefined && load !== undefined) this.#loads.set(result, load);
    };
    const result = results.get(key) ??
      (async () => await (run?.(own, noteLoad) ?? compute(own, dataset, settings)))();
    if (!results.has(key)) this.note(() => results.delete(key));
    results.set(key, result);
    this.#taken?.add(result);
    if (run !== undefined) {
      result.catch((error) => {
        if (error instanceof Interrupted) results.delete(key);
      });
    }
    // Only this computation's results lie under its key.
    return result as Promise<Result>;
  }
}
