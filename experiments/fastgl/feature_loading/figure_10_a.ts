/**
 * fastgl Figure 10a: the memory IO of an epoch against the share of features that a static cache holds, with
 * the cache alone and with Match and Reorder beside it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { degreeHotness, hottest, presampledHotness } from "../../../graph/sampling/mod.ts";
import { worstOf } from "../../../kernels/check.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { HostFeatures } from "../../../training/feature_loading/mod.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { LONG_CALLS } from "../../premises/quantities.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { inputLists } from "../input_lists.ts";
import { LINK_METRICS, LINK_NOTES, overLinks } from "../links/loading_links.ts";
import { flipFact, savingPaysBelow } from "../links/turning_speeds.ts";
import { turningWords } from "../links/turning_words.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";
import { loadedEpochs, loadingRounds, type MemoryIo, timedBatches } from "./memory_io.ts";
import {
  MEMORY_IO,
  MEMORY_IO_NOTES,
  MEMORY_IO_SETTINGS,
  MEMORY_IO_STACK,
  memoryIoCounts,
  memoryIoTimes,
  roundsOver,
} from "./memory_io_metrics.ts";
import { copiedRows } from "./loading_order.ts";
import { FASTGL, GNNLAB } from "../policies.ts";
import {
  FANOUTS,
  LEAST_BATCH,
  type SampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { scaledProducts } from "../training/scaled_products.ts";

/** 0 and 0.1 are named in the text, and that large graphs leave less than 0.5. */
const RATIOS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9] as const;
const TYPICAL = 0.5;

/** Half of the scale at which one ratio is measured: all take turns, each with a cache of its own. */
const SCALE = 62;

/** System with a static cache. */
interface LoadingSystem extends Contender, LoadingPolicy {}

const CACHE: LoadingSystem = {
  id: GNNLAB.id,
  label: "cache alone (policy of GNNLab)",
  match: false,
  window: 1,
};
const FAST: LoadingSystem = {
  id: FASTGL.id,
  label: "cache, Match and Reorder (FastGL)",
  match: true,
  window: FASTGL.window,
};
const SYSTEMS = [CACHE, FAST];

/** Products with a cache of some ratio. */
interface CachedWorkload extends Workload {
  /** Graph at the scale of the profile. */
  readonly graph: SampledGraph;
  readonly factors: { readonly cacheRatio: number; readonly batch: number; readonly fanouts: string };
}

const METRICS = {
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
  const asked = SYSTEMS.filter(({ id }) => systems.includes(id));
  const policies = (hotness: Uint32Array) =>
    RATIOS.flatMap((ratio) =>
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

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, factors: { cacheRatio } }: CachedWorkload,
  contenders: readonly LoadingSystem[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const systems = contenders.map(({ id }) => id);
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
    if (id !== FAST.id) return outcome;
    const alone = io(CACHE.id, cacheRatio), others = roundsOver(alone, loading);
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

const workloadOf = (ratio: number) => `c${ratio}`;
const STEPS = RATIOS.slice(1).map((more, i) => [RATIOS[i], more] as const);

/** Falling in the ratio for both; FastGL below GNNLab for small ratios, and not above it for large ones. */
function cacheRatio(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: string, ratio: number) => ({ workload: workloadOf(ratio), contender });
  const faster = (fast: CellKey, slow: CellKey, at: string): ClaimPart => {
    const part = evidence.faster(fast, slow, "memory_io_time");
    return { ...part, words: `${at}: ${part.words}` };
  };
  const falling = SYSTEMS.flatMap(({ id }) =>
    STEPS.map(([less, more]) => faster(key(id, more), key(id, less), `ratio ${less} over ${more}`))
  );
  const below = RATIOS.filter((ratio) => ratio < TYPICAL).map((ratio) =>
    faster(key(FAST.id, ratio), key(CACHE.id, ratio), `ratio ${ratio}`)
  );
  const notAbove = RATIOS.filter((ratio) => ratio >= TYPICAL).map((ratio) =>
    evidence.bounded(key(FAST.id, ratio), "io_speedup", { side: "above", bound: 1 })
  );
  return [...falling, ...below, ...notAbove];
}

/**
 * `loads(gnnlab, c) - loads(fastgl, c)` does not grow in c: what Match saves of a larger cache's misses is
 * part of what it saves of a smaller one's, so that this holds by construction over any link.
 */
function gapShrinks(evidence: SuiteEvidence): ClaimPart[] {
  const loads = (ratio: number) =>
    [CACHE, FAST].map(({ id }) => evidence.row({ workload: workloadOf(ratio), contender: id }, "loaded"));
  const gap = (ratio: number) => {
    const [alone, fast] = loads(ratio).map(medianOf);
    return alone - fast;
  };
  return STEPS.map(([less, more]): ClaimPart => {
    const [before, after] = [gap(less), gap(more)];
    const words = `${before} features fewer at a ratio of ${less}, ${after} at ${more}`;
    return evidence.exact(after <= before, words, [...loads(less), ...loads(more)], after);
  });
}

/** Mini-batches, and calls that are long enough: the claim is about time. */
const PREMISE = [
  ...sampledBatches(RATIOS.map(workloadOf), FAST.id),
  LONG_CALLS,
];

/** Memory IO of an epoch by cache ratio. */
export const figure10a: Suite<CachedWorkload, LoadingSystem, typeof METRICS> = {
  id: "fastgl/figure-10-a",
  artifact: "Figure 10",
  title: "Memory IO against cache ratio",
  question:
    "How does memory IO fall as a static cache grows, with the cache alone and with Match and Reorder beside it?",
  contenders: SYSTEMS,
  baseline: CACHE.id,
  workloads: (profile) => {
    const scaled = scaledProducts(profile, SCALE);
    const graph = { ...scaled, batch: Math.max(scaled.batch, LEAST_BATCH[profile.id]) };
    return RATIOS.map((ratio) => ({
      id: workloadOf(ratio),
      dataset: graph.dataset,
      model: "GCN",
      graph,
      factors: { cacheRatio: ratio, batch: graph.batch, fanouts: FANOUTS.join(",") },
    }));
  },
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "cache": "the vertices that mini-batches of an epoch sampled on trial need most often",
    "reorder": `${FASTGL.window} mini-batches at a time`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "memory_io_time", x: "cacheRatio" },
    { metric: "loaded", x: "cacheRatio" },
    { metric: "flip_link", x: "cacheRatio", logarithmic: true },
    { metric: "io_over_pcie_4", x: "cacheRatio" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "How the cache is filled is not printed. The public code counts visits of mini-batches that are sampled on trial; what a cache " +
    "by degree would leave to copy is counted beside it.",
    "A ratio is a share of all vertices' features, which is what the paper's is a share of the bytes.",
  ],
  claims: [
    {
      claimId: "fastgl.q.a-cache-ratio",
      premise: PREMISE,
      decide: cacheRatio,
      turns: (evidence) =>
        turningWords(
          evidence,
          RATIOS.filter((ratio) => ratio < TYPICAL).map((ratio) => ({
            workload: workloadOf(ratio),
            contender: FAST.id,
          })),
          { holdsOver: "slower" },
        ),
    },
    { claimId: "fastgl.q.a-gap-shrinks", decide: gapShrinks },
  ],
};
