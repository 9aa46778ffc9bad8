/**
 * What every generator of stand-ins returns.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/** A drawn graph, without self-loops and duplicates. */
export interface DrawnGraph {
  /** Its adjacency: symmetric, unless citations are kept directed. */
  readonly graph: CsrMatrix;
  /** Community of each vertex. */
  readonly community: Uint32Array;
  /** Stored edges that were asked for and for which there was no room. */
  readonly droppedEdges: number;
}
