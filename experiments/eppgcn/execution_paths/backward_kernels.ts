/**
 * The backward aggregation of a training by three kernels: on the whole graph, under a mask, and on execution
 * paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { chooseGroupSize, constantRule, gnnAdvisorRule } from "../../../kernels/spmm/group_size/mod.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { type AggregationProduct, aggregationTrial } from "../aggregation_trial.ts";
import { aggregatedWidth } from "../backward_products.ts";
import type { PaperGraph } from "../paper_graphs.ts";
import { aggregationMatrix, pathsOf } from "../drawn_paths.ts";

/** Layers of the model. */
export const LAYERS = 2;
/** Ids of the contenders. */
export const WHOLE = "gnnadvisor", MASK = "if-else", PATH = "epp";
/** Workload of the graphs that are not small together. */
export const MEAN = "mean-six";

/** A graph, or the mean over several. */
export interface BackwardWorkload extends Workload {
  /** Graphs with their datasets. */
  readonly graphs: readonly { readonly graph: PaperGraph; readonly dataset: string }[];
}

/** Kernel of the backward aggregation. */
export interface BackwardKernel extends Contender {
  /** Kernel id of the `path-spmm` operation. */
  readonly kernel: string;
}

/** Kernels that are compared. */
export const CONTENDERS: readonly BackwardKernel[] = [
  { id: WHOLE, label: "whole graph (policy of GNNAdvisor)", kernel: "all-active" },
  { id: MASK, label: "if-else", kernel: "masked" },
  { id: PATH, label: "execution paths (EPP)", kernel: "execution-path" },
];

/** The products of the backward pass, the last layer's first. */
async function products(lab: Lab, dataset: LoadedDataset, kernel: string): Promise<AggregationProduct[]> {
  const matrix = await aggregationMatrix(lab, dataset);
  const paths = await pathsOf(lab, dataset, { layers: LAYERS });
  const rule = kernel === "all-active" ? gnnAdvisorRule : constantRule(32);
  return await Promise.all(
    paths.map(async (path): Promise<AggregationProduct> => {
      const width = aggregatedWidth(dataset, path.layer, LAYERS);
      const features = randomFeatures(path.sources.length, width, lab.seed);
      // On CPU threads rows are not cut into groups.
      const parameters: ParameterValues = lab.device.backend === "webgpu"
        ? { groupSize: await chooseGroupSize(rule, kernel === "all-active" ? matrix : path.matrix, width) }
        : {};
      return { operation: "path-spmm", problem: { matrix, path, features, width }, kernel, parameters };
    }),
  );
}

/** Metrics of a backward aggregation, in the order of the tables. */
export const AGGREGATION_METRICS = {
  time_normalized: { label: "time over that of the whole graph", unit: "1", better: "lower" },
  time: { label: "backward aggregation", unit: "ms", better: "lower" },
  prepare: { label: "preparation of the kernels", unit: "ms", better: "lower", shown: false },
  speedup: { label: "speed-up over the whole graph", unit: "x", better: "higher" },
  mean_speedup: { label: "mean speed-up over the whole graph", unit: "x", better: "higher" },
  speedup_over_if_else: { label: "speed-up over if-else", unit: "x", better: "higher" },
  edges: { label: "edges multiplied", unit: "1" },
  edge_tests: { label: "edges tested", unit: "1", better: "lower" },
  row_tests: { label: "rows tested", unit: "1", better: "lower", shown: false },
  rows_written: { label: "rows written", unit: "1" },
  bytes_moved: { label: "bytes moved, each use counted", unit: "1", better: "lower" },
  bandwidth: { label: "bytes moved a second", unit: "GB/s", better: "higher" },
} as const satisfies Metrics;

/** Times the contenders that were asked for on one graph, side by side. */
async function measureGraph(
  lab: Lab,
  _dataset: LoadedDataset,
  { dataset: name, contenders }: { readonly dataset: string; readonly contenders: readonly string[] },
): Promise<SideBySide> {
  const dataset = await lab.load({ dataset: name });
  const kernels = CONTENDERS.filter(({ id }) => contenders.includes(id));
  return await measureSideBySide(
    lab,
    new Map(
      kernels.map(({ id, kernel }) =>
        [id, async () => aggregationTrial(lab, await products(lab, dataset, kernel))] as const
      ),
    ),
    // Graphs of the printed sizes are staged once, as in Figures 1 and 11: placing them takes far longer than
    // multiplying.
    { preparations: 1 },
  );
}

/** Times a graph's contenders side by side; of several graphs, averages the speed-ups round by round. */
export async function measureKernels(
  lab: Lab,
  _dataset: LoadedDataset,
  { id: workload, graphs }: BackwardWorkload,
  contenders: readonly BackwardKernel[],
): Promise<(id: string) => JointOutcome<typeof AGGREGATION_METRICS>> {
  const asked = contenders.map(({ id }) => id), all: SideBySide[] = [];
  for (const { dataset } of graphs) {
    all.push(await lab.once(measureGraph, NO_DATASET, { dataset, contenders: asked }));
  }
  if (workload === MEAN) {
    return (id) => {
      const ratios = all.map((sides) => sides.ratio(WHOLE, id));
      const mean_speedup = ratios[0].map((_, round) => mean(ratios.map((each) => each[round])));
      return { times: {}, facts: id === WHOLE ? {} : { mean_speedup } };
    };
  }
  const [sides] = all;
  return (id) => {
    const { ms, facts, parts } = sides.of(id);
    const bytes = facts.bytes_moved as number;
    return {
      times: { ...parts, time: sides.times(id), prepare: sides.preparation(id) },
      facts: {
        ...facts,
        time_normalized: sides.ratio(id, WHOLE),
        ...(id !== WHOLE && { speedup: sides.ratio(WHOLE, id) }),
        ...(id === PATH && asked.includes(MASK) && { speedup_over_if_else: sides.ratio(MASK, id) }),
        bandwidth: ms.map((each) => bytes / each / 1e6),
      },
    };
  };
}
