/**
 * Laboratory of a comparison within a session: its device, its datasets, and what it computes once.
 *
 * @module
 */
import { besideOthers, type ProcessorReading } from "../../hardware/measuring/others_load.ts";
import type { Lab } from "../lab.ts";
import type { OthersLoad } from "../../results/others_load.ts";
import type { ComputedCache } from "./computed_cache.ts";
import type { EarlierAttempts } from "./earlier_attempts.ts";
import type { KeptResults } from "./kept_results.ts";
import type { SessionDatasets } from "./session_datasets.ts";
import type { SessionMemo } from "./session_memo.ts";

/** Parts of a session that the laboratory of a comparison uses. */
export interface SessionParts extends
  Pick<
    Lab,
    "device" | "allowSoftware" | "profile" | "seed" | "hostThreads" | "ranks" | "say" | "phase"
  > {
  /** Datasets of the session. */
  readonly datasets: Pick<SessionDatasets, "load">;
  /** Values in the user's cache. */
  readonly computed: Pick<ComputedCache, "get" | "getWithCost">;
  /** Comparisons of the session so far. */
  readonly earlier: Pick<EarlierAttempts, "times" | "othersLoad">;
  /** Reads the processors, for the load of other programs during what is kept. */
  readonly readProcessors: () => ProcessorReading | undefined;
  /** Results in the session's folder. */
  readonly kept: KeptResults;
  /** Results of the paper in progress, none of which outlives its device. */
  readonly memo: SessionMemo;
  /** Aborts when the run, or the comparison, has to end. */
  readonly signal: AbortSignal;
}

/** Builds the laboratory of a comparison from the parts of its session. */
export function sessionLab(
  { datasets, computed, earlier, readProcessors, kept, memo, ...own }: SessionParts,
): Lab {
  const { say, signal } = own;
  const said = <Value>(key: Readonly<Record<string, unknown>>, compute: () => Value) => () => {
    say(Object.values(key).filter((v) => typeof v === "string" && v.length < 20).join(" "));
    return compute();
  };
  const lab: Lab = {
    ...own,
    cached: (key, compute) => computed.get(key, said(key, compute)),
    cachedWithCost: (key, compute) => computed.getWithCost(key, said(key, compute)),
    once: (...asked) => memo.get(lab, ...asked),
    kept: (name, compute, dataset, settings) => {
      const origin = { name, dataset: dataset.hash, settings };
      let isNew = false;
      const train = () => {
        signal.throwIfAborted();
        memo.note(() => kept.forget(origin));
        isNew = true;
        return besideOthers(async () => await compute(lab, dataset, settings), readProcessors);
      };
      const run = async (_lab: Lab, noteLoad: (load: OthersLoad | undefined) => void) => {
        const { measured, othersLoad } = await kept.get(origin, train);
        // The measurement in progress knows its own.
        if (!isNew) noteLoad(othersLoad);
        return measured;
      };
      return memo.get(lab, compute, dataset, settings, undefined, run);
    },
    earlierTimes: async (suite, workload) => {
      const times = await earlier.times(suite, workload);
      if (times.size > 0) memo.noteLoad(earlier.othersLoad(suite, workload));
      return times;
    },
    load: (workload) => datasets.load(workload),
  };
  return lab;
}
