/**
 * Laboratory without a session around it, for verbs that measure a single cell.
 *
 * @module
 */
import { loadDataset } from "../datasets/load.ts";
import type { Device } from "../hardware/device.ts";
import { DEFAULT_RANKS, type Lab, NO_DATASET } from "./lab.ts";
import type { Profile } from "./profiles.ts";
import { ComputedCache } from "./session/computed_cache.ts";
import { SessionMemo } from "./session/session_memo.ts";

/** Conditions of a laboratory. */
export interface LabConditions {
  /** Limits of size and time. */
  readonly profile: Profile;
  /** Root of every random choice. */
  readonly seed: number;
  /** CPU threads of a process beside the device. */
  readonly threads: number;
  /** Whether times of an emulated GPU are wanted too; false when absent. */
  readonly allowSoftware?: boolean;
  /** Folder that is searched first for datasets. */
  readonly dataDir?: string | undefined;
}

/** Laboratory around a device: datasets and ranks as those of a session, and no progress. */
export function labOutsideSession(
  device: Device,
  { profile, seed, threads, allowSoftware = false, dataDir }: LabConditions,
): Lab {
  const memo = new SessionMemo(), computed = new ComputedCache();
  const lab: Lab = {
    device,
    allowSoftware,
    profile,
    seed,
    hostThreads: threads,
    ranks: { count: DEFAULT_RANKS, engine: "local" },
    cached: (...asked) => computed.get(...asked),
    cachedWithCost: (...asked) => computed.getWithCost(...asked),
    once: (...asked) => memo.get(lab, ...asked),
    kept: (_name, ...asked) => memo.get(lab, ...asked),
    load: async ({ dataset, ids }) =>
      dataset === undefined ? NO_DATASET : await loadDataset(dataset, {
        ...(dataDir !== undefined && { dataDir }),
        ...(ids !== undefined && { ids }),
        seed,
        maxStoredEdges: profile.maxStoredEdges,
      }),
    say: () => {},
    phase: () => {},
  };
  return lab;
}
