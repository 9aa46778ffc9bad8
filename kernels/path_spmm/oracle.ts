/**
 * Oracle of the product on an execution path, in float64, computed from the whole matrix and the two sets of
 * vertices, so that an error in the path's matrix is detected.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { oncePerObject } from "../../platform/once_per_object.ts";
import type { Oracle } from "../operation.ts";
import { projectRows } from "../spmm/projected_rows.ts";
import type { PathRows, PathSpmmProblem } from "./path_spmm.ts";

/** Part of a matrix that a path keeps. */
interface ActivePart {
  /** Position of each vertex among the targets, or -1. */
  readonly targets: Int32Array;
  /** Position of each vertex among the sources, or -1. */
  readonly sources: Int32Array;
  /** Number of entries of each row whose column is a source; 0 where the row is not a target. */
  readonly entries: Uint32Array;
}

/** Position of each vertex in an ascending set, or -1. */
function placesIn(set: Uint32Array, vertices: number): Int32Array {
  const places = new Int32Array(vertices).fill(-1);
  for (let place = 0; place < set.length; place++) places[set[place]] = place;
  return places;
}

/**
 * Part that a path keeps of a matrix. It belongs to the path, since checks of all problems on one ask for it
 * row by row.
 */
const partsOf = oncePerObject((path: PathRows) =>
  oncePerObject(({ rows, cols, rowPtr, colIdx }: CsrMatrix): ActivePart => {
    const targets = placesIn(path.targets, rows), sources = placesIn(path.sources, cols);
    const entries = new Uint32Array(rows);
    for (let v = 0; v < rows; v++) {
      if (targets[v] < 0) continue;
      let active = 0;
      for (let entry = rowPtr[v]; entry < rowPtr[v + 1]; entry++) if (sources[colIdx[entry]] >= 0) active++;
      entries[v] = active;
    }
    return { targets, sources, entries };
  })
);

function activePart({ path, matrix }: PathSpmmProblem): ActivePart {
  return partsOf(path)(matrix);
}

/** Oracle of the product, one row at a time; a projection `Y w` is computed as `A (X w)`. */
export const pathSpmmOracle: Oracle<PathSpmmProblem> = {
  shape: ({ matrix, width }) => ({ rows: matrix.rows, cols: width }),
  terms: (problem, row) => activePart(problem).entries[row],
  quantum: ({ matrix }, step) => matrix.values ? undefined : step,
  row(problem, row, value, magnitude) {
    const { matrix: { rowPtr, colIdx, values }, features, width } = problem;
    const { targets, sources, entries } = activePart(problem);
    value.fill(0);
    magnitude.fill(0);
    if (targets[row] < 0) return 0;
    for (let entry = rowPtr[row]; entry < rowPtr[row + 1]; entry++) {
      const source = sources[colIdx[entry]];
      if (source < 0) continue;
      const weight = values ? values[entry] : 1;
      for (let col = 0; col < width; col++) {
        const term = weight * features[source * width + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return entries[row];
  },
  project(problem, weights) {
    const { matrix: { rows, cols, rowPtr, colIdx, values }, path, features, width } = problem;
    // A column that is no source has a row of zeros: a test of each entry would take longer.
    const count = path.sources.length, places = path.sources;
    const projected = projectRows(features, { count, width, weights, places, size: cols });
    const { targets } = activePart(problem);
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
