/**
 * Selection of the vertices of each graph that a pooling level keeps. It runs on the host between two
 * programs.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";

/** Kept vertices of the graphs of a batch. */
export interface Selection {
  /** Ids in the batch, ascending, and so graph by graph. */
  readonly kept: Uint32Array;
  /** First place of each graph in `kept`, and the total number at the end. */
  readonly offsets: Uint32Array;
}

/**
 * Selects the `ceil(ratio * n)` vertices of highest score of each graph of n vertices (Lee, Lee and Kang,
 * "Self-attention graph pooling", ICML 2019, equation 4); of equal scores the lower ids.
 *
 * @param offsets First vertex of each graph, and the total number at the end.
 */
export function selectTop(scores: HostNumbers, offsets: Uint32Array, ratio: number): Selection {
  const kept: number[] = [], ends = new Uint32Array(offsets.length);
  for (let graph = 0; graph + 1 < offsets.length; graph++) {
    const begin = offsets[graph], end = offsets[graph + 1];
    const count = Math.ceil(ratio * (end - begin));
    if (count > 0) {
      const threshold = scores.slice(begin, end).sort()[end - begin - count];
      let above = 0;
      for (let v = begin; v < end; v++) if (scores[v] > threshold) above++;
      let ties = count - above;
      for (let v = begin; v < end; v++) {
        if (scores[v] > threshold || scores[v] === threshold && ties-- > 0) kept.push(v);
      }
    }
    ends[graph + 1] = kept.length;
  }
  return { kept: Uint32Array.from(kept), offsets: ends };
}
