/**
 * Projections of feature rows, by which oracles project whole products.
 *
 * @module
 */
import type { HostNumbers } from "../operation.ts";

/**
 * Products of feature rows with random weights, each beside the sum of its terms' absolute values: a product
 * reads both of a random row, which lie in one cache line.
 *
 * @param features Rows of `width` numbers, at least `count` of them.
 * @param places Place among the results of each row, ascending or not; row i has place i when absent.
 * @returns `2 * count` numbers, or `2 * size` where places are given; zeros where no row has a place.
 */
export function projectRows(
  features: HostNumbers,
  { count, width, weights, places, size = count }: {
    readonly count: number;
    readonly width: number;
    readonly weights: Float64Array;
    readonly places?: Uint32Array;
    readonly size?: number;
  },
): Float64Array {
  const projected = new Float64Array(2 * size);
  for (let row = 0; row < count; row++) {
    let sum = 0, sumMagnitude = 0;
    for (let col = 0, at = row * width; col < width; col++, at++) {
      const term = features[at] * weights[col];
      sum += term;
      sumMagnitude += Math.abs(term);
    }
    const place = places ? places[row] : row;
    projected[2 * place] = sum;
    projected[2 * place + 1] = sumMagnitude;
  }
  return projected;
}
