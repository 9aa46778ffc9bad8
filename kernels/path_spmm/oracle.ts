/**
 * Oracle of the product on an execution path, in float64, computed from the whole matrix and the two sets of
 * vertices, so that an error in the path's matrix is detected.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { PathSpmmProblem } from "./path_spmm.ts";

const places = new WeakMap<Uint32Array, Int32Array>();

/**
 * Position of each vertex in an ascending set, or -1; computed once per set, since checks ask for every entry
 * of a graph.
 */
function placesIn(set: Uint32Array, vertices: number): Int32Array {
  let known = places.get(set);
  if (known === undefined || known.length < vertices) {
    known = new Int32Array(vertices).fill(-1);
    for (let place = 0; place < set.length; place++) known[set[place]] = place;
    places.set(set, known);
  }
  return known;
}

/** Number of entries of row v whose column is a source; none where v is not a target. */
function activeEntries({ matrix: { rowPtr, colIdx, rows, cols }, path }: PathSpmmProblem, v: number): number {
  if (placesIn(path.targets, rows)[v] < 0) return 0;
  const sources = placesIn(path.sources, cols);
  let active = 0;
  for (let entry = rowPtr[v]; entry < rowPtr[v + 1]; entry++) if (sources[colIdx[entry]] >= 0) active++;
  return active;
}

/** Oracle of the product, one row at a time; a projection `Y w` is computed as `A (X w)`. */
export const pathSpmmOracle: Oracle<PathSpmmProblem> = {
  shape: ({ matrix, width }) => ({ rows: matrix.rows, cols: width }),
  terms: activeEntries,
  row({ matrix: { rowPtr, colIdx, values, rows, cols }, path, features, width }, v, value, magnitude) {
    value.fill(0);
    magnitude.fill(0);
    if (placesIn(path.targets, rows)[v] < 0) return 0;
    const sources = placesIn(path.sources, cols);
    let active = 0;
    for (let entry = rowPtr[v]; entry < rowPtr[v + 1]; entry++) {
      const source = sources[colIdx[entry]];
      if (source < 0) continue;
      active++;
      const weight = values ? values[entry] : 1, from = source * width;
      for (let col = 0; col < width; col++) {
        const term = weight * features[from + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return active;
  },
  project({ matrix, path, features, width }, weights) {
    const projected = new Float64Array(path.sources.length);
    const projectedMagnitude = new Float64Array(path.sources.length);
    for (let source = 0; source < path.sources.length; source++) {
      for (let col = 0; col < width; col++) {
        const term = features[source * width + col] * weights[col];
        projected[source] += term;
        projectedMagnitude[source] += Math.abs(term);
      }
    }
    const { rows, cols, rowPtr, colIdx, values } = matrix;
    const targets = placesIn(path.targets, rows), sources = placesIn(path.sources, cols);
    const value = new Float64Array(rows), magnitude = new Float64Array(rows);
    for (let v = 0; v < rows; v++) {
      if (targets[v] < 0) continue;
      for (let entry = rowPtr[v]; entry < rowPtr[v + 1]; entry++) {
        const source = sources[colIdx[entry]];
        if (source < 0) continue;
        const weight = values ? values[entry] : 1;
        value[v] += weight * projected[source];
        magnitude[v] += Math.abs(weight) * projectedMagnitude[source];
      }
    }
    return { value, magnitude };
  },
};
