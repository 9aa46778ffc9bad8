/**
 * Gradients of all-active training and of training on execution paths, compared in float64, and properties of
 * the paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { type ExecutionPath, executionPaths } from "../../../graph/execution_paths.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { aggregationMatrix, drawTrainingSet } from "../drawn_paths.ts";
import { programGradients } from "./program_gradients.ts";
import {
  aggregateAll,
  aggregateOnPath,
  referenceBackward,
  referenceForward,
  type ReferenceGradients,
} from "./reference_backward.ts";

/**
 * Share of the vertices that train, in percent, at which the programs that train here are run too, with
 * self-loops: that of the paper.
 */
export const COMPILED = 10;
/** Columns of the features and of every layer but the last. */
export const WIDTH = 4;
/** Columns of the last layer. */
export const CLASSES = 3;

/** An aggregation matrix. */
export interface AggregationContender extends Contender {
  /** Whether every vertex aggregates itself too. */
  readonly selfLoops: boolean;
}

/** A model of some depth, trained on a share of a graph. */
export interface PartialTraining extends Workload {
  /** Share of the vertices that train, in percent. */
  readonly percent: number;
  /** Layers of the model. */
  readonly layers: number;
}

/** Metrics of the checks, in the order of the tables. */
export const GRADIENT_METRICS = {
  edge_share: { label: "edges that layer 0 works on (SG_0)", unit: "%", better: "lower" },
  vertex_share: { label: "share of the vertices in SG_0", unit: "%", better: "lower" },
  gradient_difference: {
    label: "largest relative difference of a weight's gradient",
    unit: "1",
    better: "lower",
  },
  feature_gradient_difference: {
    label: "largest relative difference of a feature's gradient",
    unit: "1",
    better: "lower",
  },
  program_gradient_difference: {
    label: "the same by the programs that train here",
    unit: "1",
    better: "lower",
  },
  output_rows_outside: {
    label: "rows of dX_L that are not 0 outside the training set",
    unit: "rows",
    better: "lower",
  },
  rows_outside: { label: "gradient rows that are not 0 outside the paths", unit: "rows", better: "lower" },
  paths_above_graph: { label: "paths with more edges than the graph", unit: "count", better: "lower" },
  paths_out_of_order: { label: "paths smaller than that of the layer above", unit: "count", better: "lower" },
  changed_when_rebuilt: {
    label: "numbers that change when paths are built again",
    unit: "count",
    better: "lower",
  },
} as const satisfies Metrics;

/** The graph's own entries, each 1: walks of exactly k edges. */
function withoutLoops(graph: CsrMatrix): CsrMatrix {
  return { ...graph, values: new Float32Array(nnz(graph)).fill(1) };
}

/** Rows outside a set that hold anything but zeros. */
function rowsOutside(
  { rows, cols, values }: ReferenceGradients["features"][number],
  set: Uint32Array,
): number {
  const inside = new Uint8Array(rows);
  for (const v of set) inside[v] = 1;
  let outside = 0;
  for (let v = 0; v < rows; v++) {
    if (inside[v] === 0 && values.subarray(v * cols, (v + 1) * cols).some((value) => value !== 0)) outside++;
  }
  return outside;
}

/** Largest difference of two gradients over the larger one's largest entry. */
export function difference(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  let worst = 0;
  a.forEach((values, layer) => {
    let apart = 0, largest = 0;
    values.forEach((value, i) => {
      apart = Math.max(apart, Math.abs(value - b[layer][i]));
      largest = Math.max(largest, Math.abs(value));
    });
    if (largest > 0) worst = Math.max(worst, apart / largest);
  });
  return worst;
}

/** Number of entries that differ between two builds of the same paths. */
function changedEntries(a: readonly ExecutionPath[], b: readonly ExecutionPath[]): number {
  const arrays = ({ targets, sources, matrix: { rowPtr, colIdx, values } }: ExecutionPath) => [
    targets,
    sources,
    rowPtr,
    colIdx,
    values!,
  ];
  let changed = 0;
  a.forEach((path, i) => {
    const others = arrays(b[i]);
    arrays(path).forEach((array, which) => {
      changed += Math.abs(array.length - others[which].length);
      for (let at = 0; at < array.length; at++) changed += array[at] === others[which][at] ? 0 : 1;
    });
  });
  return changed;
}

/** Counts where gradients of both ways to train are apart, and whether the paths are what they should be. */
export async function compareGradients(
  lab: ExactLab,
  dataset: LoadedDataset,
  { layers, percent }: PartialTraining,
  { selfLoops }: AggregationContender,
): Promise<Facts<typeof GRADIENT_METRICS>> {
  const { seed } = lab;
  const matrix = selfLoops ? await aggregationMatrix(lab, dataset) : withoutLoops(dataset.graph);
  const trainingSet = drawTrainingSet(matrix.rows, percent, seed);
  const paths = executionPaths(matrix, trainingSet, { layers });
  const pathOf = (layer: number) => paths.find((path) => path.layer === layer)!;

  const problem = { matrix, trainingSet, layers, width: WIDTH, classes: CLASSES, seed };
  const forward = referenceForward(problem);
  const all = referenceBackward(forward, (_layer, dy) => aggregateAll(problem, dy));
  const active = referenceBackward(forward, (layer, dy) => aggregateOnPath(pathOf(layer), dy));

  const entries = nnz(matrix);
  const sizes = paths.map((path) => nnz(path.matrix));
  const shuffled = randomPermutation(trainingSet.length, new RandomStream(seed, "another order"));
  const programs = percent === COMPILED && selfLoops ? await programGradients(problem, paths) : undefined;
  const again = executionPaths(matrix, shuffled.map((place) => trainingSet[place]), { layers });
  return {
    output_rows_outside: rowsOutside(all.features[layers], trainingSet),
    rows_outside: sumOf(paths, (path) => rowsOutside(all.features[path.layer], path.targets)),
    gradient_difference: difference(all.weights, active.weights),
    feature_gradient_difference: difference(
      all.features.map(({ values }) => values),
      active.features.map(({ values }) => values),
    ),
    ...(programs && { program_gradient_difference: difference(programs.all, programs.active) }),
    edge_share: 100 * sizes.at(-1)! / entries,
    vertex_share: 100 * paths.at(-1)!.targets.length / matrix.rows,
    paths_above_graph: sizes.filter((size) => size > entries).length,
    paths_out_of_order: sizes.filter((size, i) => i > 0 && size < sizes[i - 1]).length,
    changed_when_rebuilt: changedEntries(paths, again),
  };
}
