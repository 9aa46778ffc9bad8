/**
 * Counted terms of an epoch's sparse products: those of the forward pass on the whole graph, and those of the
 * backward pass on the whole graph, under a mask or on paths.
 *
 * @module
 */
import { nnz } from "../../../../graph/csr.ts";
import type { ExecutionPath } from "../../../../graph/execution_paths.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import {
  type CostTerms,
  costTerms,
  type MatrixCosts,
  matrixCosts,
  type TermName,
} from "../products/cost_terms.ts";
import { CLASSES, HIDDEN, IF_ELSE, WHOLE } from "./path_widths.ts";

/** Counts of the matrices of an epoch's products. */
export interface EpochCosts {
  /** Counts of the aggregation matrix. */
  readonly whole: MatrixCosts;
  /** Counts of each path by its layer, that of the last layer first. */
  readonly paths: readonly { readonly layer: number; readonly costs: MatrixCosts }[];
}

/** Counts the paths beside a graph that was counted. */
export function epochCosts(whole: MatrixCosts, paths: readonly ExecutionPath[], seed: number): EpochCosts {
  return { whole, paths: paths.map(({ layer, matrix }) => ({ layer, costs: matrixCosts(matrix, seed) })) };
}

/** Sums of terms; of the longest row too, since each product waits for its own. */
function sum(all: readonly CostTerms[]): CostTerms {
  const names = Object.keys(all[0]) as TermName[];
  const total = (name: TermName) => sumOf(all, (terms) => terms[name]);
  return Object.fromEntries(names.map((name) => [name, total(name)])) as CostTerms;
}

/** Terms of an epoch of the contender `id`. Under a mask all rows and edges of the graph are items. */
export function epochTerms(id: string, { whole: graph, paths }: EpochCosts): CostTerms {
  const { rows } = graph.matrix, edges = nnz(graph.matrix);
  const products = paths.map(({ layer, costs }) => {
    const width = layer === paths.length - 1 ? CLASSES : HIDDEN;
    const [whole, path] = [graph, costs].map((each) => costTerms(each, { kernel: "row-split", width }));
    if (id === WHOLE) return sum([whole, whole]);
    const items = id === "compact" ? path.term_items : rows + (id === IF_ELSE ? edges : 0);
    return sum([whole, { ...path, term_items: items }]);
  });
  return sum(products);
}
