/**
 * Oracles of epilogues in float64, and of the entries that dropout keeps.
 *
 * @module
 */
import { threefry2x32 } from "../../platform/random.ts";
import { dropoutConstants, type Epilogue } from "./epilogue.ts";

const words = new Uint32Array(2);

/**
 * Writes the dropout factors of the entries of a row: 0 or `1 / (1 - rate)`; 1 everywhere where there is no
 * dropout.
 */
function dropoutFactors(dropout: Epilogue["dropout"], row: number, factors: Float64Array): void {
  factors.fill(1);
  if (dropout === undefined) return;
  const { threshold, scale } = dropoutConstants(dropout.rate);
  const cols = factors.length, first = row * Math.ceil(cols / 4);
  for (let col = 0; col < cols; col++) {
    if (col % 4 === 0) threefry2x32(dropout.seed, dropout.stream, first + col / 4, dropout.step, words);
    const word = words[col % 4 >> 1];
    factors[col] = (col % 2 === 0 ? word & 0xffff : word >>> 16) >= threshold ? scale : 0;
  }
}

/**
 * Applies the epilogue to row `row` of an exact result in place, and to the sums of the absolute values of
 * its terms, `magnitude`; returns the number of terms added to each entry. A dropped entry has magnitude 0,
 * since it is 0 exactly.
 */
export function endRow(
  epilogue: Epilogue,
  row: number,
  { value, magnitude }: { readonly value: Float64Array; readonly magnitude: Float64Array },
): number {
  const { negativeSlope, bias, dropout } = epilogue;
  // Rounding may change the sign of a sum near 0, so its error grows by the larger slope.
  const steepest = Math.max(1, Math.abs(negativeSlope));
  const factors = dropout && new Float64Array(value.length);
  if (factors) dropoutFactors(dropout, row, factors);
  for (let col = 0; col < value.length; col++) {
    const sum = value[col] + (bias ? bias[col] : 0);
    // A dropped entry is 0, even if it was not finite.
    const factor = factors ? factors[col] : 1, falls = factor === 0;
    value[col] = falls ? 0 : (sum > 0 ? sum : negativeSlope * sum) * factor;
    magnitude[col] = falls ? 0 : (magnitude[col] + (bias ? Math.abs(bias[col]) : 0)) * steepest * factor;
  }
  return bias ? 1 : 0;
}

/**
 * Writes the factors of row `row` of the gradient, given the row `y` of the epilogue's result. With ReLU no
 * mask is drawn: dropped entries are 0 in y.
 */
export function gradientFactors(
  { negativeSlope, dropout }: Epilogue,
  row: number,
  { y, factors }: { readonly y: Float32Array | Float64Array; readonly factors: Float64Array },
): void {
  if (dropout && negativeSlope === 0) factors.fill(dropoutConstants(dropout.rate).scale);
  else dropoutFactors(dropout, row, factors);
  for (let col = 0; col < factors.length; col++) if (!(y[col] > 0)) factors[col] *= negativeSlope;
}

/**
 * Whether the result of an epilogue is linear in its input, so that a projection of it needs no whole rows.
 */
export function isLinear(epilogue: Epilogue | undefined): boolean {
  return epilogue === undefined || epilogue.negativeSlope === 1 && epilogue.dropout === undefined;
}
