/**
 * Counted terms of an epoch's sparse products: those of the forward pass on the whole graph, and those of the
 * backward pass on the whole graph, under a mask or on paths.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../../graph/csr.ts";
import type { ExecutionPath } from "../../../../graph/execution_paths.ts";
import {
  type CostTerms,
  costTerms,
  type MatrixCosts,
  matrixCosts,
  type TermName,
} from "../products/cost_terms.ts";
import { CLASSES, HIDDEN, IF_ELSE, WHOLE } from "./path_widths.ts";

/** Graph and paths of an epoch. */
export interface EpochProducts {
  /** Aggregation matrix. */
  readonly adjacency: CsrMatrix;
  /** Paths, that of the last layer first. */
  readonly paths: readonly ExecutionPath[];
  /** Seed of the reads that are followed. */
  readonly seed: number;
}

const counted = new WeakMap<CsrMatrix, MatrixCosts>();

function termsOf(
  matrix: CsrMatrix,
  { width, seed }: { readonly width: number; readonly seed: number },
): CostTerms {
  const known = counted.getOrInsertComputed(matrix, () => matrixCosts(matrix, seed));
  return costTerms(known, { kernel: "row-split", width });
}

/** Sums of terms; of the longest row too, since each product waits for its own. */
function sum(all: readonly CostTerms[]): CostTerms {
  const names = Object.keys(all[0]) as TermName[];
  const total = (name: TermName) => all.reduce((so, terms) => so + terms[name], 0);
  return Object.fromEntries(names.map((name) => [name, total(name)])) as CostTerms;
}

/** Terms of an epoch of the contender `id`. Under a mask every row and edge of the graph is an item of work. */
export function epochTerms(id: string, { adjacency, paths, seed }: EpochProducts): CostTerms {
  const products = paths.map(({ layer, matrix }) => {
    const width = layer === paths.length - 1 ? CLASSES : HIDDEN;
    const whole = termsOf(adjacency, { width, seed });
    if (id === WHOLE) return sum([whole, whole]);
    const path = termsOf(matrix, { width, seed });
    const items = id === "compact" ? path.term_items : adjacency.rows + (id === IF_ELSE ? nnz(adjacency) : 0);
    return sum([whole, { ...path, term_items: items }]);
  });
  return sum(products);
}
