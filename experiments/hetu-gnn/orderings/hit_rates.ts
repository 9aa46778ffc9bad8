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
import type { CacheGeometry } from "../../../hardware/cache_simulator/cache_geometry.ts";
import { ROW_SPLIT } from "../../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { ExactLab } from "../../lab.ts";
import type { Metrics, ModelledValue } from "../../metrics.ts";

const CARD = PUBLISHED_CARDS["titan-rtx"];

/** Choices of the simulation that the paper does not print. */
export interface CacheSetting {
  /** Warps that a multiprocessor holds at a time. */
  readonly warps: number;
  /** Columns of the dense operand. */
  readonly width: number;
  /** Columns that a warp computes. */
  readonly panelColumns: number;
  /** Panels that are simulated; all when absent. */
  readonly panels?: number;
}

/** The card as it is, the paper's hidden width, and a column a thread. */
export const AS_ASSUMED: CacheSetting = {
  warps: CARD.residentWarps,
  width: 128,
  panelColumns: ROW_SPLIT.panelColumns,
};

/** Metrics of simulated caches. */
export const RATE_METRICS = {
  l2_hit_rate: { label: "simulated L2 hit rate", unit: "%", better: "higher" },
  l1_hit_rate: { label: "simulated L1 hit rate", unit: "%", better: "higher" },
} as const satisfies Metrics;

/** Metrics of simulated caches, and of what an ordering gains in them. */
export const HIT_RATE_METRICS = {
  ...RATE_METRICS,
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
 * A card with so many warps a multiprocessor, for caches that are scaled by `scale`. Where less than a warp
 * would be left, multiprocessors are merged until one is, so that rows in flight, and bytes of L1 a warp,
 * keep their share of the graph.
 */
export function cardWithWarps(card: CacheGeometry, warps: number, scale: number): CacheGeometry {
  const left = warps * scale;
  // Stand-ins have whole vertices: their scale is a little off.
  if (left > 0.99) return { ...card, residentWarps: warps };
  return {
    ...card,
    sms: Math.max(1, Math.round(card.sms * left)),
    residentWarps: 1,
    l1Bytes: Math.round(card.l1Bytes / left),
  };
}

/**
 * Simulates the product on the paper's card, its caches scaled by how much smaller the features are here
 * than in the paper, so that cache bytes over feature bytes is the paper's.
 */
export async function hitRates(
  lab: Pick<ExactLab, "cached" | "seed">,
  dataset: LoadedDataset,
  { matrix, identity, setting = AS_ASSUMED }: {
    /** Matrix under the ordering. */
    readonly matrix: CsrMatrix;
    /** Ordering and its parameters, for the cache's key. */
    readonly identity: Readonly<Record<string, unknown>>;
    readonly setting?: CacheSetting;
  },
): Promise<HitRates> {
  const { counts } = datasetRecord(parseDatasetName(dataset.id).id);
  const cacheScale = matrix.rows / counts.vertices, { width, warps, panelColumns, panels } = setting;
  const card = cardWithWarps(CARD, warps, cacheScale), kernelModel = { ...ROW_SPLIT, panelColumns };
  const [l1Hits, l1Sectors, l2Hits, l2Sectors] = await lab.cached(
    {
      simulation: kernelModel,
      card,
      cacheScale,
      width,
      ...(panels !== undefined && { panels }),
      graph: dataset.hash,
      seed: lab.seed,
      ...identity,
    },
    async () => {
      const { rowPtr, colIdx } = matrix;
      const { l1, l2 } = await simulateSpmm({
        rowPtr,
        colIdx,
        width,
        card,
        kernelModel,
        cacheScale,
        ...(panels !== undefined && { panels }),
      });
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
  lab: Pick<ExactLab, "cached" | "seed">,
  dataset: LoadedDataset,
  { natural, ordered }: { readonly natural: CsrMatrix; readonly ordered: HitRates },
): Promise<Record<"l2_gain_points" | "l2_gain_relative", ModelledValue>> {
  const { id, parameters } = findOrdering("natural");
  const identity = { ordering: id, parameters };
  const { l2: before } = await hitRates(lab, dataset, { matrix: natural, identity });
  return {
    l2_gain_points: simulated(ordered.l2 - before),
    l2_gain_relative: simulated(before === 0 ? 0 : 100 * (ordered.l2 / before - 1)),
  };
}
