/**
 * Subgraph that some vertices of a graph induce.
 *
 * @module
 */
import type { CsrMatrix } from "./csr.ts";

/**
 * Subgraph induced by some vertices (ids ascending): the remaining edges, without values, renumbered.
 *
 * @example
 * ```ts
 * import { csrFromEdges, inducedSubgraph } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 4, source: Uint32Array.of(3, 0), target: Uint32Array.of(1, 1) });
 * const { rows, colIdx } = inducedSubgraph(graph, Uint32Array.of(1, 3));
 * if (rows !== 2 || colIdx.join() !== "1") throw new Error("one edge joins vertices 1 and 3");
 * ```
 */
export function inducedSubgraph(graph: CsrMatrix, vertices: Uint32Array): CsrMatrix {
  const place = new Uint32Array(graph.rows);
  for (let i = 0; i < vertices.length; i++) place[vertices[i]] = i + 1;
  const rowPtr = new Uint32Array(vertices.length + 1);
  let entries = 0;
  for (const v of vertices) entries += graph.rowPtr[v + 1] - graph.rowPtr[v];
  const colIdx = new Uint32Array(entries);
  let at = 0;
  for (let i = 0; i < vertices.length; i++) {
    for (let e = graph.rowPtr[vertices[i]]; e < graph.rowPtr[vertices[i] + 1]; e++) {
      const found = place[graph.colIdx[e]];
      if (found > 0) colIdx[at++] = found - 1;
    }
    rowPtr[i + 1] = at;
  }
  return { rows: vertices.length, cols: vertices.length, rowPtr, colIdx: colIdx.slice(0, at) };
}
