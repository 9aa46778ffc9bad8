/**
 * Oracles of gathers, scatters and assemblies of rows.
 *
 * @module
 */
import { oncePerObject } from "../../platform/once_per_object.ts";
import type { HostNumbers, Oracle } from "../operation.ts";
import type { AssembleRowsProblem } from "./assembled_rows.ts";
import type { GatherRowsProblem, ScatterRowsProblem } from "./rows.ts";

/** Copies row `from` of x, one term per entry; returns that number of terms. */
function copyRow(
  x: HostNumbers,
  from: number,
  { value, magnitude }: { readonly value: Float64Array; readonly magnitude: Float64Array },
): number {
  const cols = value.length;
  for (let col = 0; col < cols; col++) {
    value[col] = x[from * cols + col];
    magnitude[col] = Math.abs(value[col]);
  }
  return 1;
}

/** Oracle of `Y[i, :] = X[index[i], :]`. */
export const gatherRowsOracle: Oracle<GatherRowsProblem> = {
  shape: ({ index, cols }) => ({ rows: index.length, cols }),
  terms: () => 1,
  row: ({ x, index }, row, value, magnitude) => copyRow(x, index[row], { value, magnitude }),
};

/** For each row of Y, 1 + the row of X that a problem scatters to it, or 0. */
const sourcesOf = oncePerObject(({ index, targetRows }: ScatterRowsProblem): Uint32Array => {
  const sources = new Uint32Array(targetRows);
  for (let i = 0; i < index.length; i++) sources[index[i]] = i + 1;
  return sources;
});

/** Oracle of `Y[index[i], :] = X[i, :]`; a row that no index names has no term. */
export const scatterRowsOracle: Oracle<ScatterRowsProblem> = {
  shape: ({ targetRows, cols }) => ({ rows: targetRows, cols }),
  terms: (problem, row) => Math.min(1, sourcesOf(problem)[row]),
  row(problem, row, value, magnitude) {
    const source = sourcesOf(problem)[row];
    if (source > 0) return copyRow(problem.x, source - 1, { value, magnitude });
    value.fill(0);
    magnitude.fill(0);
    return 0;
  },
};

/** Oracle of `Y[i, :] = source[place[i], :]`. */
export const assembleRowsOracle: Oracle<AssembleRowsProblem> = {
  shape: ({ place, cols }) => ({ rows: place.length, cols }),
  terms: () => 1,
  row({ cache, cacheRows, previous, previousRows, staged, place }, row, value, magnitude) {
    const from = place[row], into = { value, magnitude };
    if (from < cacheRows) return copyRow(cache, from, into);
    if (from < cacheRows + previousRows) return copyRow(previous, from - cacheRows, into);
    return copyRow(staged, from - cacheRows - previousRows, into);
  },
};
