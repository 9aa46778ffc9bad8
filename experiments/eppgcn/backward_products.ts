/**
 * The backward aggregations of a training as products by neighbour groups: GNNAdvisor's on the whole graph,
 * EPPGCN's on the paths, with a group size by rule.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ExecutionPath } from "../../graph/execution_paths.ts";
import { chooseGroupSize, gnnAdvisorRule, type GroupSizeRule } from "../../kernels/spmm/group_size/mod.ts";
import type { ExactLab } from "../lab.ts";
import type { GroupedProduct } from "./grouped_product.ts";
import { HIDDEN, paperGraph } from "./paper_graphs.ts";
import { aggregationMatrix } from "./drawn_paths.ts";

/**
 * Columns that the backward aggregation of a layer sums, as in the public code, which combines before it
 * aggregates: the layer's outputs.
 */
export function aggregatedWidth(dataset: LoadedDataset, layer: number, layers: number): number {
  return layer === layers - 1 ? paperGraph(dataset.id).classes : HIDDEN;
}

/** Products of GNNAdvisor: every layer on the whole graph, groups of the average degree. */
export async function wholeGraphProducts(
  lab: Pick<ExactLab, "once">,
  dataset: LoadedDataset,
  layers: number,
): Promise<GroupedProduct[]> {
  const matrix = await aggregationMatrix(lab, dataset);
  const products: GroupedProduct[] = [];
  for (let layer = layers - 1; layer >= 0; layer--) {
    const width = aggregatedWidth(dataset, layer, layers);
    products.push({ matrix, width, groupSize: await chooseGroupSize(gnnAdvisorRule, matrix, width) });
  }
  return products;
}

/** Products of EPPGCN: every layer on its path, groups by a rule. */
export async function pathProducts(
  dataset: LoadedDataset,
  paths: readonly ExecutionPath[],
  rule: GroupSizeRule,
): Promise<GroupedProduct[]> {
  const products: GroupedProduct[] = [];
  for (const { layer, matrix } of paths) {
    const width = aggregatedWidth(dataset, layer, paths.length);
    products.push({ matrix, width, groupSize: await chooseGroupSize(rule, matrix, width) });
  }
  return products;
}
