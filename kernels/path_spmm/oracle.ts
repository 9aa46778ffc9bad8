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

/**
 * Calls `use` for each entry of row v whose column is a source, or for none where v is not a target. Returns
 * the number of calls.
 */
function activeEntries(
  { matrix, path }: PathSpmmProblem,
  v: number,
  use: (entry: number, source: number) => void,
): number {
  if (placesIn(path.targets, matrix.rows)[v] < 0) return 0;
  const sources = placesIn(path.sources, matrix.cols);
  let active = 0;
  for (let entry = matrix.rowPtr[v]; entry < matrix.rowPtr[v + 1]; entry++) {
    const source = sources[matrix.colIdx[entry]];
    if (source < 0) continue;
    active++;
    use(entry, source);
  }
  return active;
}

/** Oracle of the product, one row at a time; a projection `Y w` is computed as `A (X w)`. */
export const pathSpmmOracle: Oracle<PathSpmmProblem> = {
  shape: ({ matrix, width }) => ({ rows: matrix.rows, cols: width }),
  terms: (problem, row) => activeEntries(problem, row, () => {}),
  row(problem, row, value, magnitude) {
    const { matrix, features, width } = problem;
    value.fill(0);
    magnitude.fill(0);
    return activeEntries(problem, row, (entry, source) => {
      const weight = matrix.values ? matrix.values[entry] : 1;
      for (let col = 0; col < width; col++) {
        const term = weight * features[source * width + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    });
  },
  project(problem, weights) {
    const { matrix, path, features, width } = problem;
    const projected = new Float64Array(path.sources.length);
    const projectedMagnitude = new Float64Array(path.sources.length);
    for (let source = 0; source < path.sources.length; source++) {
      for (let col = 0; col < width; col++) {
        const term = features[source * width + col] * weights[col];
        projected[source] += term;
        projectedMagnitude[source] += Math.abs(term);
      }
    }
    const value = new Float64Array(matrix.rows), magnitude = new Float64Array(matrix.rows);
    for (let v = 0; v < matrix.rows; v++) {
      activeEntries(problem, v, (entry, source) => {
        const weight = matrix.values ? matrix.values[entry] : 1;
        value[v] += weight * projected[source];
        magnitude[v] += Math.abs(weight) * projectedMagnitude[source];
      });
    }
    return { value, magnitude };
  },
};
