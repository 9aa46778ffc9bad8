/**
 * Edge list that grows with the edges actually read, never with a number that a header claims.
 *
 * @module
 */
import type { ReadingBudget } from "../bytes/reading_budget.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Edges as read: source and target of each. */
export interface ReadEdges {
  /** Number of vertices; ids are below it. */
  readonly vertices: number;
  /** Source of each edge. */
  readonly source: Uint32Array;
  /** Target of each edge. */
  readonly target: Uint32Array;
  /** Number of leading entries of the arrays that are edges. */
  readonly count: number;
  /** Id in the file of each vertex, ascending; absent where vertices have their ids in the file. */
  readonly originalIds?: Uint32Array;
}

/** Greatest vertex id: ids and counts are 32-bit. */
export const MAX_VERTEX_ID = 2 ** 32 - 2;

/** Two arrays that double as they fill, within a file's budget. */
export class GrowingEdges {
  /** Source of each edge. */
  source = new Uint32Array(4096);
  /** Target of each edge. */
  target = new Uint32Array(4096);
  /** Number of edges so far. */
  count: number = 0;
  /** Greatest id so far, -1 in an empty list. */
  maxId: number = -1;

  readonly #budget: ReadingBudget;

  /** Prepares an empty list for the edges of one file. */
  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  /** Adds an edge. */
  push(source: number, target: number): void {
    if (this.count === this.source.length) this.#grow();
    const at = this.count++;
    this.source[at] = source;
    this.target[at] = target;
    if (source > this.maxId) this.maxId = source;
    if (target > this.maxId) this.maxId = target;
  }

  #grow(): void {
    const size = 2 * this.count;
    this.#budget.assertRoom(8 * size, `room for ${plural(size, "edge")}`);
    const longer = (old: Uint32Array) => {
      const next = new Uint32Array(size);
      next.set(old);
      return next;
    };
    this.source = longer(this.source);
    this.target = longer(this.target);
  }
}
