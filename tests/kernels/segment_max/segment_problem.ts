/**
 * Problems of maxima of segments, for tests.
 *
 * @module
 */
import type { SegmentMaxGradientProblem } from "../../../kernels/segment_max/mod.ts";
import { uniforms } from "../every_backend.ts";

/**
 * Problem with segments of the given lengths; entries are below 0 too, so that a wrong maximum of 0 would be
 * detected.
 */
export function problemOf(lengths: readonly number[], cols: number): SegmentMaxGradientProblem {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, s) => offsets[s + 1] = offsets[s] + length);
  const rows = offsets[lengths.length];
  const x = uniforms(rows * cols, 1).map((entry) => entry - 1);
  return { x, rows, cols, offsets, gradient: uniforms(lengths.length * cols, 2) };
}
