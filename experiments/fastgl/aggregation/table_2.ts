/**
 * fastgl Table 2: cache hit rates and throughput of aggregating a sampled mini-batch, which the paper read
 * from hardware counters: simulated, with the published card's geometry.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type ExactLab, NO_DATASET } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { type EpochSetting, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import {
  CARD,
  graphRates,
  SHRUNK,
  type SimulatedKernel,
  type SimulatedRates,
} from "./simulated_aggregation.ts";
import { DGL, lowHit, PREMISE, TRUST } from "./table_2_claims.ts";
import { SAMPLED_REGIME } from "../sampled_premises.ts";
import { HIDDEN } from "../trained_models.ts";

/** A kernel of aggregation. */
interface Kernel extends Contender {
  readonly id: SimulatedKernel;
  readonly factors: { readonly kernel: SimulatedKernel };
}

const kernel = (id: SimulatedKernel, label: string): Kernel => ({ id, label, factors: { kernel: id } });

const KERNELS: readonly Kernel[] = [
  kernel("naive-register", "naive, sums in registers"),
  kernel("naive-rmw", "naive, sums in global memory"),
  kernel("row-split", "row split"),
];

/** One graph, or several whose mean is taken. */
interface RatedWorkload extends Workload {
  readonly model: string;
  readonly epochs: readonly EpochSetting[];
}

/** All graphs together, as in the paper's introduction. */
const MEAN = "mean";

function workloads(profile: Profile): RatedWorkload[] {
  const graphs = sampledWorkloads(profile, { graphs: FOUR_GRAPHS });
  return [
    ...graphs.map(({ epoch, ...workload }) => ({ ...workload, epochs: [epoch] })),
    {
      id: MEAN,
      otherDatasets: graphs.map(({ epoch }) => epoch.graph.dataset),
      model: "GCN",
      factors: {},
      epochs: graphs.map(({ epoch }) => epoch),
    },
  ];
}

const METRICS = {
  l1_hit_rate: { label: "L1 hit rate", unit: "%", better: "higher" },
  l2_hit_rate: { label: "L2 hit rate", unit: "%", better: "higher" },
  throughput: { label: "throughput, at most", unit: "GFLOP/s", better: "higher" },
  peak_share: { label: "share of the card's peak, at most", unit: "%", better: "higher" },
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

async function count(
  lab: ExactLab,
  _dataset: LoadedDataset,
  { epochs }: RatedWorkload,
  { id }: Kernel,
): Promise<Facts<typeof METRICS>> {
  const all: SimulatedRates[] = [];
  for (const epoch of epochs) all.push(await lab.once(graphRates, NO_DATASET, { epoch, kernel: id }));
  const mean = (of: (rates: SimulatedRates) => number) => sumOf(all, (rates) => of(rates) / all.length);
  const gflops = mean((rates) => rates.gflops);
  return {
    l1_hit_rate: { value: mean(({ l1 }) => l1), source: "simulated" },
    l2_hit_rate: { value: mean(({ l2 }) => l2), source: "simulated" },
    throughput: modelled(gflops),
    peak_share: modelled(100 * gflops / CARD.peakGflops),
    ...(epochs.length === 1 && all[0].regime),
  };
}

/** Hit rates of three kernels on four graphs and in their mean, simulated. */
export const table2: Suite<RatedWorkload, Kernel, typeof METRICS> = {
  id: "fastgl/table-2",
  artifact: "Table 2",
  title: "Cache hit rates of naive aggregation",
  question:
    "How much of what a naive aggregation of a mini-batch reads is in a cache, and how fast can it be?",
  contenders: KERNELS,
  baseline: DGL,
  workloads,
  settings: {
    ...SAMPLING_SETTINGS,
    "model": `3-layer GCN, ${HIDDEN} hidden units; the narrower side of each layer is aggregated`,
    "card": `${CARD.name}: ${CARD.l1Bytes / 1024} KB L1 a multiprocessor, ${CARD.l2Bytes / 2 ** 20} MB L2`,
  },
  measurement: { kind: "exact", count },
  metrics: METRICS,
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
  publishedAs: ({ id, model }, { id: kernel }, metric) =>
    kernel === DGL && metric !== "peak_share" && !(id === MEAN && metric === "throughput")
      ? {
        metric,
        dataset: id === MEAN ? "4 graphs" : PAPER_NAMES[id],
        model,
        system: "DGL",
        config: { phase: "aggregation-forward" },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.low-hit", premise: PREMISE, decide: lowHit }],
};
