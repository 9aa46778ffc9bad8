/**
 * Oracle of the product on an execution path, in float64, computed from the whole matrix and the two sets of
 * vertices, so that an error in the path's matrix is detected.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import { projectRows } from "../spmm/projected_rows.ts";
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

/** Entries of each row that a path keeps, by its matrix and sets. */
interface ActiveCounts {
  readonly matrix: PathSpmmProblem["matrix"];
  readonly entries: Uint32Array;
}

const counts = new WeakMap<PathSpmmProblem["path"], ActiveCounts>();

/**
 * Number of entries of each row whose column is a source; 0 where the row is not a target. Counted once a
 * path, since every projection asks for all rows.
 */
function activeCounts({ matrix, path }: PathSpmmProblem): Uint32Array {
  const known = counts.get(path);
  if (known !== undefined && known.matrix === matrix) return known.entries;
  const targets = placesIn(path.targets, matrix.rows), sources = placesIn(path.sources, matrix.cols);
  const { rowPtr, colIdx } = matrix, entries = new Uint32Array(matrix.rows);
  for (let v = 0; v < matrix.rows; v++) {
    if (targets[v] < 0) continue;
    let active = 0;
    for (let entry = rowPtr[v]; entry < rowPtr[v + 1]; entry++) if (sources[colIdx[entry]] >= 0) active++;
    entries[v] = active;
  }
  counts.set(path, { matrix, entries });
  return entries;
}

/** Oracle of the product, one row at a time; a projection `Y w` is computed as `A (X w)`. */
export const pathSpmmOracle: Oracle<PathSpmmProblem> = {
  shape: ({ matrix, width }) => ({ rows: matrix.rows, cols: width }),
  terms: (problem, row) => activeCounts(problem)[row],
  row(problem, row, value, magnitude) {
    const { matrix: { rows, cols, rowPtr, colIdx, values }, path, features, width } = problem;
    value.fill(0);
    magnitude.fill(0);
    if (placesIn(path.targets, rows)[row] < 0) return 0;
    const sources = placesIn(path.sources, cols);
    let active = 0;
    for (let entry = rowPtr[row]; entry < rowPtr[row + 1]; entry++) {
      const source = sources[colIdx[entry]];
      if (source < 0) continue;
      active++;
      const weight = values ? values[entry] : 1;
      for (let col = 0; col < width; col++) {
        const term = weight * features[source * width + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return active;
  },
  project(problem, weights) {
    const { matrix: { rows, cols, rowPtr, colIdx, values }, path, features, width } = problem;
    // A column that is no source has a row of zeros: a test of each entry would take longer.
    const count = path.sources.length, places = path.sources;
    const projected = projectRows(features, { count, width, weights, places, size: cols });
    const targets = placesIn(path.targets, rows);
    const value = new Float64Array(rows), magnitude = new Float64Array(rows);
    for (let v = 0; v < rows; v++) {
      if (targets[v] < 0) continue;
      let sum = 0, size = 0;
      for (let entry = rowPtr[v], end = rowPtr[v + 1]; entry < end; entry++) {
        const weight = values ? values[entry] : 1, at = 2 * colIdx[entry];
        sum += weight * projected[at];
        size += Math.abs(weight) * projected[at + 1];
      }
      value[v] = sum;
      magnitude[v] = size;
    }
    return { value, magnitude };
  },
};
