/**
 * fastgl Table 2: cache hit rates and throughput of aggregating a sampled mini-batch, which the paper read from hardware counters:
 * simulated, with the published card's geometry.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { sampleBatch, type SampledBlock } from "../../graph/sampling/mod.ts";
import {
  type KernelModel,
  NAIVE_REGISTER,
  NAIVE_RMW,
  ROW_SPLIT,
} from "../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../hardware/cache_simulator/simulate_spmm.ts";
import type { Device } from "../../hardware/device.ts";
import { PUBLISHED_CARDS } from "../../hardware/published_cards.ts";
import { spmmRoofline } from "../../hardware/spmm_roofline.ts";
import { type ClaimPart, openPart } from "../../results/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { aggregationMatrix } from "../../training/mini_batch/mod.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { disjointCopies, seedsOfCopies } from "./disjoint_copies.ts";
import { onceAWorkload } from "./once_a_workload.ts";
import { sampledEpoch } from "./sampled_epoch.ts";
import {
  FOUR_GRAPHS,
  PAPER_NAMES,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import { HIDDEN } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const CARD = PUBLISHED_CARDS["rtx-3090"];

interface ModelledKernel extends TextContender {
  readonly model: KernelModel;
}

/** The first is DGL's, which the paper profiled. */
const KERNELS: readonly ModelledKernel[] = [
  { id: "naive-register", label: "naive, sums in registers", model: NAIVE_REGISTER },
  { id: "naive-rmw", label: "naive, sums in global memory", model: NAIVE_RMW },
  { id: "row-split", label: "row split", model: ROW_SPLIT },
];
const DGL = KERNELS[0].id;

/** All graphs together, as the introduction speaks of them. */
const MEAN = "mean";

/** The printed rates, which the simulator is held against first. */
const PRINTED: Readonly<Record<string, { readonly l1: number; readonly l2: number }>> = {
  "reddit": { l1: 3.34, l2: 24.6 },
  "ogbn-products": { l1: 5.11, l2: 18.3 },
  "mag": { l1: 4.92, l2: 15.7 },
  "ogbn-papers100m": { l1: 4.25, l2: 19.6 },
};
/** Points that the simulator may be off before its rates decide nothing. */
const TRUST = 10;
/** Bounds of the claim: the L2 rate in per cent, and the throughput as a share of the peak. */
const LOW_L2 = 30, LOW_THROUGHPUT = 0.02;

/** Published mini-batches over those that are simulated, at least: caches shrink by as much. */
const SHRUNK = 8;

/** Blocks of a mini-batch, and how much smaller than published they are. */
interface SimulatedBatch {
  readonly blocks: readonly SampledBlock[];
  readonly cacheScale: number;
}

/** One mini-batch in each of so many copies of the stand-in that the caches need not shrink to a few lines. */
const simulatedBatch = onceAWorkload(async (lab, dataset, workload): Promise<SimulatedBatch> => {
  const { draw, batches } = sampledEpoch(lab, dataset, workload);
  const scale = Math.max(1, datasetRecord(workload.id).counts.vertices / draw.vertices);
  const copies = lab.profile.id === "smoke" ? 1 : Math.max(1, Math.round(scale / SHRUNK));
  const own = Array.from({ length: copies }, (_, copy) => batches[copy % batches.length]);
  const { blocks } = await sampleBatch(disjointCopies(draw, copies), seedsOfCopies(own, draw.vertices));
  return { blocks, cacheScale: Math.min(1, copies / scale) };
});

interface Rates {
  readonly l1: number;
  readonly l2: number;
  readonly gflops: number;
}

/** The aggregations of the forward pass, each of the narrower side of its layer, from cold caches. */
async function simulate(
  { blocks, cacheScale }: SimulatedBatch,
  kernelModel: KernelModel,
  { featureWidth, classes }: { readonly featureWidth: number; readonly classes: number },
): Promise<Rates> {
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
  return { l1: rate(l1), l2: rate(l2), gflops: seconds === 0 ? 0 : operations / seconds / 1e9 };
}

/** What a process has simulated, by graph, kernel and seed. */
const simulated = new WeakMap<Device, Map<string, Rates>>();

async function ratesOf(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, kernel }: { readonly workload: TextWorkload; readonly kernel: ModelledKernel },
): Promise<Rates> {
  const known = simulated.getOrInsertComputed(lab.device, () => new Map());
  const key = (graph: string) => `${graph} ${kernel.id} ${lab.profile.id} ${lab.seed}`;
  if (workload.id !== MEAN) {
    const batch = await simulatedBatch(lab, dataset, workload);
    const rates = await simulate(batch, kernel.model, sampledGraph(lab.profile, workload.id));
    known.set(key(workload.id), rates);
    return rates;
  }
  const all: Rates[] = [];
  for (const own of samplingWorkloads(lab.profile, { graphs: FOUR_GRAPHS })) {
    all.push(known.get(key(own.id)) ?? await ratesOf(lab, await lab.load(own), { workload: own, kernel }));
  }
  const mean = (of: (rates: Rates) => number) => all.reduce((sum, rates) => sum + of(rates) / all.length, 0);
  return { l1: mean(({ l1 }) => l1), l2: mean(({ l2 }) => l2), gflops: mean(({ gflops }) => gflops) };
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  contender: TextContender,
): Promise<readonly Fact[]> {
  const kernel = KERNELS.find(({ id }) => id === contender.id)!;
  const { l1, l2, gflops } = await ratesOf(lab, dataset, { workload, kernel });
  return [
    { metric: "l1_hit_rate", unit: "%", value: l1, source: "simulated" },
    { metric: "l2_hit_rate", unit: "%", value: l2, source: "simulated" },
    { metric: "throughput", unit: "GFLOP/s", value: gflops, source: "modelled" },
    { metric: "peak_share", unit: "%", value: 100 * gflops / CARD.peakGflops, source: "modelled" },
  ];
}

const percent = (rate: number) => `${rate.toFixed(1)} %`;

/** Why the rate of a level decides nothing on a graph; undefined where it is near the printed one. */
function doubt(workload: string, level: "l1" | "l2", simulated: number): string | undefined {
  const printed = PRINTED[workload][level], gap = simulated - printed;
  if (Math.abs(gap) <= TRUST) return undefined;
  return `printed is an ${level.toUpperCase()} rate of ${percent(printed)}: the simulator is off by ${
    gap.toFixed(1)
  } points`;
}

/**
 * `l1_hit < l2_hit < 30 %` and `throughput < 0.02 peak`, on every graph, of DGL's kernel: as far as the simulator may be trusted on
 * that graph. Throughput follows from what misses the L2.
 */
function lowHit(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) => {
    const row = (metric: string) => evidence.row({ workload, contender: DGL }, metric);
    const [l1, l2, throughput] = ["l1_hit_rate", "l2_hit_rate", "throughput"].map(row);
    const doubted = {
      l1: doubt(workload, "l1", medianOf(l1)),
      l2: doubt(workload, "l2", medianOf(l2)),
    };
    const share = medianOf(throughput) / CARD.peakGflops;
    const part = (holds: boolean, words: string, { rows, reason }: {
      readonly rows: readonly Row[];
      readonly reason: string | undefined;
    }): ClaimPart => {
      const exact = evidence.exact(holds, `${PAPER_NAMES[workload]}: ${words}`, rows);
      return reason === undefined ? openAtSmoke(exact, rows[0]) : openPart(exact, reason);
    };
    return [
      part(medianOf(l1) < medianOf(l2), `L1 ${percent(medianOf(l1))}, L2 ${percent(medianOf(l2))}`, {
        rows: [l1, l2],
        reason: doubted.l1 ?? doubted.l2,
      }),
      part(medianOf(l2) < LOW_L2, `L2 ${percent(medianOf(l2))}`, { rows: [l2], reason: doubted.l2 }),
      part(
        share < LOW_THROUGHPUT,
        `${medianOf(throughput).toFixed(0)} GFLOP/s, ${percent(100 * share)} of the peak`,
        { rows: [throughput], reason: doubted.l2 },
      ),
    ];
  });
}

/** The suite. */
export const table2: TextSuite = {
  id: "fastgl/table-2",
  paper: "fastgl",
  artifact: "Table 2",
  title: "Cache hit rates of naive aggregation",
  question:
    "How much of what a naive aggregation of a mini-batch reads is in a cache, and how fast can it be?",
  contenders: KERNELS.map(({ id, label }) => ({ id, label, factors: { kernel: id } })),
  baseline: DGL,
  workloads: (profile) => [
    ...samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
    { id: MEAN, model: "GCN", factors: {} },
  ],
  settings: {
    ...SAMPLING_SETTINGS,
    "model": `3-layer GCN, ${HIDDEN} hidden units; the narrower side of each layer is aggregated`,
    "card": `${CARD.name}: ${CARD.l1Bytes / 1024} KB L1 a multiprocessor, ${CARD.l2Bytes / 2 ** 20} MB L2`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "l1_hit_rate", label: "L1 hit rate", unit: "%", better: "higher" },
    { id: "l2_hit_rate", label: "L2 hit rate", unit: "%", better: "higher" },
    { id: "throughput", label: "throughput, at most", unit: "GFLOP/s", better: "higher" },
    { id: "peak_share", label: "share of the card's peak, at most", unit: "%", better: "higher" },
  ],
  plots: [{ metric: "l1_hit_rate", x: "workload" }, { metric: "l2_hit_rate", x: "workload" }],
  notes: [
    "Simulated: every load and store of a CSR SpMM kernel on the blocks of one mini-batch, launch by launch from cold caches, " +
    "self-loops included. Throughput is the roofline over the simulated memory traffic, so an upper bound.",
    `A mini-batch in each of several unconnected copies of the stand-in makes about 1/${SHRUNK} of the published one, as far as ` +
    "there are copies; caches and resident warps shrink by what is left.",
    "The naive kernels load an index and a value before every multiply-add, in all threads of a warp at once: seven of eight such " +
    "loads find their sector in the L1. Row split loads 32 at a time, and stands for a vendor's product, which DGL calls " +
    "for some types and versions. Which kernel the paper profiled, and whether indices had 64 bits, is not said.",
    `The claim is decided on the naive kernel with sums in registers. Where a simulated rate is more than ${TRUST} points off the ` +
    "printed one of the same graph, nothing that rests on it is decided.",
    ...SAMPLING_NOTES,
  ],
  publishedAs: ({ id }, contender, metric) =>
    contender.id === DGL && metric !== "peak_share" && !(id === MEAN && metric === "throughput")
      ? {
        ...{ metric, dataset: id === MEAN ? "4 graphs" : PAPER_NAMES[id], model: "GCN", system: "DGL" },
        config: { phase: "aggregation-forward" },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.low-hit", decide: lowHit }],
};
