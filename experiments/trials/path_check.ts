/**
 * Check of execution paths against the matrix that they were cut from.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { ExecutionPath } from "../../graph/execution_paths.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";

/** A row of a path with another number of right entries than wanted. */
interface WrongRow {
  readonly row: number;
  readonly got: number;
  readonly wanted: number;
}

/**
 * Checks every entry of every path: each has the entries of the transposed matrix whose columns are in its
 * sources and no others, its sources are the targets of the path before, and those of the first are the
 * training set.
 */
export function checkPaths(
  paths: readonly ExecutionPath[],
  matrix: CsrMatrix,
  trainingSet: Uint32Array,
): CheckReport {
  let sources: Uint32Array = Uint32Array.from(new Set(trainingSet)).sort();
  let checkedRows = 0, wrongRows = 0, first: WrongRow | undefined;
  for (const path of paths) {
    const wrong = isSame(path.sources, sources)
      ? wrongRowsOf(path, matrix)
      : [{ row: 0, got: path.sources.length, wanted: sources.length }];
    first ??= wrong[0];
    wrongRows += wrong.length;
    checkedRows += path.targets.length;
    sources = path.targets;
  }
  return {
    ok: wrongRows === 0,
    relErr: wrongRows / Math.max(1, checkedRows),
    tolerance: 0,
    checkedRows,
    ...(first && { worst: { ...first, col: 0, allowed: 0 } }),
  };
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** Rows that lack an entry of the matrix, or have one that it does not have. */
function wrongRowsOf({ targets, sources, matrix: path }: ExecutionPath, matrix: CsrMatrix): WrongRow[] {
  const place = new Int32Array(matrix.cols).fill(-1);
  targets.forEach((vertex, row) => place[vertex] = row);
  const wanted = new Uint32Array(targets.length), right = new Uint32Array(targets.length);
  const wrong: WrongRow[] = [];
  // Columns of a row ascend, so that the entries of the matrix reach every row in the order in which it has
  // them.
  sources.forEach((source, column) => {
    for (let e = matrix.rowPtr[source]; e < matrix.rowPtr[source + 1]; e++) {
      const row = place[matrix.colIdx[e]];
      if (row < 0) {
        wrong.push({ row: targets.length, got: 0, wanted: 1 });
        continue;
      }
      const at = path.rowPtr[row] + wanted[row]++;
      if (path.colIdx[at] === column && path.values?.[at] === matrix.values?.[e]) right[row]++;
    }
  });
  for (let row = 0; row < targets.length; row++) {
    const got = path.rowPtr[row + 1] - path.rowPtr[row];
    if (got !== wanted[row] || right[row] !== got || got === 0) {
      wrong.push({ row, got: right[row], wanted: wanted[row] });
    }
  }
  return wrong;
}
