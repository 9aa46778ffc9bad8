/**
 * Identity of a graph, used for `dataset_hash` in a row and for the key of a cached ordering or partition.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { CsrMatrix } from "./csr.ts";
import { identifyingBytes } from "./identifying_bytes.ts";

/** Greatest number of bytes in one call of the hash, below 2 GiB. */
const CHUNK = 2 ** 30;

/**
 * SHA-256, in hexadecimal, over shape, row offsets, columns and values (little-endian words). A matrix
 * without values and one whose values are all 1 are two matrices.
 *
 * @example
 * ```ts
 * import { csrFromEdges, graphHash } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 1, source: Uint32Array.of(0), target: Uint32Array.of(0) });
 * if (!/^[0-9a-f]{64}$/.test(graphHash(graph))) throw new Error("not a SHA-256");
 * ```
 */
export function graphHash(matrix: CsrMatrix): string {
  const hash = createHash("sha256");
  for (const part of identifyingBytes(matrix)) {
    for (let from = 0; from < part.length; from += CHUNK) hash.update(part.subarray(from, from + CHUNK));
  }
  return hash.digest("hex");
}
