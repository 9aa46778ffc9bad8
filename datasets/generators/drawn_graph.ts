/**
 * Result of every generator of stand-ins.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/** A drawn graph, without self-loops and duplicates. */
export interface DrawnGraph {
  /** Adjacency: symmetric, unless citations are kept directed. */
  readonly graph: CsrMatrix;
  /** Community of each vertex. */
  readonly community: Uint32Array;
  /** Place of each vertex in the order of communities, and within one of its parts. */
  readonly places: Uint32Array;
  /** Number of wanted stored edges for which there was no room. */
  readonly droppedEdges: number;
}
