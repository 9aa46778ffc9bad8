/**
 * Throughput of a training by strategy of partitioning, from timed cuts and modelled communication.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { ROC_CLUSTER } from "../../../training/partitioned/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts } from "./part_premises.ts";
import { type Change, CHANGES, UNCHANGED, variationsBeside } from "./changed_links.ts";
import { timeStrategies } from "./timed_cuts.ts";
import { trainedGraph } from "./partitioned_graphs.ts";
import type { FigureStrategy } from "./strategies.ts";
import { SPEEDUP_METRICS, speedupFacts } from "./strategy_speedups.ts";
import { iterationRounds, slowestTimes } from "./timed_cut.ts";
import type { GpuWorkload } from "./gpu_workloads.ts";
import { decidingRounds } from "./deciding_rounds.ts";

/** Metrics of the training. */
export const THROUGHPUT_METRICS = {
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  ...changedMetrics("time", { label: "epoch time", unit: "ms", better: "lower" }, CHANGES),
  slowest_partition: { label: "slowest partition", unit: "ms", better: "lower" },
  communication: { label: "communication", unit: "ms", better: "lower" },
  other_partitions: { label: "partitions that are not the whole graph", unit: "count", shown: false },
  ...PART_METRICS,
  ...SPEEDUP_METRICS,
} as const satisfies Metrics;

/** Times the cuts of the strategies that were asked for; speed-ups are over the equal cuts among them. */
export async function measureThroughput(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly FigureStrategy[],
): Promise<(id: string) => JointOutcome<typeof THROUGHPUT_METRICS>> {
  const setting = { graph: trainedGraph(lab.profile, "reddit"), gpus };
  const strategies = contenders.map(({ id }) => id);
  const timed = { ...setting, training: 0, strategies, withWhole: true, ...decidingRounds(lab.profile) };
  const { cuts, layers } = await lab.once(timeStrategies, dataset, timed, lab.profile);
  const rounds = (strategy: FigureStrategy["id"], change: Change) =>
    iterationRounds(cuts.get(strategy)!, { layers, work: "training", cluster: ROC_CLUSTER, change });
  const parts = partFacts(dataset.graph, { id: setting.graph.id, gpus });
  // On one device nothing is modelled but what is changed.
  const isMeasured = gpus === 1, source = isMeasured ? "measured" : "modelled";
  return byContender(contenders, ({ id }) => {
    const shown = rounds(id, UNCHANGED), slowest = slowestTimes(cuts.get(id)!);
    const changes = variationsBeside(lab).filter((change) => !isMeasured || change.id !== "");
    return {
      times: { slowest_partition: slowest, ...(isMeasured && { time: { ...slowest, ms: shown } }) },
      facts: {
        throughput: { value: shown.map((ms) => 1e3 / ms), source },
        ...byChange("time", changes, (change) => modelled(rounds(id, change))),
        other_partitions: cuts.get(id)!.blocks.filter(({ begin, end }) =>
          begin > 0 || end < dataset.graph.rows
        ).length,
        ...parts,
        communication: modelled(shown[0] - slowest.ms[0]),
        ...speedupFacts({ id, contenders, changes: variationsBeside(lab), rounds, isMeasured }),
      },
    };
  });
}
