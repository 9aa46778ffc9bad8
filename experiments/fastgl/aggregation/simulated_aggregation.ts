/**
 * Cache hit rates and throughput of aggregating a sampled mini-batch, simulated with the geometry of the
 * paper's card.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sampleBatch, type SampledBlock } from "../../../graph/sampling/mod.ts";
import {
  type KernelModel,
  NAIVE_REGISTER,
  NAIVE_RMW,
  ROW_SPLIT,
} from "../../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS, type PublishedCard } from "../../../hardware/models/published_cards.ts";
import { spmmRoofline } from "../../../hardware/models/spmm_roofline.ts";
import { aggregationMatrix } from "../../../training/mini_batch/mod.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts } from "../../metrics.ts";
import { disjointCopies, seedsOfCopies } from "./disjoint_copies.ts";
import { firstEpoch } from "../sampled_epoch.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { type SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import { PAPER_BATCH } from "../sampling_graphs.ts";
import { HIDDEN } from "../trained_models.ts";

/** The card of the paper's counters. */
export const CARD: PublishedCard = PUBLISHED_CARDS["rtx-3090"];

const MODELS = {
  "naive-register": NAIVE_REGISTER,
  "naive-rmw": NAIVE_RMW,
  "row-split": ROW_SPLIT,
} as const satisfies Readonly<Record<string, KernelModel>>;

/** A kernel whose loads and stores are simulated. */
export type SimulatedKernel = keyof typeof MODELS;

/** Published mini-batches over those that are simulated, at least: caches shrink by as much. */
export const SHRUNK = 8;

/** Blocks of a mini-batch, and how much smaller than published they are. */
interface SimulatedBatch {
  readonly blocks: readonly SampledBlock[];
  readonly cacheScale: number;
  readonly regime: Facts<typeof SAMPLED_REGIME>;
}

/**
 * One mini-batch in each of so many copies of the stand-in that the caches need not shrink to a few lines.
 */
async function simulatedBatch(
  lab: ExactLab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<SimulatedBatch> {
  const { draw, batches } = firstEpoch(lab, dataset, setting);
  // Number of mini-batches of the stand-in that make a published one.
  const scale = Math.max(1, PAPER_BATCH / setting.batchSize);
  const copies = lab.profile.id === "smoke" ? 1 : Math.max(1, Math.round(scale / SHRUNK));
  const own = Array.from({ length: copies }, (_, copy) => batches[copy % batches.length]);
  const { blocks } = await sampleBatch(disjointCopies(draw, copies), seedsOfCopies(own, draw.vertices));
  const regime = sampledRegime({
    graph: setting.graph.id,
    vertices: draw.vertices,
    seeds: setting.batchSize,
    distinct: new Set(own).size,
  });
  return { blocks, cacheScale: Math.min(1, copies / scale), regime };
}

/** Hit rates in per cent, and operations a second. */
export interface SimulatedRates {
  readonly l1: number;
  readonly l2: number;
  readonly gflops: number;
  readonly regime: Facts<typeof SAMPLED_REGIME>;
}

/** The aggregations of the forward pass, each of the narrower side of its layer, from cold caches. */
async function simulate(
  { blocks, cacheScale, regime }: SimulatedBatch,
  kernelModel: KernelModel,
  { featureWidth, classes }: { readonly featureWidth: number; readonly classes: number },
): Promise<SimulatedRates> {
  const outer = [featureWidth, ...blocks.slice(1).map(() => HIDDEN), classes];
  const l1 = { hits: 0, sectors: 0 }, l2 = { hits: 0, sectors: 0 };
  let operations = 0, seconds = 0;
  for (const [i, block] of blocks.entries()) {
    const { rowPtr, colIdx } = aggregationMatrix(block, "sum");
    const width = Math.min(outer[i], outer[i + 1]), nnz = colIdx.length;
    const counts = await simulateSpmm({ rowPtr, colIdx, width, card: CARD, kernelModel, cacheScale });
    for (const [sum, level] of [[l1, counts.l1], [l2, counts.l2]] as const) {
      sum.hits += level.hits;
      sum.sectors += level.sectors;
    }
    operations += 2 * nnz * width;
    seconds += spmmRoofline({ nnz, width, dramBytes: counts.dramBytes, card: CARD }).seconds;
  }
  const rate = ({ hits, sectors }: typeof l1) => sectors === 0 ? 0 : 100 * hits / sectors;
  const gflops = seconds === 0 ? 0 : operations / seconds / 1e9;
  return { l1: rate(l1), l2: rate(l2), gflops, regime };
}

/**
 * Rates of a kernel on a graph, which is loaded here: means over graphs ask again after a graph has been
 * dropped.
 */
export async function graphRates(
  lab: ExactLab,
  _dataset: LoadedDataset,
  { epoch, kernel }: { readonly epoch: EpochSetting; readonly kernel: SimulatedKernel },
): Promise<SimulatedRates> {
  const dataset = await lab.load({ dataset: epoch.graph.dataset });
  const batch = await lab.once(simulatedBatch, dataset, epoch);
  return await simulate(batch, MODELS[kernel], epoch.graph);
}
