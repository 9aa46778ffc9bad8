/**
 * Cache hit rates of hetu-gnn Figure 8, which the paper read from hardware counters: simulated, with the
 * published card's geometry.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { ROW_SPLIT } from "../../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import type { Lab } from "../../lab.ts";
import type { Metrics, ModelledValue } from "../../metrics.ts";
import type { Operands } from "../../trials/ordered_graph.ts";

const CARD = PUBLISHED_CARDS["titan-rtx"];

/** Metrics of simulated caches. */
export const HIT_RATE_METRICS = {
  l2_hit_rate: { label: "simulated L2 hit rate", unit: "%", better: "higher" },
  l1_hit_rate: { label: "simulated L1 hit rate", unit: "%", better: "higher" },
  l2_gain_points: { label: "gain of the L2 hit rate in points", unit: "%", better: "higher" },
  l2_gain_relative: { label: "gain of the L2 hit rate, relative", unit: "%", better: "higher" },
} as const satisfies Metrics;

/** Hit rates of a product, in percent. */
export interface HitRates {
  /** Share of sectors that the L1 caches had. */
  readonly l1: number;
  /** Share of sectors that the L2 cache had. */
  readonly l2: number;
}

/**
 * Simulates the product on the paper's card, its caches scaled by how much smaller the features are here
 * than in the paper, so that cache bytes over feature bytes is the paper's.
 */
export async function hitRates(
  lab: Lab,
  dataset: LoadedDataset,
  { operands: { matrix, width }, identity }: {
    readonly operands: Operands;
    readonly identity: Readonly<Record<string, unknown>>;
  },
): Promise<HitRates> {
  const { counts } = datasetRecord(parseDatasetName(dataset.id).id);
  const cacheScale = matrix.rows / counts.vertices;
  const { value: [l1Hits, l1Sectors, l2Hits, l2Sectors] } = await lab.cached(
    {
      simulation: ROW_SPLIT,
      card: CARD,
      cacheScale,
      width,
      graph: dataset.hash,
      seed: lab.seed,
      ...identity,
    },
    async () => {
      const { rowPtr, colIdx } = matrix;
      const product = { rowPtr, colIdx, width, card: CARD, kernelModel: ROW_SPLIT, cacheScale };
      const { l1, l2 } = await simulateSpmm(product);
      return Uint32Array.of(l1.hits, l1.sectors, l2.hits, l2.sectors);
    },
  );
  const rate = (hits: number, sectors: number) => sectors === 0 ? 0 : 100 * hits / sectors;
  return { l1: rate(l1Hits, l1Sectors), l2: rate(l2Hits, l2Sectors) };
}

const simulated = (value: number): ModelledValue => ({ value, source: "simulated" });

/** Hit rates as values of rows. */
export function hitRateFacts({ l1, l2 }: HitRates): Record<"l1_hit_rate" | "l2_hit_rate", ModelledValue> {
  return { l1_hit_rate: simulated(l1), l2_hit_rate: simulated(l2) };
}

/** Gain of an ordering in the L2 over the graph as it comes: points, and relative. */
export async function hitRateGains(
  lab: Lab,
  dataset: LoadedDataset,
  { natural, ordered }: { readonly natural: Operands; readonly ordered: HitRates },
): Promise<Record<"l2_gain_points" | "l2_gain_relative", ModelledValue>> {
  const { id, parameters } = findOrdering("natural");
  const identity = { ordering: id, parameters };
  const { l2: before } = await hitRates(lab, dataset, { operands: natural, identity });
  return {
    l2_gain_points: simulated(ordered.l2 - before),
    l2_gain_relative: simulated(before === 0 ? 0 : 100 * (ordered.l2 / before - 1)),
  };
}
