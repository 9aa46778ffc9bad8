/**
 * R-MAT graphs by the scale of a name: `rmat@1/100`.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { UsageError } from "../../platform/errors.ts";
import type { GraphCounts } from "../dataset.ts";
import { assertDrawable } from "./family.ts";
import { rmat } from "./rmat.ts";
import { MIN_VERTICES, scaledCounts, type StandInScale } from "./stand_in.ts";
import { plural } from "../../platform/text/plural.ts";

/** Drawn graph, with a note on edges for which there was no room. */
export interface ScaledRmat {
  /** Adjacency, symmetric. */
  readonly graph: CsrMatrix;
  /** Number of missing edges in words; may be empty. */
  readonly note: string;
}

/**
 * Bytes at the peak of drawing: for an undirected edge its two ends (8) and both entries, with those drawn
 * twice and without (16); a margin for further draws (8); ids and offsets of the vertices.
 */
function peakBytes(vertices: number, edges: number): number {
  return 32 * edges + 16 * vertices;
}

/**
 * Draws an R-MAT graph with 1/s of the vertices and edges of `full`. Ids are shuffled; `community` and
 * `drift` are orders that an R-MAT graph does not have.
 *
 * @throws {UsageError} if the scale leaves fewer than {@link MIN_VERTICES} vertices, or asks for another
 * order of ids.
 * @throws {OutOfMemoryError} if less memory than needed is `available`, in bytes.
 */
export function drawScaledRmat(
  full: Pick<GraphCounts, "vertices" | "storedEdges">,
  scale: StandInScale,
  seed: number,
  available = Infinity,
): ScaledRmat {
  const { vertices, storedEdges } = scaledCounts(full, scale), edges = Math.round(storedEdges / 2);
  const refusal = (current: string, wanted: string, next: string) =>
    new UsageError({ action: `draw rmat at 1/${scale.scale}`, current, wanted, next });
  if (scale.ids !== "shuffled") {
    throw refusal(`ids in the order ${scale.ids}`, "shuffled ids", `name rmat@1/${scale.scale}`);
  }
  if (vertices < MIN_VERTICES) {
    const next = `use a scale up to 1/${Math.floor(full.vertices / MIN_VERTICES)}`;
    throw refusal(plural(vertices, "vertex", "vertices"), `at least ${MIN_VERTICES}`, next);
  }
  assertDrawable("rmat", scale, peakBytes(vertices, edges), available);
  const graph = rmat({ vertices, edges }, seed), missing = edges - nnz(graph) / 2;
  return { graph, note: missing === 0 ? "" : `The model found no place for ${missing} of ${edges} edges.` };
}
