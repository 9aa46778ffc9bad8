/**
 * roc Figure 5: training throughput beside NeuGraph's policy, by the number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import { LINKS, transferSeconds } from "../../hardware/interconnect.ts";
import { changedLink } from "../../hardware/link_changes.ts";
import { MissingError, OutOfMemoryError } from "../../platform/errors.ts";
import { pearsonCorrelation } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import {
  type CachingPolicy,
  type OperationGraph,
  operationsOf,
  planTransfers,
} from "../../training/memory_manager/mod.ts";
import {
  BlockOperands,
  layerProgram,
  type PartitionedLayer,
  ROC_CLUSTER,
} from "../../training/partitioned/mod.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type Change, changedFacts, CHANGES, CLUSTER_NOTES, modelledChanges } from "./changed_links.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "./framework_speedup.ts";
import { type PartitionRun, partitionRun, RUN_NOTES, type StrategyId } from "./partition_runs.ts";
import {
  gpuCounts,
  GPUS_PER_NODE,
  gpusOf,
  gpuWorkload,
  PARTITION_NOTES,
  trainedGraph,
  type TrainedGraphId,
} from "./partitioned_graphs.ts";
import { iterationRounds, slowest, type TimedCut } from "./timed_cut.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const NEUGRAPH = "policy:neugraph", ROC = "learned";

/** How a system cuts, and what it keeps on a device. */
const POLICIES: Readonly<Record<string, { readonly cut: StrategyId; readonly caching: CachingPolicy }>> = {
  [NEUGRAPH]: { cut: "equal-vertices", caching: "streaming" },
  [ROC]: { cut: "learned", caching: "dynamic-program" },
};

/** Without NVLink devices of a node talk over PCIe. */
const CLUSTER = { ...ROC_CLUSTER, insideNode: LINKS["pcie-3-x16"] };
/** Bytes of a P100. */
const CARD_BYTES = 16e9;

const GRAPHS: readonly TrainedGraphId[] = ["reddit", "amazon"];
const workloadId = (graph: TrainedGraphId, gpus: number) => `${graph}:${gpus}`;
const graphOf = ({ id }: TextWorkload) => id.split(":")[0] as TrainedGraphId;

/** Bytes that a device copies from the host in an iteration, layer by layer. */
function copiedBytes(
  block: RangeBlock,
  { layers, caching, capacityBytes, seed }: {
    readonly layers: readonly PartitionedLayer[];
    readonly caching: CachingPolicy;
    readonly capacityBytes: number;
    readonly seed: number;
  },
): number {
  if (block.end === block.begin) return 0;
  const { shape } = new BlockOperands(block);
  const loaded = (graph: OperationGraph) => {
    try {
      return planTransfers(graph, { policy: caching, capacityBytes }).loadedBytes;
    } catch (error) {
      // An operation that is larger than a card goes over it in pieces, by whatever policy.
      if (!(error instanceof OutOfMemoryError)) throw error;
      return planTransfers(graph, { policy: "streaming", capacityBytes: Infinity }).loadedBytes;
    }
  };
  return layers.reduce((sum, { layer, inputWidth: width }, at) => {
    const { program, isTimed } = layerProgram(layer, {
      ...{ block: shape, width, work: "training", inputGradient: at > 0, seed } as const,
    });
    const { graph } = operationsOf({ ...program, train: program.train.filter(isTimed) });
    return sum + loaded(graph);
  }, 0);
}

/** Epochs by a policy, one entry a round, and what is copied for the slowest device. */
function epochs(lab: Lab, run: PartitionRun, { policy, scale }: {
  readonly policy: string;
  readonly scale: number;
}) {
  const { cut: strategy, caching } = POLICIES[policy], cut = run.cuts.get(strategy)!;
  const { layers } = run, capacityBytes = CARD_BYTES / scale;
  const copied = new Map(
    [...cut.blocks, ...run.whole.blocks].map((block) =>
      [block, copiedBytes(block, { layers, caching, capacityBytes, seed: lab.seed })] as const
    ),
  );
  const copyMs = (block: RangeBlock, change: Change) =>
    1e3 * transferSeconds(changedLink(LINKS["pcie-3-x16"], change), copied.get(block)!);
  const rounds = (of: TimedCut, change: Change) =>
    iterationRounds(of, {
      ...{ layers, work: "training", cluster: CLUSTER, change },
      copyMs: (block) => copyMs(block, change),
    });
  return {
    copiedBytes: copied.get(cut.blocks[slowest(cut)])!,
    rounds: (change: Change) => rounds(cut, change),
    wholeRounds: (change: Change) => rounds(run.whole, change),
  };
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const gpus = gpusOf(workload), graph = trainedGraph(lab.profile, graphOf(workload));
  if (id === NEUGRAPH && gpus > GPUS_PER_NODE) {
    throw new MissingError({
      action: "model NeuGraph",
      current: `${gpus} GPUs`,
      wanted: "the GPUs of one node",
      next: "see the counts that it is printed for: 1, 2 and 4",
    });
  }
  const run = await partitionRun(lab, dataset, { graph, gpus });
  const of = (policy: string) => epochs(lab, run, { policy, scale: graph.scale });
  const own = of(id), roc = of(ROC), shown = own.rounds(CHANGES[0]), rocs = roc.rounds(CHANGES[0]);
  const speedup = (metric: string): Fact => ({
    ...{ metric, unit: "x", value: shown.map((ms, round) => ms / rocs[round]), source: "modelled" },
  });
  return [
    { metric: "throughput", unit: "epochs/s", value: shown.map((ms) => 1e3 / ms), source: "modelled" },
    ...changedFacts(lab, "time", { unit: "ms", under: own.rounds }),
    ...changedFacts(lab, OVER_ONE, {
      unit: "x",
      under: (change) => {
        const many = own.rounds(change);
        return own.wholeRounds(change).map((ms, round) => ms / many[round]);
      },
    }),
    { metric: "copied", unit: "MB", value: own.copiedBytes / 1e6, source: "modelled" },
    speedup("roc_speedup"),
    speedup("framework_speedup"),
  ];
}

/** What GPU counts are compared by. */
const OVER_ONE = "speedup_over_one";

const ONE_NODE = [1, 2, 4];

/** `throughput(roc, n) > throughput(neugraph, n)` on one, two and four GPUs, under every change. */
function beatsNeugraph(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((graph) =>
    ONE_NODE.map((gpus) => {
      const key = (contender: string) => ({ workload: workloadId(graph, gpus), contender });
      return underChanges(modelledChanges(evidence, key(ROC), "time"), (change) => {
        const part = evidence.faster(key(ROC), key(NEUGRAPH), changedMetric("time", change));
        return { ...part, words: `${gpus} GPUs: ${part.words}` };
      });
    })
  );
}

/** One swap of neighbours among five ranks leaves a correlation of 0.9. */
const TREND = 0.9;

/** "Trend": speed-ups over one GPU rank as the GPU counts do but for one swap of neighbours, and the most GPUs are faster than one. */
function scales(evidence: SuiteEvidence): ClaimPart[] {
  const counts = [1, 2, 4, 8, 16];
  const key = (gpus: number) => ({ workload: workloadId("reddit", gpus), contender: ROC });
  const changes = modelledChanges(evidence, key(1), OVER_ONE);
  const rows = (change: Change) =>
    counts.map((gpus) => evidence.row(key(gpus), changedMetric(OVER_ONE, change)));
  return [
    underChanges(changes, (change) => {
      const all = rows(change), ratios = all.map(medianOf);
      const ranks = ratios.map((ratio) => ratios.filter((other) => other < ratio).length);
      const { r } = pearsonCorrelation(counts.map((_, place) => place), ranks);
      const said = counts.map((gpus, i) => `${gpus}: ${ratios[i].toPrecision(3)}`).join(", ");
      const words = `speed-ups over one GPU: ${said}; rank correlation ${r.toFixed(2)}`;
      return evidence.exact(r >= TREND - 1e-9, words, all, r);
    }),
    underChanges(changes, (change) =>
      quotientWithin(evidence, {
        rows: rows(change).slice(-1),
        words: "speed-up of 16 GPUs over one",
        quotient: ([ratio]) => ratio,
        within: [1, Infinity],
      })),
  ];
}

/** The suite. */
export const figure5: TextSuite = {
  id: "roc/figure-5",
  paper: "roc",
  artifact: "Figure 5",
  title: "Training beside NeuGraph",
  question:
    "How much faster does ROC train than a system with equal partitions that keeps nothing on its devices?",
  contenders: [
    { id: NEUGRAPH, label: "NeuGraph's policy" },
    { id: ROC, label: "ROC: learned cuts, dynamic program" },
  ],
  baseline: NEUGRAPH,
  workloads: (profile) =>
    GRAPHS.flatMap((graph) => {
      const { dataset } = trainedGraph(profile, graph);
      const counts = gpuCounts(profile).filter((gpus) => graph === "reddit" || gpus <= GPUS_PER_NODE);
      return counts.map((gpus) => gpuWorkload(gpus, { id: workloadId(graph, gpus), dataset, model: "GCN" }));
    }),
  settings: {
    "links": "PCIe 3.0 in a node (NVLink off), EDR InfiniBand between nodes",
    "NeuGraph": "equal vertices; every operation loads what it reads",
    "ROC": "learned cuts; the dynamic program of its memory manager",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "throughput", label: "throughput", unit: "epochs/s", better: "higher" },
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: OVER_ONE, label: "speed-up over one GPU", unit: "x", better: "higher" },
    { id: "roc_speedup", label: "ROC's speed-up", unit: "x", better: "neither" },
    {
      ...{ id: "framework_speedup", label: "the same, beside the abstract's number" },
      ...{ unit: "x", better: "neither" },
    },
    { id: "copied", label: "copied from the host by the slowest device", unit: "MB", better: "lower" },
  ],
  plots: [{ metric: "throughput", x: "devices", facet: "dataset" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    ...CLUSTER_NOTES,
    "NeuGraph's numbers come from its own paper, and no value of the figure is printed: its policy is all that is compared. It is " +
    "equal vertices and streaming over one node; its model is not named, and is GCN here.",
    "Bytes that are copied from the host are counted by the plans of the memory manager for each device's layers, on a card of 16 GB " +
    "over the scale of the stand-in; an operation that is larger goes over it in pieces by either policy, and saves nothing. Copies and kernels follow one another: Figure 10's own times and volumes differ by 12.7 GB/s.",
    "Amazon is measured on one node only. The 4.6 of one version of the abstract is judged by the best of NeuGraph's policy here and " +
    "of the policies of Figure 4 on Pubmed.",
  ],
  publishedAs: (workload, { id }, metric) => {
    if (id !== NEUGRAPH || gpusOf(workload) > GPUS_PER_NODE) return undefined;
    switch (metric) {
      case "roc_speedup":
        return {
          ...{ metric: "training_speedup", dataset: graphOf(workload), system: "ROC vs NeuGraph" },
          config: { nodes: "1" },
        };
      case "framework_speedup":
        return SPEEDUP_OVER_FRAMEWORKS;
      default:
        return undefined;
    }
  },
  claims: [
    { claimId: "roc.q.beats-neugraph", decide: beatsNeugraph },
    { claimId: "roc.q.scales", decide: scales },
  ],
};
