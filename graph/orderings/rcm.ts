/**
 * Reverse Cuthill-McKee.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { degrees } from "../degrees.ts";
import { symmetrise } from "../symmetry.ts";
import { sortByDegree } from "./degree_order.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Greatest number of breadth-first passes in the search for a far vertex; two or three are usual. */
const MAX_PASSES = 8;

/** Columns of every row sorted by rising degree. Linear: each vertex is appended to its neighbours' rows. */
function neighboursByDegree(structure: CsrMatrix, order: Uint32Array): Uint32Array {
  const { rows, rowPtr, colIdx } = structure;
  const cursor = rowPtr.slice(0, rows);
  const sorted = new Uint32Array(colIdx.length);
  for (let i = 0; i < rows; i++) {
    const v = order[i];
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) sorted[cursor[colIdx[e]]++] = v;
  }
  return sorted;
}

/** Breadth-first passes over one component at a time, all in the same arrays. */
class BreadthFirst {
  /** The vertices visited, level by level. */
  readonly queue: Uint32Array;
  readonly #visit: Uint32Array;
  #stamp = 0;

  constructor(readonly rowPtr: Uint32Array, readonly colIdx: Uint32Array) {
    this.queue = new Uint32Array(rowPtr.length - 1);
    this.#visit = new Uint32Array(rowPtr.length - 1);
  }

  /**
   * Visits the vertices reachable from `start`, into `queue` from `at` on; returns the begin of the last
   * level, its end and the depth.
   */
  run(start: number, at: number): { last: number; end: number; depth: number } {
    const { rowPtr, colIdx, queue } = this, visit = this.#visit, stamp = ++this.#stamp;
    queue[at] = start;
    visit[start] = stamp;
    let last = at, end = at + 1, depth = 0;
    for (;;) {
      const levelEnd = end;
      for (let i = last; i < levelEnd; i++) {
        const v = queue[i];
        for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
          const u = colIdx[e];
          if (visit[u] !== stamp) {
            visit[u] = stamp;
            queue[end++] = u;
          }
        }
      }
      if (end === levelEnd) return { last, end, depth };
      last = levelEnd;
      depth++;
    }
  }
}

/** Appends a component to the queue from `at` on, starting at a pseudo-peripheral vertex; returns its end. */
function layComponent(search: BreadthFirst, start: number, at: number): number {
  const { rowPtr, queue } = search;
  let { last, end, depth } = search.run(start, at);
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    let far = queue[last];
    for (let i = last; i < end; i++) {
      if (rowPtr[queue[i] + 1] - rowPtr[queue[i]] < rowPtr[far + 1] - rowPtr[far]) far = queue[i];
    }
    const reached = search.run(far, at);
    const deeper = reached.depth > depth;
    ({ last, end, depth } = reached);
    if (!deeper) break;
  }
  return end;
}

/**
 * Reverse Cuthill-McKee (Cuthill and McKee, ACM 1969; reversal by George): breadth-first from a
 * pseudo-peripheral vertex (George and Liu, ACM Trans. Math. Softw. 5(3), 1979) of each component, neighbours
 * by rising degree, the whole order reversed. Works on the undirected structure; linear time but for the few
 * passes that look for the start.
 */
export const rcm: Ordering = {
  id: "rcm",
  title: "RCM",
  source: { paper: "hetu-gnn", section: "Figure 8" },
  parameters: {},
  compute(matrix) {
    const structure = symmetrise(matrix, { selfLoops: "drop" });
    const { rows, rowPtr } = structure;
    const vertices = indices(rows);
    const order = sortByDegree({ vertices, degree: degrees(structure), falling: false });
    const search = new BreadthFirst(rowPtr, neighboursByDegree(structure, order));
    const placed = new Uint8Array(rows);
    for (let i = 0, at = 0; i < rows; i++) {
      if (placed[order[i]]) continue;
      const end = layComponent(search, order[i], at);
      while (at < end) placed[search.queue[at++]] = 1;
    }
    const perm = new Uint32Array(rows);
    for (let i = 0; i < rows; i++) perm[search.queue[i]] = rows - 1 - i;
    return { perm, facts: {} };
  },
};
