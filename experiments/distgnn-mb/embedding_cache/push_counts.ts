/**
 * Counts of what caches and pushes do in some epochs, with their metrics: hit rates, traffic, and breaches of
 * the rules of Algorithm 2.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metric, Metrics } from "../../metrics.ts";
import { cutGraph } from "../cut_graph.ts";
import { BATCH_METRICS } from "../batch_premises.ts";
import type { RankWorkload } from "../rank_workloads.ts";
import { HIDDEN, PAPER_BATCH, scaledDown } from "../scaled_graphs.ts";
import {
  type LayerPlace,
  LAYERS,
  type PushRounds,
  pushRounds,
  type SampledRanks,
  sampleRanks,
} from "./push_rounds.ts";
import { CHANGED_RANKS, type PushWorkload } from "./push_workloads.ts";

/** Epochs that are run: lines of the one may serve the next. */
export const PUSH_EPOCHS = 2;

/** One metric for each layer: `halo_l0` and so on. */
function ofLayers<Name extends string, M extends Metric>(
  name: Name,
  metric: M,
): { readonly [K in `${Name}_l${LayerPlace}`]: M } {
  const entries = LAYERS.map((
    layer,
  ) => [`${name}_l${layer}`, { ...metric, label: `${metric.label}, L${layer}` }]);
  return Object.fromEntries(entries);
}

/** Metrics of the rules, which claims read. */
const RULE_METRICS = {
  requested: { label: "words sent that are no push", unit: "count", better: "lower", shown: false },
  capacity: { label: "lines of a cache", unit: "count", shown: false },
  oldest_hit: { label: "ticks of the oldest hit", unit: "1", shown: false },
  life_span: { label: "ticks that a line lives", unit: "1", shown: false },
  push_limit: { label: "most vertices of a push", unit: "vertices", shown: false },
  sends: { label: "exchanges begun", unit: "count", shown: false },
  waits: { label: "exchanges waited for", unit: "count", shown: false },
  wanted_sends: { label: "exchanges of max(0, M - d) an epoch", unit: "count", shown: false },
  out_of_step: { label: "exchanges received out of step", unit: "count", better: "lower", shown: false },
  other_answers: { label: "look-ups answered otherwise", unit: "count", better: "lower", shown: false },
  other_sizes: { label: "stores that leave another size", unit: "count", better: "lower", shown: false },
  other_evictions: { label: "stores that evict otherwise", unit: "count", better: "lower", shown: false },
  other_edges: { label: "edges kept or dropped wrongly", unit: "edges", better: "lower", shown: false },
} as const satisfies Metrics;

/** Metrics of caches and pushes, layer by layer, and of the rules that they keep. */
export const PUSH_METRICS = {
  ...ofLayers("hit_rate", { label: "hit rate", unit: "%", better: "higher" }),
  ...ofLayers("dropped_edges", { label: "edges dropped", unit: "%", better: "lower" }),
  ...ofLayers("halo", { label: "halo vertices looked up", unit: "vertices" }),
  ...ofLayers("pushed", { label: "vertices pushed", unit: "vertices" }),
  pushed_bytes: { label: "bytes pushed", unit: "bytes", better: "lower" },
  fetch_bytes: { label: "bytes if every halo embedding were fetched", unit: "bytes", better: "lower" },
  evictions: { label: "early evictions", unit: "count", better: "lower" },
  largest_cache: { label: "lines in the fullest cache", unit: "count" },
  largest_push: { label: "vertices in the largest push", unit: "vertices" },
  pushed_degree_ratio: { label: "mean degree of pushed vertices over that of candidates", unit: "1" },
  ...ofLayers("push_share", {
    label: "rows that all others may push over rows of a mini-batch",
    unit: "1",
    shown: false,
  }),
  ...BATCH_METRICS,
  ...RULE_METRICS,
} as const satisfies Metrics;

/** Mini-batches of all ranks of a graph. */
async function sampledRanks(
  lab: ExactLab,
  dataset: LoadedDataset,
  factors: RankWorkload["factors"],
): Promise<SampledRanks> {
  const { ranks, scaled } = await cutGraph(lab, dataset, factors);
  return await sampleRanks(ranks, {
    batchSize: scaledDown(PAPER_BATCH, scaled),
    epochs: PUSH_EPOCHS,
    seed: lab.seed,
  });
}

/** Runs epochs without arithmetic, and counts what caches and pushes do in them. */
export async function countPushes(
  lab: ExactLab,
  dataset: LoadedDataset,
  { factors: { graph, ranks: count }, setting }: PushWorkload,
): Promise<Facts<typeof PUSH_METRICS>> {
  const { ranks, scaled } = await cutGraph(lab, dataset, { graph, ranks: count }), { seed } = lab;
  // Changed settings draw the same mini-batches; those of other cuts are asked for once, and need not be
  // kept.
  const sampled = count === CHANGED_RANKS
    ? await lab.once(sampledRanks, dataset, { graph, ranks: count })
    : await sampledRanks(lab, dataset, { graph, ranks: count });
  const capacity = scaledDown(setting.capacity, scaled), pushLimit = scaledDown(setting.pushLimit, scaled);
  const rounds = await pushRounds(ranks, sampled, { ...setting, capacity, pushLimit, seed });
  return {
    ...layerFacts(rounds, pushLimit * (ranks.length - 1)),
    ...trafficFacts(rounds, scaled.featureWidth),
    ...ruleFacts(rounds),
    seeds: sampled.batchSize,
    measured_batches: sampled.blocks.flat(2).length,
    capacity,
    life_span: setting.lifeSpan,
    push_limit: pushLimit,
  };
}

function layerFacts({ layers }: PushRounds, mostPushed: number): Facts<typeof PUSH_METRICS> {
  return LAYERS.reduce((facts: Facts<typeof PUSH_METRICS>, layer) => {
    const { batches, rows, halo, hits, edges, droppedEdges, pushed } = layers[layer];
    return {
      ...facts,
      ...(batches > 0 && { [`push_share_l${layer}`]: mostPushed * batches / rows }),
      // Nothing looked up: nothing to have a rate of.
      ...(halo > 0 && { [`hit_rate_l${layer}`]: 100 * hits / halo }),
      ...(edges > 0 && { [`dropped_edges_l${layer}`]: 100 * droppedEdges / edges }),
      [`halo_l${layer}`]: halo,
      [`pushed_l${layer}`]: pushed,
    };
  }, {});
}

/** Ids of 4 bytes and rows of floats. Whoever fetches asks for each row by its id first. */
function trafficFacts({ layers, requested }: PushRounds, featureWidth: number): Facts<typeof PUSH_METRICS> {
  const bytes = (of: "pushed" | "halo") =>
    sumOf(layers, (layer, at) => layer[of] * 4 * (1 + (at === 0 ? featureWidth : HIDDEN)));
  return { requested, pushed_bytes: bytes("pushed"), fetch_bytes: bytes("halo") };
}

function ruleFacts(rounds: PushRounds): Facts<typeof PUSH_METRICS> {
  const { pushedDegree, limitedPushed, candidateDegree, candidates } = rounds;
  return {
    largest_cache: rounds.largestCache,
    oldest_hit: rounds.oldestHit,
    evictions: rounds.evictions,
    largest_push: rounds.largestPush,
    sends: rounds.sends,
    waits: rounds.waits,
    wanted_sends: rounds.wantedSends,
    out_of_step: rounds.outOfStep,
    other_answers: rounds.otherAnswers,
    other_sizes: rounds.otherSizes,
    other_evictions: rounds.otherEvictions,
    other_edges: rounds.otherEdges,
    ...(limitedPushed > 0 && candidateDegree > 0 &&
      { pushed_degree_ratio: (pushedDegree / limitedPushed) / (candidateDegree / candidates) }),
  };
}
