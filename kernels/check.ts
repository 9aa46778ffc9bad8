/**
 * Checks of kernels' outputs, made before anything is timed. The error bound of each entry follows from the
 * arithmetic of that entry; an entry that was not written, or is not finite, always fails.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import type { CheckReport } from "./checks/check_report.ts";
import { MOST_ROWS, someRows } from "./checks/checked_rows.ts";
import { allowedError, ATOL } from "./checks/error_bound.ts";
import { WorstEntry } from "./checks/worst_entry.ts";
import type { AnyOperandsOf, Operation } from "./operation.ts";

export { type CheckedEntry, type CheckReport, worstOf } from "./checks/check_report.ts";
export { ATOL, EPS_F32 } from "./checks/error_bound.ts";

/** Multiply-adds up to which every row is recomputed. */
const EXHAUSTIVE_WORK = 2e9;
const PROJECTIONS = 2;

/** Options of {@link checkOutput}. */
export interface CheckOptions {
  /** Seed of the random rows and projections of a partial check. */
  readonly seed: number;
  /** Multiply-adds up to which every row is checked; 2e9 when absent. */
  readonly exhaustiveWork?: number;
  /**
   * Approximate limit of the multiply-adds spent on the rows of a partial check: where the rows would cost
   * more, fewer of each sort are taken, in proportion. The projections still cover the whole output.
   */
  readonly sampledWork?: number;
  /** Random projections of the whole output that a partial check compares; 2 when absent. */
  readonly projections?: number;
  /** Whether a partial check looks for the rows with most terms, in a pass over all; true when absent. */
  readonly heaviest?: boolean;
  /**
   * Whether a reference that is zero everywhere is accepted, as it may occur for inputs that were not chosen
   * by a test.
   */
  readonly mayBeZero?: boolean;
}

/**
 * Compares a kernel's output (`rows x cols`, row-major) with the oracle:
 * `|got - wanted| <= ATOL + (terms + 2) * EPS_F32 * sum|terms|` for each entry. Up to 2e9 multiply-adds every
 * row is recomputed; above that, the 1,000 heaviest rows, the first and last 1,000, 10,000 random ones and
 * two random projections of the whole (Freivalds, "Probabilistic machines can use less running time", 1977).
 * A value that is not finite fails in any row.
 *
 * @throws {ReproError} where the output has another shape, or the reference is zero everywhere and so proves
 * nothing.
 */
export function checkOutput<Problem, OperandsOf extends AnyOperandsOf>(
  operation: Operation<Problem, OperandsOf>,
  problem: Problem,
  got: Float32Array,
  options: CheckOptions,
): CheckReport {
  const { oracle } = operation;
  const { rows, cols } = oracle.shape(problem);
  if (got.length !== rows * cols) throw shapeError(operation.id, got.length, rows, cols);
  const { multiplyAdds } = operation.work(problem);
  const complete = rows === 0 || multiplyAdds <= (options.exhaustiveWork ?? EXHAUSTIVE_WORK);
  const stream = new RandomStream(options.seed, `check ${operation.id}`);
  const affordable = rows * (options.sampledWork ?? Infinity) / multiplyAdds;
  const share = Math.min(1, affordable / MOST_ROWS);
  const chosen = complete
    ? Uint32Array.from({ length: rows }, (_, row) => row)
    : someRows(rows, (row) => oracle.terms(problem, row), {
      stream,
      share,
      heavy: options.heaviest ?? true,
    });
  const worst = new WorstEntry();
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  let largest = 0, allTerms = 0;
  for (const row of chosen) {
    const terms = oracle.row(problem, row, value, magnitude);
    allTerms += terms;
    for (let col = 0; col < cols && largest === 0; col++) largest = Math.abs(value[col]);
    worst.considerRow(row, { got, value, magnitude, terms });
  }
  if (allTerms > 0 && cols > 0 && largest === 0 && !options.mayBeZero) throw vacuousError(operation.id);
  if (!complete) {
    const broken = firstNotFinite(got);
    if (broken >= 0) {
      const row = Math.floor(broken / cols), col = broken % cols;
      const allowed = allowedError(oracle.row(problem, row, value, magnitude), magnitude[col]);
      worst.consider({ row, col, got: got[broken], wanted: value[col], allowed }, magnitude[col]);
    }
    for (let i = 0; i < (options.projections ?? PROJECTIONS); i++) {
      project(operation, problem, got, { stream, worst });
    }
  }
  return worst.report(chosen.length);
}

/** Exponent bits of a float32 that is infinite or NaN. */
const NOT_FINITE = 0x7f800000;

/** Index of the first number that is not finite; -1 where all are finite. */
function firstNotFinite(numbers: Float32Array): number {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let i = 0; i < bits.length; i++) if ((bits[i] & NOT_FINITE) === NOT_FINITE) return i;
  return -1;
}

/**
 * Compares `got * w` with the exact result times `w`, for random weights w of both signs and different sizes.
 */
function project<Problem, OperandsOf extends AnyOperandsOf>(
  { oracle }: Operation<Problem, OperandsOf>,
  problem: Problem,
  got: Float32Array,
  { stream, worst }: { stream: RandomStream; worst: WorstEntry },
): void {
  const { rows, cols } = oracle.shape(problem);
  const weights = Float64Array.from(
    { length: cols },
    () => (0.5 + stream.uniform()) * (stream.uint32() & 1 ? 1 : -1),
  );
  const weightSum = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const { value, magnitude } = oracle.project(problem, weights);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let col = 0; col < cols; col++) sum += got[row * cols + col] * weights[col];
    const allowed = ATOL * weightSum + allowedError(oracle.terms(problem, row), magnitude[row]);
    worst.consider({ row, got: sum, wanted: value[row], allowed }, magnitude[row]);
  }
}

function shapeError(operation: string, length: number, rows: number, cols: number): ReproError {
  return new ReproError({
    action: `check the output of "${operation}"`,
    current: `${length} numbers`,
    wanted: `${rows} x ${cols}`,
    next: "read the whole output matrix of this problem",
  });
}

function vacuousError(operation: string): ReproError {
  return new ReproError({
    action: `check the output of "${operation}"`,
    current: "a reference that is trivially zero, so that a kernel which computes nothing would pass",
    wanted: "inputs whose result is not zero everywhere",
    next: "fill the features with random numbers",
  });
}
