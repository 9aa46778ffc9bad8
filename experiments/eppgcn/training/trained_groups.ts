/**
 * Kernels of whole trainings: on a card every aggregation works by neighbour groups, GNNAdvisor's on the
 * whole graph, and on paths those that the regression or the classifier has chosen for each of them. EPPGCN
 * whole, groups and paths together, works so on any device.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { chooseGroupSize, gnnAdvisorRule } from "../../../kernels/spmm/group_size/mod.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import type { Lab } from "../../lab.ts";
import { type ChosenProducts, classifiedProducts } from "../group_sizes/classified_paths.ts";
import { P100_SLOTS } from "../group_sizes/grouping_rates.ts";
import { GROUPING_RULES } from "../group_sizes/grouping_rules.ts";
import { ownRegressionRule } from "../group_sizes/labelled_matrices.ts";
import { pathProducts } from "../backward_products.ts";
import { FLOAT_ATOMICS, measuresGroups } from "../grouped_product.ts";
import { HIDDEN } from "../paper_graphs.ts";
import { TRAINING_PERCENT } from "../drawn_paths.ts";
import { scaledSlots } from "../scaled_slots.ts";

/** Chooser of the group sizes on paths. */
export type PathGrouping = "regression" | "classifier";

/** Paths with their group sizes, in the same order. */
interface SizedPaths {
  readonly paths: readonly ExecutionPath[];
  readonly sizes: readonly number[];
}

/** Group sizes that the classifier chooses for the paths of a training, and the time of choosing. */
export function classifyPaths(
  lab: Lab,
  dataset: LoadedDataset,
  paths: readonly ExecutionPath[],
): Promise<ChosenProducts> {
  const slots = scaledSlots(dataset, P100_SLOTS);
  // The split is that of a training, which is drawn in another way than the sets of Figure 8.
  const drawn = { seed: lab.seed, percent: TRAINING_PERCENT, split: 1 };
  return classifiedProducts(lab, dataset, { paths, slots, drawn });
}

/** Kernels by groups: one size for all steps on the whole graph, one for each path. */
export function groupKernels(groupSize: number, { paths, sizes }: SizedPaths): KernelChoices {
  return {
    "spmm": { id: "neighbor-group", parameters: { groupSize } },
    "path-spmm": ({ path: { rows, nnz: entries } }) => {
      const place = paths.findIndex(({ matrix }) => matrix.rows === rows && nnz(matrix) === entries);
      return { id: "execution-path", parameters: { groupSize: sizes[place] } };
    },
  };
}

/**
 * Kernels of EPPGCN whole, on any device: the forward aggregations in groups that add atomically, of the size
 * that Equation 3 has for the graph; the backward ones on paths, on a card in groups of the sizes that it has
 * for them.
 */
export async function wholeKernels(
  lab: Lab,
  dataset: LoadedDataset,
  { adjacency, paths }: { readonly adjacency: CsrMatrix; readonly paths: readonly ExecutionPath[] },
): Promise<KernelChoices> {
  const { rule } = await GROUPING_RULES["equation-3"](lab, dataset);
  const groupSize = await chooseGroupSize(rule, adjacency, HIDDEN);
  const spmm = { id: FLOAT_ATOMICS, parameters: { groupSize } };
  if (!measuresGroups(lab.device)) return { spmm, "path-spmm": { id: "execution-path" } };
  const products = await pathProducts(dataset, paths, rule);
  return { ...groupKernels(groupSize, { paths, sizes: products.map(({ groupSize }) => groupSize) }), spmm };
}

/** Kernels of a training on this device; those of CPU threads work by rows. */
export async function trainedKernels(
  lab: Lab,
  dataset: LoadedDataset,
  { adjacency, paths, grouping }: {
    readonly adjacency: CsrMatrix;
    readonly paths: readonly ExecutionPath[];
    readonly grouping: PathGrouping;
  },
): Promise<KernelChoices> {
  if (!measuresGroups(lab.device)) return { "path-spmm": { id: "execution-path" } };
  const { products } = grouping === "classifier"
    ? await classifyPaths(lab, dataset, paths)
    : { products: await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset)) };
  const sizes = products.map(({ groupSize }) => groupSize);
  return groupKernels(await chooseGroupSize(gnnAdvisorRule, adjacency, HIDDEN), { paths, sizes });
}
