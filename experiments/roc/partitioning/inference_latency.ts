/**
 * Latency of inference on graphs that a cost model has not seen, by strategy of partitioning.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { type Change, CHANGES, UNCHANGED, variationsBeside } from "./changed_links.ts";
import type { GpuWorkload } from "./gpu_workloads.ts";
import type { FigureStrategy } from "./strategies.ts";
import { SPEEDUP_METRICS, speedupFacts } from "./strategy_speedups.ts";
import { slowestTimes } from "./timed_cut.ts";
import { latencyRounds, type TimedId, timeInference, WHOLE } from "./unseen_inference.ts";

/** Vertices of one of PPI's 24 graphs, by Table 4 and Section 7.6. */
const PRINTED_VERTICES = datasetRecord("ppi").printed.find(({ paper }) => paper === "roc")!.vertices / 24;

/** Metrics of the inference. */
export const LATENCY_METRICS = {
  ...changedMetrics("latency", { label: "latency", unit: "ms", better: "lower" }, CHANGES),
  slowest_partition: { label: "slowest partition", unit: "ms", better: "lower" },
  communication: { label: "communication", unit: "ms", better: "lower" },
  ...changedMetrics(
    "speedup_over_one",
    { label: "speed-up over one GPU", unit: "x", better: "higher" },
    CHANGES,
  ),
  graph_scale: { label: "vertices of a graph over the printed number", unit: "1", shown: false },
  ...SPEEDUP_METRICS,
} as const satisfies Metrics;

/** Times the cuts of the strategies that were asked for, beside the graphs on one device. */
export async function measureLatency(
  lab: Lab,
  _dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly FigureStrategy[],
): Promise<(id: string) => JointOutcome<typeof LATENCY_METRICS>> {
  const run = await timeInference(lab, { gpus, strategies: contenders.map(({ id }) => id) });
  const changes = variationsBeside(lab), isMeasured = gpus === 1;
  const rounds = (cut: TimedId, change: Change) => latencyRounds(run, cut, change);
  return byContender(contenders, ({ id }) => {
    const shown = rounds(id, UNCHANGED), slowest = slowestTimes(run.cuts.get(id)![0]);
    const modelledOnly = changes.filter((change) => !isMeasured || change.id !== "");
    return {
      times: { slowest_partition: slowest, ...(isMeasured && { latency: { ...slowest, ms: shown } }) },
      facts: {
        ...byChange("latency", modelledOnly, (change) => modelled(rounds(id, change))),
        ...byChange("speedup_over_one", changes, (change) => {
          const own = rounds(id, change);
          return modelled(rounds(WHOLE, change).map((ms, round) => ms / own[round]));
        }),
        graph_scale: run.vertices / PRINTED_VERTICES,
        communication: modelled(median(shown) - median(slowest.ms)),
        ...speedupFacts({ id, contenders, changes, rounds, isMeasured }),
      },
    };
  });
}
