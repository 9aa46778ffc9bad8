/**
 * Adjacency of a graph under an ordering, for simulations of its product, which see no values.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import type { ExactLab } from "../../lab.ts";
import { keptOrdering } from "../../trials/ordered_graph.ts";
import { NATURAL } from "./vertex_orderings.ts";

/** Places of a dataset's entries, self-loops added; a simulated cache sees no values. */
function entries(_lab: ExactLab, { graph }: LoadedDataset): CsrMatrix {
  const { rows, cols, rowPtr, colIdx } = gcnNormalise(graph);
  return { rows, cols, rowPtr, colIdx };
}

/** Matrix of a dataset under an ordering, for all settings of the simulation. */
export async function orderedMatrix(
  lab: ExactLab,
  dataset: LoadedDataset,
  { ordering: id }: { readonly ordering: string },
): Promise<CsrMatrix> {
  const { perm } = await keptOrdering(lab, dataset, findOrdering(id));
  const natural = await lab.once(entries, dataset, {});
  return id === NATURAL ? natural : permuteSymmetric(natural, perm);
}
