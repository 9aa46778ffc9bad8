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
import type { Ordering } from "../../graph/orderings/ordering.ts";
import { permuteFeatures, permuteSymmetric } from "../../graph/permute.ts";
import type { ExactLab, Lab } from "../lab.ts";
import { randomFeatures } from "../../kernels/random_features.ts";

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
  /** Milliseconds that the ordering took when it was computed, on a machine like this one. */
  readonly orderingMs: number;
  /** Factors for rows: the engine, where the ordering has a choice of engines. */
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

/** An ordering of a dataset. */
export interface KeptOrdering {
  /** New id of every old vertex. */
  readonly perm: Uint32Array;
  /** Milliseconds that the ordering took when it was computed, on a machine like this one. */
  readonly ms: number;
  /** Ordering and its parameters, for content keys. */
  readonly identity: Readonly<Record<string, unknown>>;
}

/** Orders a dataset, or takes the ordering from the user's cache. */
export async function keptOrdering(
  { cachedWithCost, seed }: Pick<ExactLab, "cachedWithCost" | "seed">,
  { graph, hash }: LoadedDataset,
  { id, parameters, compute }: Ordering,
): Promise<KeptOrdering> {
  const identity = { ordering: id, parameters };
  const { value: perm, ms } = await cachedWithCost(
    { ...identity, graph: hash, seed },
    () => compute(graph, { seed }).perm,
  );
  return { perm, ms, identity };
}

/** Orders a dataset for a product of `width` features. */
export async function orderGraph(
  lab: Lab,
  dataset: LoadedDataset,
  { ordering: id, width }: { readonly ordering: string; readonly width: number },
): Promise<OrderedGraph> {
  const ordering = findOrdering(id);
  const { perm, ms: orderingMs, identity } = await keptOrdering(lab, dataset, ordering);
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
