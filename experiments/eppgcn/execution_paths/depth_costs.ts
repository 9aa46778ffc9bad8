/**
 * Memory that execution paths cost and time that they gain, by the depth of the model.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { depthTimes } from "./hop_times.ts";
import { memoryOverheads, OVERHEAD_METRICS } from "./measured_memory.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";
import { aggregationMatrix, pathsOf, TRAINING_PERCENT } from "../drawn_paths.ts";

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

/** Size of the path of one hop. */
interface HopSize {
  readonly bytes: number;
  readonly entries: number;
}

/** Sizes of the hops of a model, of which a shallower one has the first. */
async function hopSizes(lab: Lab, dataset: LoadedDataset, layers: number): Promise<readonly HopSize[]> {
  const paths = await pathsOf(lab, dataset, { layers });
  return paths.map((path) => ({ bytes: pathBytes([path]), entries: nnz(path.matrix) }));
}

/** Times the aggregations of both systems, and counts the memory of the paths. */
export async function measureDepth(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, layers }: DeepModel,
): Promise<() => JointOutcome<typeof DEPTH_METRICS>> {
  const deepest = DEPTHS.at(-1)!;
  const matrix = await aggregationMatrix(lab, dataset);
  const hops = await lab.once(hopSizes, dataset, deepest);
  /** Memory of the paths of a model over that of the training without them, in percent. */
  const overheadPercent = (depth: number) => {
    const added = sumOf(hops.slice(0, depth), ({ bytes }) => bytes);
    return 100 * added / gnnAdvisorBytes(matrix, graph, { layers: depth, percent: TRAINING_PERCENT });
  };
  const overhead = overheadPercent(layers);
  const { whole, active, shortest } = await depthTimes(lab, dataset, { layers, deepest });
  const facts: Facts<typeof DEPTH_METRICS> = {
    memory_overhead: modelled(overhead),
    ...(layers > DEPTHS[0] && {
      memory_overhead_per_layer: modelled(overhead - overheadPercent(layers - 1)),
    }),
    speedup: whole.ms.map((ms, round) => ms / active.ms[round]),
    edge_share: 100 * hops[layers - 1].entries / nnz(matrix),
    ...await memoryOverheads(lab),
  };
  return () => ({ times: { time: active, gnnadvisor_time: whole, shortest_product: shortest }, facts });
}
