/**
 * Memory IO of an epoch with static caches of several sizes, of the cache alone and with Match and Reorder
 * beside it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { degreeHotness, hottest, presampledHotness } from "../../../graph/sampling/mod.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import type { HostFeatures } from "../../../training/feature_loading/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { inputLists } from "../input_lists.ts";
import { LINK_METRICS, overLinks } from "../links/loading_links.ts";
import { flipFact, savingPaysBelow } from "../links/turning_speeds.ts";
import { FASTGL, GNNLAB } from "../policies.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import { FANOUTS, type SampledGraph } from "../sampling_graphs.ts";
import { copiedRows } from "./loading_order.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { loadedEpochs, loadingRounds, type MemoryIo, timedBatches } from "./memory_io.ts";
import { MEMORY_IO, memoryIoCounts, memoryIoTimes, roundsOver } from "./memory_io_metrics.ts";

/** System with a static cache. */
export interface CachingSystem extends Contender, LoadingPolicy {}

/** GNNLab's policy: what the cache lacks is copied. */
export const CACHE_ALONE: CachingSystem = {
  id: GNNLAB.id,
  label: "cache alone (policy of GNNLab)",
  match: false,
  window: 1,
};

/** FastGL with a cache: of what it lacks, features of the mini-batch before are kept. */
export const CACHE_AND_MATCH: CachingSystem = {
  id: FASTGL.id,
  label: "cache, Match and Reorder (FastGL)",
  match: true,
  window: FASTGL.window,
};

/** The systems that are compared. */
export const CACHING_SYSTEMS: readonly CachingSystem[] = [CACHE_ALONE, CACHE_AND_MATCH];

/**
 * Shares of features that a cache holds: 0 and 0.1 are named in the text, and that large graphs leave less
 * than 0.5.
 */
export const CACHE_RATIOS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9] as const;

/** Values of loading with a cache. */
export const CACHED_IO = {
  ...MEMORY_IO,
  io_gap: { label: "memory IO less than with the cache alone", unit: "ms", better: "higher" },
  io_speedup: { label: "speed-up over the cache alone", unit: "x", better: "higher" },
  loaded_by_degree: { label: "features copied with a cache by degree", unit: "vertices", better: "lower" },
  ...LINK_METRICS,
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

/** Loading by all systems with caches of all ratios. */
interface CachedLoading {
  readonly features: HostFeatures;
  /** Loading by a system at a ratio; throws the error that ended it. */
  readonly io: (system: string, ratio: number) => MemoryIo;
  /** Regime of the mini-batches. */
  readonly regime: Facts<typeof SAMPLED_REGIME>;
  /** Mini-batches of an epoch. */
  readonly epochLength: number;
  /** Rows that an epoch copies with a cache of the vertices of the highest degree: exact. */
  readonly loadedByDegree: (system: string, ratio: number) => number;
}

const nameOf = (system: string, ratio: number) => `${system} ${ratio}`;

/** Loads at all ratios in turns, since claims compare ratios with one another. */
async function loadCached(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, systems }: { readonly graph: SampledGraph; readonly systems: readonly string[] },
): Promise<CachedLoading> {
  const { rows } = dataset.graph;
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const loaded = await loadedEpochs(lab, dataset, { graph, sampling });
  // Sampled on trial: an epoch that none of them is trained on.
  const [trial] = await inputLists(lab, dataset, { graph, sampling, from: loaded.epochs.length });
  const asked = CACHING_SYSTEMS.filter(({ id }) => systems.includes(id));
  const policies = (hotness: Uint32Array) =>
    CACHE_RATIOS.flatMap((ratio) =>
      asked.map(({ id, match, window }) => ({
        id: nameOf(id, ratio),
        match,
        window,
        cached: hottest(hotness, ratio),
      }))
    );
  const io = await loadingRounds(lab, loaded, policies(presampledHotness(rows, trial)));
  const byDegree = new Map(
    policies(degreeHotness(dataset.graph)).map((policy) =>
      [policy.id, copiedRows(loaded.epochs[0], policy, rows)] as const
    ),
  );
  return {
    features: loaded.features,
    epochLength: loaded.epochLength,
    regime: sampledRegime({
      graph: graph.id,
      vertices: rows,
      seeds: graph.batch,
      distinct: timedBatches(lab, loaded),
    }),
    io: (system, ratio) => io(nameOf(system, ratio)),
    loadedByDegree: (system, ratio) => byDegree.get(nameOf(system, ratio))!,
  };
}

/** Memory IO of each of some systems with a cache of one ratio; of FastGL beside the cache alone. */
export async function cachedIo(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, cacheRatio, systems }: {
    readonly graph: SampledGraph;
    readonly cacheRatio: number;
    /** Ids of the systems. */
    readonly systems: readonly string[];
  },
): Promise<(id: string) => JointOutcome<typeof CACHED_IO>> {
  const loading = await lab.once(loadCached, dataset, { graph, systems });
  const { features, io, loadedByDegree, regime } = loading;
  return (id) => {
    const own = io(id, cacheRatio), rounds = roundsOver(own, loading);
    const outcome = {
      times: memoryIoTimes(own),
      facts: {
        ...memoryIoCounts(own, features),
        loaded_by_degree: loadedByDegree(id, cacheRatio),
        ...overLinks(rounds),
        ...regime,
      },
      factors: { gather: own.gatherKernel },
    };
    if (id !== CACHE_AND_MATCH.id) return outcome;
    const alone = io(CACHE_ALONE.id, cacheRatio), others = roundsOver(alone, loading);
    const gap = alone.ms.map((ms, round) => ms - own.ms[round]);
    return {
      ...outcome,
      times: {
        ...outcome.times,
        io_gap: {
          ms: gap,
          waits: alone.waits.map((waits, round) => Math.max(waits, own.waits[round])),
          check: worstOf([alone.check, own.check]),
          timer: "wall",
        },
      },
      facts: {
        ...outcome.facts,
        io_speedup: ratios(alone.ms, own.ms),
        ...flipFact(rounds.map((round, i) => savingPaysBelow(round, others[i]))),
      },
    };
  };
}
