/**
 * Blocks of two orderings at equal numbers of edges: the time of a sparse and of a dense block says nothing
 * about locality, as each row of a denser one has more to gain from what it fetched.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { groupCount } from "../../../distributed/spmm/mod.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { blockOffsets } from "../../../graph/orderings/block_wise.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Lab } from "../../lab.ts";
import { naturalOperands } from "../../trials/ordered_graph.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { WIDTH } from "../paper_graphs.ts";
import { type Block, BLOCKS } from "./block_times.ts";
import { TWO_GROUPS } from "./schemes.ts";
import { type ScopedOrdering, scopedPermutation } from "./scoped_orderings.ts";

/** A random choice of `entries` of a matrix's entries, each choice as likely; all where it has fewer. */
export function thinned(matrix: CsrMatrix, entries: number, seed: number): CsrMatrix {
  const { rows, rowPtr, colIdx, values } = matrix, stream = new RandomStream(seed, "thinned entries");
  const kept = Math.min(entries, nnz(matrix));
  const thin = {
    ...matrix,
    rowPtr: new Uint32Array(rows + 1),
    colIdx: new Uint32Array(kept),
    ...(values && { values: new Float32Array(kept) }),
  };
  let left = nnz(matrix), to = 0;
  for (let row = 0; row < rows; row++) {
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++, left--) {
      if (left * stream.uniform() >= kept - to) continue;
      thin.colIdx[to] = colIdx[e];
      if (values) thin.values![to] = values[e];
      to++;
    }
    thin.rowPtr[row + 1] = to;
  }
  return thin;
}

/** Name of a block under an ordering in {@linkcode measureEqualEdges}. */
export const equalEdgesId = ({ id }: Block, ordering: Pick<ScopedOrdering, "id">) => `${ordering.id} ${id}`;

/** Times each block under all orderings, thinned to the fewest edges that it has under one of them. */
export async function measureEqualEdges(
  lab: Lab,
  dataset: LoadedDataset,
  { orderings }: { readonly orderings: readonly ScopedOrdering[] },
): Promise<SideBySide> {
  const { matrix } = await naturalOperands(lab, dataset, WIDTH);
  const offsets = blockOffsets(matrix.rows, groupCount(TWO_GROUPS));
  const range = (block: number) => [offsets[block], offsets[block + 1]] as const;
  const blocks = new Map<string, CsrMatrix>();
  for (const ordering of orderings) {
    const permutation = await scopedPermutation(lab, dataset, { scheme: TWO_GROUPS, ordering });
    const ordered = permutation ? permuteSymmetric(matrix, permutation.perm) : matrix;
    for (const block of BLOCKS) {
      const { row, column } = block;
      blocks.set(
        equalEdgesId(block, ordering),
        submatrix(ordered, { rows: range(row), cols: range(column) }),
      );
    }
  }
  const trials = BLOCKS.flatMap((block) => {
    const ids = orderings.map((ordering) => equalEdgesId(block, ordering));
    const fewest = Math.min(...ids.map((id) => nnz(blocks.get(id)!)));
    const features = randomFeatures(blocks.get(ids[0])!.cols, WIDTH, lab.seed);
    return ids.map((id) => {
      const matrix = thinned(blocks.get(id)!, fewest, lab.seed);
      return [id, () => spmmTrial(lab, { matrix, features, width: WIDTH, kernel: "row-split" })] as const;
    });
  });
  return await measureSideBySide(lab, new Map(trials), { preparations: 1 });
}
