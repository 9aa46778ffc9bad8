/**
 * Memory that execution paths cost and time that they gain, by the depth of the model.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { aggregationMatrix, type GraphWorkload, pathsOf } from "../paper_graphs.ts";
import { depthTimes } from "./hop_times.ts";
import { memoryOverheads, OVERHEAD_METRICS } from "./measured_memory.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";

/** Numbers of layers. */
export const DEPTHS = [2, 3, 4, 5, 6] as const;

/** A model of some depth. */
export interface DeepModel extends GraphWorkload {
  /** Layers of the model. */
  readonly layers: number;
}

/** Metrics of a model on paths, in the order of the tables. */
export const DEPTH_METRICS = {
  memory_overhead: { label: "memory that paths add", unit: "%", better: "lower" },
  memory_overhead_per_layer: {
    label: "memory of one more layer",
    unit: "percentage points",
    better: "lower",
  },
  speedup: { label: "speed-up over GNNAdvisor", unit: "x", better: "higher" },
  edge_share: { label: "edges that layer 0 works on (SG_0)", unit: "%", better: "lower" },
  time: { label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
  gnnadvisor_time: { label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
  shortest_product: { label: "shortest product on a path", unit: "ms", shown: false },
  ...OVERHEAD_METRICS,
} as const satisfies Metrics;

/** Memory of the paths of a model over that of the training without them, in percent. */
async function overheadPercent(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, layers }: Pick<DeepModel, "graph" | "layers">,
): Promise<number> {
  const matrix = await aggregationMatrix(lab, dataset);
  return 100 * pathBytes(await pathsOf(lab, dataset, { layers })) / gnnAdvisorBytes(matrix, graph, layers);
}

/** Times the aggregations of both systems, and counts the memory of the paths. */
export async function measureDepth(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, layers }: DeepModel,
): Promise<() => JointOutcome<typeof DEPTH_METRICS>> {
  const paths = await pathsOf(lab, dataset, { layers });
  const overhead = await overheadPercent(lab, dataset, { graph, layers });
  const { whole, active, shortest } = await depthTimes(lab, dataset, { layers, deepest: DEPTHS.at(-1)! });
  const facts: Facts<typeof DEPTH_METRICS> = {
    memory_overhead: modelled(overhead),
    ...(layers > DEPTHS[0] && {
      memory_overhead_per_layer: {
        value: overhead - await overheadPercent(lab, dataset, { graph, layers: layers - 1 }),
        source: "modelled",
      },
    }),
    speedup: whole.ms.map((ms, round) => ms / active.ms[round]),
    edge_share: 100 * nnz(paths.at(-1)!.matrix) / nnz(await aggregationMatrix(lab, dataset)),
    ...await memoryOverheads(lab),
  };
  return () => ({ times: { time: active, gnnadvisor_time: whole, shortest_product: shortest }, facts });
}
