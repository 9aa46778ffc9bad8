/**
 * Epochs of the systems of roc Figure 5: measured partitions, counted copies and modelled links.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { LINKS, transferSeconds } from "../../../hardware/models/interconnect.ts";
import { changedLink } from "../../../hardware/models/link_changes.ts";
import { MissingError } from "../../../platform/errors.ts";
import { ROC_CLUSTER } from "../../../training/partitioned/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts } from "../partitioning/part_premises.ts";
import { type Change, CHANGES, UNCHANGED, variationsBeside } from "../partitioning/changed_links.ts";
import { type TimedCuts, timeStrategies } from "../partitioning/timed_cuts.ts";
import { trainedGraph } from "../partitioning/partitioned_graphs.ts";
import { FIGURE_STRATEGIES } from "../partitioning/strategies.ts";
import { iterationRounds, slowest, type TimedCut } from "../partitioning/timed_cut.ts";
import { CARD_BYTES, copiedBytes } from "./copied_bytes.ts";
import { ROC, type System, type TrainedWorkload } from "./neugraph_systems.ts";
import { decidingRounds } from "../partitioning/deciding_rounds.ts";

/** Without NVLink devices of a node talk over PCIe. */
const CLUSTER = { ...ROC_CLUSTER, insideNode: LINKS["pcie-3-x16"] };

/** Metrics of the epochs. */
export const EPOCH_METRICS = {
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
  { cuts, whole, layers }: TimedCuts,
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
export async function modelEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { graph: id, gpus }: TrainedWorkload,
  contenders: readonly System[],
): Promise<(id: string) => JointOutcome<typeof EPOCH_METRICS>> {
  const graph = trainedGraph(lab.profile, id), setting = { graph, gpus };
  // All that Figure 8 asks for, so that both read the same rounds.
  const strategies = FIGURE_STRATEGIES.map(({ id }) => id);
  const timed = { ...setting, training: 0, strategies, withWhole: true, ...decidingRounds(lab.profile) };
  const run = await lab.once(timeStrategies, dataset, timed, lab.profile);
  const epochsOf = (system: System) => modelledEpochs(lab, run, { system, scale: graph.scale });
  const changes = variationsBeside(lab), roc = epochsOf(ROC);
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
    next: "read the rows of 1, 2 and 4 GPUs, for which its numbers are printed",
  });
}
