/**
 * A dataset under an ordering, ready for a product: the ordering computed once and kept, the matrix
 * normalised and renumbered, the features with it.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import { permuteFeatures, permuteSymmetric } from "../../graph/permute.ts";
import type { Lab } from "../lab.ts";
import { randomFeatures } from "./spmm_trial.ts";

/** A matrix with the dense operand that belongs to its numbering. */
export interface Operands {
  /** GCN-normalised adjacency, self-loops added. */
  readonly matrix: CsrMatrix;
  /** `matrix.cols x width`, row-major, random. */
  readonly features: Float32Array;
  /** Columns of `features`. */
  readonly width: number;
}

/** The same product under the dataset's own numbering and under an ordering's. */
export interface OrderedGraph {
  /** Operands of the matrix as loaded. */
  readonly natural: Operands;
  /** Operands of the renumbered matrix, whose row `perm[v]` is row v of the loaded one. */
  readonly ordered: Operands;
  /** New id of every old vertex. */
  readonly perm: Uint32Array;
  /** Milliseconds that the ordering took when it was computed. */
  readonly orderingMs: number;
  /** For rows: the engine, where the ordering has a choice of engines. */
  readonly factors: Readonly<Record<string, string>>;
  /** Ordering and its parameters, for content keys. */
  readonly identity: Readonly<Record<string, unknown>>;
}

function operandsOf(
  { seed }: Pick<Lab, "seed">,
  { graph }: LoadedDataset,
  { width }: { readonly width: number },
): Operands {
  const matrix = gcnNormalise(graph);
  return { matrix, features: randomFeatures(matrix.cols, width, seed), width };
}

/** A dataset's matrix under its own numbering, with `width` random features: one copy a session. */
export function naturalOperands(lab: Lab, dataset: LoadedDataset, width: number): Promise<Operands> {
  return lab.once(operandsOf, dataset, { width });
}

/** Orders a dataset for a product of `width` features. */
export async function orderGraph(
  lab: Lab,
  dataset: LoadedDataset,
  { ordering: id, width }: { readonly ordering: string; readonly width: number },
): Promise<OrderedGraph> {
  const { seed } = lab;
  const ordering = findOrdering(id);
  const identity = { ordering: ordering.id, parameters: ordering.parameters };
  const { value: perm, ms: orderingMs } = await lab.cached(
    { ...identity, graph: dataset.hash, seed },
    () => ordering.compute(dataset.graph, { seed }).perm,
  );
  const natural = await naturalOperands(lab, dataset, width);
  const { engine } = ordering.parameters;
  return {
    natural,
    ordered: {
      matrix: permuteSymmetric(natural.matrix, perm),
      features: permuteFeatures(natural.features, width, perm),
      width,
    },
    perm,
    orderingMs,
    factors: engine === undefined ? {} : { engine: String(engine) },
    identity,
  };
}
