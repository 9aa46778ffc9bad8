/**
 * Aggregation matrix of a part: rows of the whole graph's matrix, for the vertices that a rank owns.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import {
  type Aggregation,
  aggregationMatrix,
  columnDegrees,
  degreeWeighted,
  withDiagonal,
} from "../../training/mini_batch/aggregation.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import type { HaloExchange } from "./halo_exchange.ts";

/**
 * Builds the aggregation matrix of the solid vertices, `solid x vertices` of the part. GCN weighs by the
 * degrees of the whole graph, to which all ranks that have a copy of a vertex add. Collective.
 *
 * @throws {UsageError} for an aggregation by a sampler's weights, which a whole graph does not have.
 */
export async function partMatrix(
  { solid, vertices, graph: { rowPtr, colIdx, values } }: RankPartition,
  aggregation: Aggregation,
  exchange: HaloExchange,
): Promise<CsrMatrix> {
  const matrix: CsrMatrix = {
    rows: solid,
    cols: vertices.length,
    rowPtr: rowPtr.subarray(0, solid + 1),
    colIdx,
    ...(values && { values }),
  };
  if (aggregation !== "gcn") return aggregationMatrix({ matrix, sources: new Uint32Array() }, aggregation);
  const whole = withDiagonal(matrix), degrees = columnDegrees(whole);
  await exchange.add(degrees, 1);
  await exchange.fetch(degrees, 1);
  return degreeWeighted(whole, degrees);
}
