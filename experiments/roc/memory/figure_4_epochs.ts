/**
 * Epochs of the systems of roc Figure 4, in turns, and the memory that each needs at the published size.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { MissingError } from "../../../platform/errors.ts";
import { planTransfers } from "../../../training/memory_manager/mod.ts";
import { programLedger } from "../../../training/program/memory_ledger.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { peerInRounds } from "../../peers/peer_in_rounds.ts";
import { byContender } from "../../trials/by_contender.ts";
import { type EpochContender, epochRounds } from "../../trials/epoch_rounds.ts";
import { PROGRAM } from "./capacity_sweep.ts";
import { comparableEnd } from "./figure_4_claims.ts";
import {
  CARD_GB,
  DROPOUT,
  managedAdjacency,
  managedLayers,
  type ManagedModel,
  printedGraph,
  publishedOperations,
  publishedProgram,
} from "./managed_graphs.ts";
import { managedOverhead } from "./managed_overhead.ts";
import { FRAMEWORKS, ROC, type TrainingSystem, type TrainingWorkload } from "./single_gpu_systems.ts";

const GB = 1e9;

/** Metrics of the epochs. */
export const SYSTEM_METRICS = {
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  epoch_time: { label: "epoch time", unit: "ms", better: "lower", shown: false },
  roc_throughput_ratio: { label: "ROC's throughput over it", unit: "x" },
  peak_memory: { label: "GPU memory at the published size, at least", unit: "GB", better: "lower" },
  work_items: { label: "entries of an aggregation", unit: "count", shown: false },
  memory_overhead: { label: "bytes on this device over the plan's", unit: "1", better: "lower" },
  loaded_volume: { label: "loaded an epoch", unit: "GB/epoch", better: "lower" },
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
} as const satisfies Metrics;

/**
 * Most bytes in use at once at the published size: by the framework's storage, or by the memory manager on
 * the card.
 */
function publishedPeakBytes(
  { graph, model, factors: { hidden } }: TrainingWorkload,
  { framework }: TrainingSystem,
): number {
  const training = { model, graph, hidden };
  return framework === undefined
    ? planTransfers(publishedOperations(training), {
      policy: PROGRAM,
      capacityBytes: CARD_GB * GB,
    }).peakBytes
    : programLedger(publishedProgram(training), framework.storage).peak.bytes;
}

/** Epochs by the memory manager, or on the device by the kernel of a framework. */
function policyOf({ id, framework }: TrainingSystem): EpochContender {
  return framework === undefined
    ? { id, policy: PROGRAM }
    : { id, kernels: { spmm: { id: framework.kernel } } };
}

/** Times epochs of the systems that were asked for; throughput ratios are of ROC's where it is among them. */
export async function measureSystems(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TrainingWorkload,
  contenders: readonly TrainingSystem[],
): Promise<(id: string) => JointOutcome<typeof SYSTEM_METRICS>> {
  const { graph, model, factors: { hidden } } = workload,
    { features: randomWidth, classes } = printedGraph(graph);
  const data = await vertexData(dataset, {
    seed: lab.seed,
    randomWidth,
    classes,
    normalise: managedAdjacency(model),
  });
  const policies = contenders.filter(({ peer }) => peer === undefined).map(policyOf);
  const layers = (dropout: number) => managedLayers(model, { classes: data.classes, hidden, dropout });
  const peers = model === "GCN"
    ? contenders.flatMap(({ id, peer }) =>
      peer === undefined ? [] : [peerInRounds(lab, { id, peer, data, layers, dropout: DROPOUT })]
    )
    : [];
  const epochs = await epochRounds(lab, policies, {
    data,
    layers: layers(DROPOUT),
    peers,
    // Claims about time concern Pubmed alone, whose epochs are short.
    ...(graph === "pubmed"
      ? {
        rounds: lab.profile.maxRounds,
        end: comparableEnd(lab.profile.rounds, { roc: ROC, frameworks: FRAMEWORKS }),
      }
      : { rounds: lab.profile.contextRounds }),
  });
  const hasRoc = contenders.some(({ id }) => id === ROC);
  const overhead = hasRoc ? await managedOverhead(lab, { data, layers: layers(DROPOUT) }) : undefined;
  return byContender(contenders, (contender) => {
    if (contender.peer !== undefined && model !== "GCN") throw noLayers(contender.label, model);
    const own = epochs.of(contender.id), roc = hasRoc ? epochs.of(ROC) : undefined;
    const shared = {
      throughput: own.ms.map((ms) => 1000 / ms),
      ...(roc && { roc_throughput_ratio: own.ms.map((ms, round) => ms / roc.ms[round]) }),
    };
    return {
      times: { epoch_time: own },
      facts: own.again === undefined
        ? {
          ...shared,
          peak_memory: modelled(publishedPeakBytes(workload, contender) / GB),
          ...(contender.id === ROC && overhead !== undefined && { memory_overhead: overhead }),
          work_items: nnz(data.adjacency),
          loaded_volume: own.loadedBytes / GB,
        }
        : { ...shared, self_ratio: own.again.map((each, round) => each / own.ms[round]) },
    };
  });
}

/** Reason for which a framework itself has no time of a model. */
function noLayers(framework: string, model: ManagedModel): MissingError {
  return new MissingError({
    action: `train a ${model} on the whole graph by ${framework}`,
    current: `a ${model}, and peers here train a whole graph by GCN or GAT alone`,
    wanted: "GCN",
    next: "read the row of its policy",
  });
}
