/**
 * roc Figure 5: training throughput beside NeuGraph's policy, by the number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { LINKS, transferSeconds } from "../../../hardware/models/interconnect.ts";
import { changedLink } from "../../../hardware/models/link_changes.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import { ROC_CLUSTER } from "../../../training/partitioned/mod.ts";
import type { Contender } from "../../cell.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts, printedParts, realOrder } from "./balance_premises.ts";
import { type Change, CHANGES, changesOf, CLUSTER_NOTES, modelled, UNCHANGED } from "./changed_links.ts";
import { copiedBytes } from "./copied_bytes.ts";
import { faster, scales } from "./figure_5_claims.ts";
import { SPEEDUP_OVER_FRAMEWORKS } from "../framework_speedup.ts";
import { type PartitionRun, RUN_NOTES, SHARED_STRATEGIES, timeStrategies } from "./partition_runs.ts";
import {
  gpuCounts,
  GPUS_PER_NODE,
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  trainedGraph,
  type TrainedGraphId,
} from "./partitioned_graphs.ts";
import type { StrategyId } from "./strategies.ts";
import { iterationRounds, slowest, type TimedCut } from "./timed_cut.ts";

/** A system that trains on several GPUs. */
interface System extends Contender {
  /** Strategy that cuts the graph. */
  readonly cut: StrategyId;
  /** Policy by which tensors stay on a device. */
  readonly caching: CachingPolicy;
  /** Greatest number of GPUs that it runs on; any when absent. */
  readonly mostGpus?: number;
}

const NEUGRAPH: System = {
  id: "policy:neugraph",
  label: "NeuGraph's policy",
  cut: "equal-vertices",
  caching: "streaming",
  mostGpus: GPUS_PER_NODE,
};
const ROC: System = {
  id: "learned",
  label: "ROC: learned cuts, dynamic program",
  cut: "learned",
  caching: "dynamic-program",
};

/** Without NVLink devices of a node talk over PCIe. */
const CLUSTER = { ...ROC_CLUSTER, insideNode: LINKS["pcie-3-x16"] };
/** Bytes of a P100. */
const CARD_BYTES = 16e9;

/** A graph on a number of GPUs. */
interface TrainedWorkload extends GpuWorkload {
  readonly graph: TrainedGraphId;
}

const GRAPHS: readonly TrainedGraphId[] = ["reddit", "amazon"];
const workloadId = (graph: TrainedGraphId, gpus: number) => `${graph}:${gpus}`;

const METRICS = {
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  ...changedMetrics("time", { label: "epoch time", unit: "ms", better: "lower" }, CHANGES),
  ...changedMetrics(
    "speedup_over_one",
    { label: "speed-up over one GPU", unit: "x", better: "higher" },
    CHANGES,
  ),
  roc_speedup: { label: "ROC's speed-up", unit: "x" },
  framework_speedup: { label: "the same, beside the abstract's number", unit: "x" },
  ...PART_METRICS,
  same_program: { label: "runs what ROC runs", unit: "1", shown: false },
  copied: { label: "copied from the host by the slowest device", unit: "MB", better: "lower" },
} as const satisfies Metrics;

/** Epochs by one system, one entry a round, and the bytes that its slowest device copies. */
function modelledEpochs(
  { seed }: Lab,
  { cuts, whole, layers }: PartitionRun,
  { system, scale }: { readonly system: System; readonly scale: number },
) {
  const { caching } = system, cut = cuts.get(system.cut)!, capacityBytes = CARD_BYTES / scale;
  const copied = new Map(
    [...cut.blocks, ...whole!.blocks].map((block) =>
      [block, copiedBytes(block, { layers, caching, capacityBytes, seed })] as const
    ),
  );
  const copyMs = (block: RangeBlock, change: Change) =>
    1e3 * transferSeconds(changedLink(LINKS["pcie-3-x16"], change), copied.get(block)!);
  const rounds = (timed: TimedCut, change: Change) =>
    iterationRounds(timed, {
      layers,
      work: "training",
      cluster: CLUSTER,
      change,
      copyMs: (block) => copyMs(block, change),
    });
  return {
    /** Ranges of the vertices, and the bytes that each of them copies. */
    work: JSON.stringify(cut.blocks.map((block) => [block.begin, block.end, copied.get(block)])),
    copiedBytes: copied.get(cut.blocks[slowest(cut)])!,
    rounds: (change: Change) => rounds(cut, change),
    wholeRounds: (change: Change) => rounds(whole!, change),
  };
}

/** Models epochs of the systems that were asked for, and of ROC, which speed-ups are of. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph: id, gpus }: TrainedWorkload,
  contenders: readonly System[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const graph = trainedGraph(lab.profile, id), setting = { graph, gpus };
  const timed = { ...setting, strategies: SHARED_STRATEGIES, withWhole: true };
  const run = await lab.once(timeStrategies, dataset, timed, lab.profile);
  const epochsOf = (system: System) => modelledEpochs(lab, run, { system, scale: graph.scale });
  const changes = changesOf(lab), roc = epochsOf(ROC);
  const parts = partFacts(dataset.graph, { id: graph.id, gpus });
  return byContender(contenders, (system) => {
    if (system.mostGpus !== undefined && gpus > system.mostGpus) throw tooManyGpus(gpus);
    const own = system === ROC ? roc : epochsOf(system);
    const shown = own.rounds(UNCHANGED), rocs = roc.rounds(UNCHANGED);
    const speedup = modelled(shown.map((ms, round) => ms / rocs[round]));
    return {
      times: {},
      facts: {
        throughput: modelled(shown.map((ms) => 1e3 / ms)),
        ...byChange("time", changes, (change) => modelled(own.rounds(change))),
        ...byChange("speedup_over_one", changes, (change) => {
          const many = own.rounds(change);
          return modelled(own.wholeRounds(change).map((ms, round) => ms / many[round]));
        }),
        copied: modelled(own.copiedBytes / 1e6),
        same_program: own.work === roc.work ? 1 : 0,
        ...parts,
        roc_speedup: speedup,
        framework_speedup: speedup,
      },
    };
  });
}

function tooManyGpus(gpus: number): MissingError {
  return new MissingError({
    action: "model NeuGraph",
    current: `${gpus} GPUs`,
    wanted: "the GPUs of one node",
    next: "see the counts that it is printed for: 1, 2 and 4",
  });
}

const ONE_NODE = [1, 2, 4], ALL_NODES = [1, 2, 4, 8, 16];

const inRegime = (workloads: readonly string[]) => [
  ...printedParts({ workloads, contender: ROC.id }, "reddit@1/4 and amazon-he-mcauley@1/4 (--profile paper)"),
  realOrder(workloads.map((workload) => ({ workload, contender: ROC.id }))),
];

/** Compares ROC with NeuGraph's policy by measured partitions, counted copies and modelled links. */
export const figure5: Suite<TrainedWorkload, System, typeof METRICS> = {
  id: "roc/figure-5",
  artifact: "Figure 5",
  title: "Training beside NeuGraph",
  decidesFrom: "paper",
  question:
    "How much faster does ROC train than a system with equal partitions that keeps nothing on its devices?",
  contenders: [NEUGRAPH, ROC],
  baseline: NEUGRAPH.id,
  workloads: (profile) =>
    GRAPHS.flatMap((graph) => {
      const { dataset } = trainedGraph(profile, graph);
      const counts = gpuCounts(profile).filter((gpus) => graph === "reddit" || gpus <= GPUS_PER_NODE);
      return counts.map((gpus) => ({
        ...gpuWorkload(gpus, { id: workloadId(graph, gpus), dataset, model: "GCN" }),
        graph,
      }));
    }),
  settings: {
    "links": "PCIe 3.0 in a node (NVLink off), EDR InfiniBand between nodes",
    "NeuGraph": "equal vertices; every operation loads what it reads",
    "ROC": "learned cuts; the dynamic program of its memory manager",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "throughput", x: "devices", facet: "dataset" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    ...CLUSTER_NOTES,
    "NeuGraph's numbers come from its own paper, and no value of the figure is printed: its policy is all that is compared. It is " +
    "equal vertices and streaming over one node; its model is not named, and is GCN here.",
    "Bytes that are copied from the host are counted by the plans of the memory manager for each device's layers, on a card of 16 GB " +
    "over the scale of the stand-in; an operation that is larger goes over it in pieces by either policy, and saves nothing: on one GPU " +
    "Amazon's are, and both systems run the same program there, which is not compared. Copies and kernels follow one another: Figure 10's own times and volumes differ by 12.7 GB/s.",
    "Amazon is measured on one node only. The 4.6 of one version of the abstract is judged by the best of NeuGraph's policy here and " +
    "of the policies of Figure 4 on Pubmed.",
  ],
  publishedAs: ({ graph, gpus }, system, metric) => {
    if (system !== NEUGRAPH || gpus > GPUS_PER_NODE) return undefined;
    if (metric === "framework_speedup") return SPEEDUP_OVER_FRAMEWORKS;
    return metric === "roc_speedup"
      ? { metric: "training_speedup", dataset: graph, system: "ROC vs NeuGraph", config: { nodes: "1" } }
      : undefined;
  },
  claims: [
    {
      claimId: "roc.q.beats-neugraph",
      premise: inRegime(GRAPHS.flatMap((graph) => ONE_NODE.map((gpus) => workloadId(graph, gpus)))),
      decide: (evidence) =>
        GRAPHS.flatMap((graph) =>
          ONE_NODE.map((gpus) => {
            const workload = workloadId(graph, gpus);
            const roc = { workload, contender: ROC.id }, neugraph = { workload, contender: NEUGRAPH.id };
            return faster(evidence, { roc, neugraph, gpus });
          })
        ),
    },
    {
      claimId: "roc.q.scales",
      premise: inRegime(ALL_NODES.map((gpus) => workloadId("reddit", gpus))),
      decide: (evidence) => {
        const cells = ALL_NODES.map((gpus) => ({
          workload: workloadId("reddit", gpus),
          contender: ROC.id,
        }));
        return scales(evidence, { counts: ALL_NODES, cells });
      },
    },
  ],
};
