/**
 * fastgl Figure 10a: the memory IO of an epoch against the share of features that a static cache holds, with the cache alone and
 * with Match and Reorder beside it.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { degreeHotness, hottest, presampledHotness } from "../../graph/sampling/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { HostFeatures } from "../../training/feature_loading/mod.ts";
import { intervalOf, liesBelow, liesWithin } from "../claims/interval.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { inputLists } from "./input_lists.ts";
import { PRODUCTS } from "./measured_policies.ts";
import {
  copiedRows,
  loadedEpochs,
  type LoadingPolicy,
  MEMORY_IO_METRICS,
  MEMORY_IO_NOTES,
  MEMORY_IO_SETTINGS,
  MEMORY_IO_STACK,
  type MemoryIo,
  memoryIo,
  memoryIoFacts,
} from "./memory_io.ts";
import { onceAWorkload } from "./once_a_workload.ts";
import { FASTGL, GNNLAB } from "./policies.ts";
import { ratios } from "./round_times.ts";
import { FANOUTS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import { scaledProducts } from "./scaled_products.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** 0 and 0.1 are named in the text, and that large graphs leave less than 0.5. */
const RATIOS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9] as const;
const TYPICAL = 0.5;

const SYSTEMS: readonly (LoadingPolicy & TextContender)[] = [
  { id: GNNLAB.id, label: "cache alone (GNNLab)", match: false, window: 1 },
  { id: FASTGL.id, label: "cache, Match and Reorder (FastGL)", match: true, window: FASTGL.window },
];
const [CACHE, FAST] = SYSTEMS.map(({ id }) => id);

/** All ratios take turns, each with a cache of its own: half of the scale at which one is measured. */
const SCALE = 128;

interface Measured {
  readonly features: HostFeatures;
  /** By system and ratio. */
  readonly io: ReadonlyMap<string, MemoryIo>;
  /** Rows that an epoch copies with caches of the vertices of the highest degree: exact. */
  readonly loadedByDegree: ReadonlyMap<string, number>;
}

const nameOf = (system: string, ratio: number) => `${system} ${ratio}`;

async function measure(lab: Lab, dataset: LoadedDataset): Promise<Measured> {
  const graph = scaledProducts(lab.profile, SCALE), { rows } = dataset.graph;
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const loaded = await loadedEpochs(lab, dataset, { graph, sampling });
  // Sampled on trial: an epoch that none of them is trained on.
  const [trial] = await inputLists(lab, dataset, { graph, sampling, from: loaded.epochs.length });
  const byVisits = presampledHotness(rows, trial), byDegree = degreeHotness(dataset.graph);
  const policies = (hotness: Uint32Array) =>
    RATIOS.flatMap((ratio) =>
      SYSTEMS.map((system) => ({
        ...system,
        ...{ id: nameOf(system.id, ratio), cached: hottest(hotness, ratio) },
      }))
    );
  return {
    features: loaded.features,
    io: await memoryIo(lab, loaded, policies(byVisits)),
    loadedByDegree: new Map(
      policies(byDegree).map((policy) => [policy.id, copiedRows(loaded.epochs[0], policy, rows)]),
    ),
  };
}

const measured = onceAWorkload((lab, dataset) => measure(lab, dataset));

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  // One measurement for all workloads: they differ in their ratio alone.
  const all = await measured(lab, dataset, { id: PRODUCTS, factors: { batch: factors.batch } });
  const ratio = Number(factors.cacheRatio);
  const io = (system: string) => all.io.get(nameOf(system, ratio))!;
  const facts: Fact[] = [
    ...memoryIoFacts(io(id), all.features),
    { metric: "loaded_by_degree", unit: "vertices", value: all.loadedByDegree.get(nameOf(id, ratio))! },
  ];
  if (id !== FAST) return facts;
  const gap = io(CACHE).ms.map((ms, round) => ms - io(FAST).ms[round]);
  return [
    ...facts,
    { metric: "io_gap", unit: "ms", value: gap },
    { metric: "io_speedup", unit: "x", value: ratios(io(CACHE).ms, io(FAST).ms) },
  ];
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
    faster(key(FAST, ratio), key(CACHE, ratio), `ratio ${ratio}`)
  );
  const notAbove = RATIOS.filter((ratio) => ratio >= TYPICAL).map((ratio): ClaimPart => {
    const row = evidence.row(key(FAST, ratio), "io_gap");
    const found = intervalOf(row), [low, high] = [found.low, found.high].map((ms) => ms.toFixed(2));
    return evidence.decide(liesWithin(found, [0, Infinity]), {
      words: `FastGL takes ${low} to ${high} ms less than GNNLab at a ratio of ${ratio}`,
      rows: [row],
      value: found.value,
      open: "the interval meets 0 ms",
    });
  });
  return [...falling, ...below, ...notAbove];
}

/** `io_time(gnnlab, c) - io_time(fastgl, c)` falls in c: by intervals, since a difference of times has no paired ratio. */
function gapShrinks(evidence: SuiteEvidence): ClaimPart[] {
  const gap = (ratio: number) => evidence.row({ workload: workloadOf(ratio), contender: FAST }, "io_gap");
  return STEPS.map(([less, more]): ClaimPart => {
    const rows = [gap(less), gap(more)];
    const [before, after] = rows.map(intervalOf);
    const part = evidence.decide(liesBelow(after, before), {
      words: `${before.value.toFixed(2)} ms at a ratio of ${less}, ${after.value.toFixed(2)} ms at ${more}`,
      rows,
      value: after.value,
      open: "intervals overlap",
    });
    return openAtSmoke(part, rows[0]);
  });
}

/** The suite. */
export const figure10a: TextSuite = {
  id: "fastgl/figure-10-a",
  paper: "fastgl",
  artifact: "Figure 10",
  title: "Memory IO against cache ratio",
  question:
    "How does memory IO fall as a static cache grows, with the cache alone and with Match and Reorder beside it?",
  contenders: SYSTEMS.map(({ id, label }) => ({ id, label })),
  baseline: CACHE,
  workloads: (profile) => {
    const { dataset, batch } = scaledProducts(profile, SCALE);
    return RATIOS.map((ratio) => ({
      ...{ id: workloadOf(ratio), dataset, model: "GCN" },
      factors: { cacheRatio: String(ratio), batch: String(batch), fanouts: FANOUTS.join(",") },
    }));
  },
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "cache": "the vertices that mini-batches of an epoch sampled on trial need most often",
    "reorder": `${FASTGL.window} mini-batches at a time`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    ...MEMORY_IO_METRICS,
    { id: "io_gap", label: "memory IO less than with the cache alone", unit: "ms", better: "higher" },
    { id: "io_speedup", label: "speed-up over the cache alone", unit: "x", better: "higher" },
    {
      id: "loaded_by_degree",
      label: "features copied with a cache by degree",
      unit: "vertices",
      better: "lower",
    },
  ],
  plots: [
    { metric: "memory_io_time", x: "cacheRatio" },
    { metric: "loaded", x: "cacheRatio" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    "How the cache is filled is not printed. The public code counts visits of mini-batches that are sampled on trial; what a cache " +
    "by degree would leave to copy is counted beside it.",
    "A ratio is a share of all vertices' features, which is what the paper's is a share of the bytes.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "fastgl.q.a-cache-ratio", decide: cacheRatio },
    { claimId: "fastgl.q.a-gap-shrinks", decide: gapShrinks },
  ],
};
