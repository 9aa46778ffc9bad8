/**
 * Oracles of the maxima of segments and their gradient, which are exact. A NaN counts as the largest.
 *
 * @module
 */
import { oncePerObject } from "../../platform/once_per_object.ts";
import type { Oracle } from "../operation.ts";
import type { SegmentMaxGradientProblem, SegmentMaxProblem } from "./segment_max.ts";

/** Oracle of `Y[s, c] = max over the rows of s`, 0 for an empty segment. */
export const segmentMaxOracle: Oracle<SegmentMaxProblem> = {
  shape: ({ offsets, cols }) => ({ rows: offsets.length - 1, cols }),
  terms: ({ offsets }, segment) => Math.min(1, offsets[segment + 1] - offsets[segment]),
  row({ x, cols, offsets }, segment, value, magnitude) {
    const first = offsets[segment], last = offsets[segment + 1];
    value.fill(first === last ? 0 : -Infinity);
    for (let row = first; row < last; row++) {
      for (let col = 0; col < cols; col++) value[col] = Math.max(value[col], x[row * cols + col]);
    }
    for (let col = 0; col < cols; col++) magnitude[col] = Math.abs(value[col]);
    return Math.min(1, last - first);
  },
};

/** Whether x is greater than y, where a NaN is greater than all numbers and no NaN than another. */
function isAbove(x: number, y: number): boolean {
  return !Number.isNaN(y) && (Number.isNaN(x) || x > y);
}

/** Row of the maximum for each segment and column, and segment of each row. */
interface Places {
  readonly largest: Uint32Array;
  readonly segment: Uint32Array;
}

const placesOf = oncePerObject(({ x, rows, cols, offsets }: SegmentMaxGradientProblem): Places => {
  const largest = new Uint32Array((offsets.length - 1) * cols), segment = new Uint32Array(rows);
  for (let s = 0; s + 1 < offsets.length; s++) {
    largest.fill(offsets[s], s * cols, (s + 1) * cols);
    for (let row = offsets[s]; row < offsets[s + 1]; row++) {
      segment[row] = s;
      for (let col = 0; col < cols; col++) {
        const place = s * cols + col;
        if (isAbove(x[row * cols + col], x[largest[place] * cols + col])) largest[place] = row;
      }
    }
  }
  return { largest, segment };
});

/**
 * Oracle of the gradient: `T[r, c] = G[s, c]` where r is the first row of its segment s with the largest
 * entry of column c, else 0.
 */
export const segmentMaxGradientOracle: Oracle<SegmentMaxGradientProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => 1,
  row(problem, row, value, magnitude) {
    const { gradient, cols } = problem, { largest, segment } = placesOf(problem);
    const from = segment[row] * cols;
    for (let col = 0; col < cols; col++) {
      value[col] = largest[from + col] === row ? gradient[from + col] : 0;
      magnitude[col] = Math.abs(value[col]);
    }
    return 1;
  },
};
