/**
 * Laboratory of a session: its device, its datasets, and what it computes once.
 *
 * @module
 */
import type { Lab } from "../lab.ts";
import type { ComputedCache } from "./computed_cache.ts";
import type { EarlierAttempts } from "./earlier_attempts.ts";
import type { KeptResults } from "./kept_results.ts";
import type { SessionDatasets } from "./session_datasets.ts";
import type { SessionDevice } from "./session_device.ts";
import type { SessionMemo } from "./session_memo.ts";

/** Parts of a session that its laboratory uses. */
export interface SessionParts {
  /** Device of the session, which is another one after a loss. */
  readonly devices: Pick<SessionDevice, "current">;
  /** Datasets of the session. */
  readonly datasets: Pick<SessionDatasets, "load">;
  /** Values in the user's cache. */
  readonly computed: Pick<ComputedCache, "get" | "getWithCost">;
  /** Comparisons of the session so far. */
  readonly earlier: Pick<EarlierAttempts, "times">;
  /** Results in the session's folder. */
  readonly kept: KeptResults;
  /** Results of the paper in progress, none of which outlives its device. */
  memo(): SessionMemo;
  /** Shows a remark beside the progress of the run. */
  say(text: string): void;
  /** Names what the run is in, for a line where it has been silent. */
  phase(text: string): void;
  /** Aborts when the run, or the comparison in progress, has to end. */
  signal(): AbortSignal;
  /** Conditions that the session is resumed under. */
  readonly fixed: Pick<Lab, "allowSoftware" | "profile" | "seed" | "hostThreads" | "ranks">;
}

/** Builds the laboratory of a session from its parts. */
export function sessionLab(
  { devices, datasets, computed, earlier, kept, memo, say, phase, signal, fixed }: SessionParts,
): Lab {
  const said = <Value>(key: Readonly<Record<string, unknown>>, compute: () => Value) => () => {
    say(Object.values(key).filter((v) => typeof v === "string" && v.length < 20).join(" "));
    return compute();
  };
  const lab: Lab = {
    ...fixed,
    get device() {
      return devices.current;
    },
    get signal() {
      return signal();
    },
    cached: (key, compute) => computed.get(key, said(key, compute)),
    cachedWithCost: (key, compute) => computed.getWithCost(key, said(key, compute)),
    once: (...asked) => memo().get(lab, ...asked),
    kept: (name, compute, dataset, settings) => {
      const origin = { name, dataset: dataset.hash, settings };
      const train = () => {
        signal().throwIfAborted();
        memo().note(() => kept.forget(origin));
        return compute(lab, dataset, settings);
      };
      const run = () => kept.get(origin, train);
      return memo().get(lab, compute, dataset, settings, undefined, run);
    },
    earlierTimes: (suite, workload) => earlier.times(suite, workload),
    load: (workload) => datasets.load(workload),
    say,
    phase,
  };
  return lab;
}
