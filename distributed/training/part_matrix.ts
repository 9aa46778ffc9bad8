/**
 * Aggregation matrix of a part: rows of the whole graph's matrix, for the vertices that a rank owns, at once
 * or block by block.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import {
  type Aggregation,
  aggregationMatrix,
  degreeWeighted,
  withDiagonal,
} from "../../training/mini_batch/aggregation.ts";
import { idsAt } from "../partition/id_table.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import type { HaloExchange } from "./halo_exchange.ts";
import type { PartBlock } from "./part_blocks.ts";

/** Part of which a matrix is made, and the routes to the other ranks' copies of its vertices. */
interface SharedPart {
  readonly part: RankPartition;
  readonly exchange: HaloExchange;
}

/**
 * Builds the aggregation matrix of the solid vertices, `solid x vertices` of the part. GCN weighs by the
 * degrees of the whole graph, to which all ranks that have a copy of a vertex add. Collective.
 *
 * @throws {UsageError} for an aggregation by a sampler's weights, which a whole graph does not have.
 */
export async function partMatrix(shared: SharedPart, aggregation: Aggregation): Promise<CsrMatrix> {
  const { solid, vertices, graph: { rowPtr, colIdx } } = shared.part;
  const matrix = { rows: solid, cols: vertices.length, rowPtr: rowPtr.subarray(0, solid + 1), colIdx };
  if (aggregation !== "gcn") return aggregationMatrix({ matrix, sources: new Uint32Array() }, aggregation);
  return degreeWeighted(withDiagonal(matrix), await wholeDegrees(shared));
}

/**
 * Prepares the rows of {@linkcode partMatrix} for blocks of the part. Collective; the result is not.
 *
 * @throws {UsageError} as `partMatrix` does, when the first block is aggregated.
 */
export async function blockAggregation(
  shared: SharedPart,
  aggregation: Aggregation,
): Promise<(block: PartBlock) => CsrMatrix> {
  if (aggregation !== "gcn") return (block) => aggregationMatrix(block, aggregation);
  const degrees = Uint32Array.from(await wholeDegrees(shared));
  return ({ matrix, sources }) => degreeWeighted(withDiagonal(matrix), idsAt(degrees, sources));
}

/** Entries of each column of the whole graph's matrix with its diagonal, for all vertices of the part. */
async function wholeDegrees({ part, exchange }: SharedPart): Promise<Float32Array> {
  const { solid, vertices, graph: { rowPtr, colIdx } } = part, counts = new Uint32Array(vertices.length);
  for (let row = 0; row < solid; row++) {
    counts[row]++;
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) if (colIdx[e] !== row) counts[colIdx[e]]++;
  }
  // A float32 rounds a count of more than 2^24, and would add no more ones to it.
  const degrees = Float32Array.from(counts);
  await exchange.add(degrees, 1);
  await exchange.fetch(degrees, 1);
  return degrees;
}
