/**
 * An edge list that grows with the edges that were really read, never with a number that a header claims.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";

/** Edges as read: source and target of each, and a value where the format has one. */
export interface ReadEdges {
  /** Number of vertices; ids are below it. */
  readonly vertices: number;
  /** Source of each edge. */
  readonly source: Uint32Array;
  /** Target of each edge. */
  readonly target: Uint32Array;
  /** How many leading entries of the arrays are edges. */
  readonly count: number;
  /** Value of each edge. */
  readonly values?: Float32Array;
}

/** Greatest vertex id: ids and counts are 32-bit. */
export const MAX_VERTEX_ID = 2 ** 32 - 2;

/** A file of E edges is believed to have this many vertices at most; more would be claimed memory, not data. */
function plausibleVertices(edges: number): number {
  return 65_536 + 64 * edges;
}

/**
 * Checks a vertex count against the edges that were read.
 *
 * @throws {DataError} if a few bytes of a file ask for far more vertices than it has edges.
 */
export function assertPlausibleVertices(vertices: number, edges: number, file: string): void {
  if (vertices <= plausibleVertices(edges)) return;
  throw new DataError({ file }, {
    current: `${vertices} vertices for ${edges} edges`,
    wanted: `at most ${plausibleVertices(edges)} vertices`,
    next: "renumber the vertices without gaps, or read with compactIds",
  });
}

/** Three arrays that double as they fill. */
export class GrowingEdges {
  /** Source of each edge. */
  source = new Uint32Array(4096);
  /** Target of each edge. */
  target = new Uint32Array(4096);
  /** Value of each edge; absent in a list without values. */
  values: Float32Array | undefined;
  /** Edges so far. */
  count: number = 0;
  /** Greatest id so far, -1 in an empty list. */
  maxId: number = -1;

  /** An empty list. */
  constructor(withValues = false) {
    if (withValues) this.values = new Float32Array(4096);
  }

  /** Adds an edge. */
  push(source: number, target: number, value = 1): void {
    if (this.count === this.source.length) this.#grow();
    const at = this.count++;
    this.source[at] = source;
    this.target[at] = target;
    if (this.values) this.values[at] = value;
    if (source > this.maxId) this.maxId = source;
    if (target > this.maxId) this.maxId = target;
  }

  #grow(): void {
    const size = 2 * this.count;
    const longer = (old: Uint32Array) => {
      const next = new Uint32Array(size);
      next.set(old);
      return next;
    };
    this.source = longer(this.source);
    this.target = longer(this.target);
    if (this.values) {
      const next = new Float32Array(size);
      next.set(this.values);
      this.values = next;
    }
  }
}
