/**
 * Check of a sampled mini-batch by its graph, whatever the sampler: its blocks follow one another, and its
 * edges are the graph's.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { SampledBatch, SampledBlock } from "../../../graph/sampling/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";

/** Whether row `vertex` of a graph, whose columns ascend, has an entry in column `neighbor`. */
function hasEdge({ rowPtr, colIdx }: CsrMatrix, vertex: number, neighbor: number): boolean {
  let low = rowPtr[vertex], high = rowPtr[vertex + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (colIdx[middle] < neighbor) low = middle + 1;
    else high = middle;
  }
  return low < rowPtr[vertex + 1] && colIdx[low] === neighbor;
}

/**
 * First row of a block that is wrong, with the vertex that does not belong there; nothing where all are
 * right.
 */
function wrongRow(
  graph: CsrMatrix,
  { matrix: { rows, cols, rowPtr, colIdx }, sources }: SampledBlock,
  destinations: Uint32Array,
): { readonly row: number; readonly got: number } | undefined {
  const isNumbered = rows === destinations.length && cols === sources.length &&
    new Set(sources).size === sources.length;
  if (!isNumbered) return { row: 0, got: sources.length };
  for (let row = 0; row < rows; row++) {
    const vertex = destinations[row];
    if (sources[row] !== vertex) return { row, got: sources[row] };
    for (let entry = rowPtr[row]; entry < rowPtr[row + 1]; entry++) {
      const neighbor = sources[colIdx[entry]];
      const isAgain = entry > rowPtr[row] && colIdx[entry] === colIdx[entry - 1];
      if (isAgain || !hasEdge(graph, vertex, neighbor)) return { row, got: neighbor };
    }
  }
  return undefined;
}

/**
 * Compares every row of a batch with the graph that it was drawn from. Sources of a block are all different
 * vertices.
 */
export function checkSampledEdges(graph: CsrMatrix, { seeds, blocks }: SampledBatch): CheckReport {
  let destinations = seeds, checkedRows = 0;
  for (const block of blocks.toReversed()) {
    const wrong = wrongRow(graph, block, destinations);
    checkedRows += block.matrix.rows;
    if (wrong !== undefined) {
      const worst = { ...wrong, wanted: NaN, allowed: 0 };
      return { ok: false, relErr: Infinity, tolerance: 0, checkedRows, worst };
    }
    destinations = block.sources;
  }
  return { ok: true, relErr: 0, tolerance: 0, checkedRows };
}
