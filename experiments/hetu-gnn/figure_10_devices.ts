/**
 * hetu-gnn Figure 10, one device and several: does the tile-adaptive kernel shorten the computation of an epoch in partitions
 * whose blocks are reordered.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { PartitionedExecutor } from "../../distributed/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { permuteVertexData } from "../../training/permuted_data.ts";
import { bindVertexData } from "../../training/vertex_data.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { firstLosses } from "../peers/peer_epoch.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { trainingTask } from "../trials/training_trial.ts";
import { GRAPHS, graphWorkloads, hetuModel, kernelChoices, NOTES, orderedData, SETTINGS } from "./epochs.ts";
import { openTraining, ranksContestant, slowestRank, timeRounds } from "./partitioned_rounds.ts";
import {
  BLOCK_METIS,
  ONE_DEVICE,
  type PaperScheme,
  SCHEMES,
  schemeWith,
  scopedPermutation,
} from "./schemes.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const GRAPH_IDS = ["reddit", "ogbn-proteins"] as const;
const SMOKE_SCALE = 512;
const KERNELS = ["row-split", "block-sparse"] as const;
type KernelId = (typeof KERNELS)[number];

/** As the figure has them. */
const SHOWN: readonly PaperScheme[] = [
  ONE_DEVICE,
  ...SCHEMES.filter(({ id }) => id === "1d-p2" || id === "1.5d-p4-r2"),
];

/** Milliseconds of the slowest rank, by round: all of an epoch's steps, and its sparse products. */
interface Computation {
  readonly all: readonly number[];
  readonly sparse: readonly number[];
}

const known = new WeakMap<LoadedDataset, Promise<ReadonlyMap<string, Computation>>>();
const variantId = ({ id }: PaperScheme, kernel: string) => `${id}:${kernel}`;

async function openScheme(
  lab: Lab,
  dataset: LoadedDataset,
  { scheme, kernel, hidden, wanted }: {
    readonly scheme: PaperScheme;
    readonly kernel: KernelId;
    readonly hidden: number;
    readonly wanted: readonly number[];
  },
): Promise<PartitionedExecutor> {
  const { data: natural } = await orderedData(lab, dataset, "natural");
  const { perm } = await scopedPermutation(lab, dataset, { ...BLOCK_METIS, scheme });
  const data = permuteVertexData(natural, perm!);
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden) });
  const whole = {
    ...{ program: task.program, bindings: bindVertexData(task, data), vertices: data.adjacency.rows, scheme },
    kernels: kernelChoices({ ordering: "metis", kernel }),
  };
  const { run } = await openTraining(lab, whole, scheme === ONE_DEVICE ? undefined : wanted);
  return run;
}

async function measureKernels(
  lab: Lab,
  dataset: LoadedDataset,
  hidden: number,
): Promise<ReadonlyMap<string, Computation>> {
  const variants: { readonly id: string; readonly run: PartitionedExecutor }[] = [];
  const { data } = await orderedData(lab, dataset, "natural");
  const wanted = await firstLosses(lab, { data, model: hetuModel(data, hidden) });
  try {
    for (const scheme of SHOWN) {
      for (const kernel of KERNELS) {
        const run = await openScheme(lab, dataset, { scheme, kernel, hidden, wanted });
        variants.push({ id: variantId(scheme, kernel), run });
      }
    }
    const rounds = await timeRounds(lab, variants.map(({ id, run }) => ranksContestant(id, run, "train")));
    return new Map(variants.map(({ id }) => [id, {
      all: rounds.get(id)!.map((round) => slowestRank(round)),
      sparse: rounds.get(id)!.map((round) => slowestRank(round, ({ op }) => op === "spmm")),
    }]));
  } finally {
    for (const { run } of variants) run.close();
  }
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const { graph } = factors, scheme = schemeWith(factors)!;
  const { hidden } = GRAPHS[graph];
  const measured = await known.getOrInsertComputed(dataset, () => measureKernels(lab, dataset, hidden));
  const own = measured.get(variantId(scheme, id))!, plain = measured.get(variantId(scheme, "row-split"))!;
  return [
    { metric: "compute_time", unit: "ms", value: own.all },
    { metric: "spmm_time", unit: "ms", value: own.sparse },
    ...(id === "row-split" ? [] : [{
      ...{ metric: "compute_speedup", unit: "x" },
      value: own.all.map((ms, round) => plain.all[round] / ms),
    }]),
  ];
}

/** `compute_time(reorder + block-sparse) < compute_time(reorder)` on one device, 1D and 1.5D, for both graphs. */
function everywhere(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    SHOWN.map(({ id, label }) => {
      const workload = `${graph}:${id}`;
      const part = evidence.faster({ workload, contender: "block-sparse" }, {
        ...{ workload, contender: "row-split" },
      }, "compute_time");
      return { ...part, words: `${label}: ${part.words}` };
    })
  );
}

/** The suite. */
export const figure10Devices: TextSuite = {
  id: "hetu-gnn/figure-10-devices",
  paper: "hetu-gnn",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on several devices",
  question: "Does the tile-adaptive kernel shorten computation in partitions whose blocks are reordered?",
  contenders: [
    { id: "row-split", label: "METIS, block by block", factors: { reorder: "metis", kernel: "row-split" } },
    {
      ...{ id: "block-sparse", label: "METIS, block by block, block sparse" },
      factors: { reorder: "metis", kernel: "block-sparse" },
    },
  ],
  baseline: "row-split",
  workloads: (profile) =>
    graphWorkloads(profile, GRAPH_IDS, SMOKE_SCALE).flatMap((workload) =>
      SHOWN.map(({ id, factors }): TextWorkload => ({
        ...{ ...workload, id: `${workload.id}:${id}` },
        factors: { ...factors, graph: workload.id },
      }))
    ),
  settings: { ...SETTINGS, "density threshold": "5 % of a 32 x 32 tile", "scope": "each diagonal block" },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "compute_time", label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
    { id: "compute_speedup", label: "speed-up of computation", unit: "x", better: "higher" },
    { id: "spmm_time", label: "products with the adjacency, slowest rank", unit: "ms", better: "lower" },
  ],
  plots: [{ metric: "compute_time", x: "workload", facet: "dataset" }],
  notes: [
    "The paper prints no value of this figure.",
    "Ranks run one after another on one device; messages are left out, as the figure shows computation alone.",
    ...NOTES,
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "hetu-gnn.q.block-sparse-everywhere", decide: everywhere }],
};
