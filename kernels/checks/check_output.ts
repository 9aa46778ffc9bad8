/**
 * Checks of kernels' outputs, made before anything is timed. The error bound of each entry follows from the
 * arithmetic of that entry; an entry that was not written, or is not finite, always fails.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { CheckReport } from "./check_report.ts";
import { allowedError, ATOL } from "./error_bound.ts";
import { type CheckExtent, Reference, type References, type WeightedProjection } from "./references.ts";
import { WorstEntry } from "./worst_entry.ts";
import type { AnyOperandsOf, OperationDefinition } from "../operation.ts";
import { plural } from "../../platform/text/plural.ts";

/** Options of {@link checkOutput}. */
export interface CheckOptions extends CheckExtent {
  /**
   * Whether a reference that is zero everywhere is accepted, as it may occur for inputs that were not chosen
   * by a test.
   */
  readonly mayBeZero?: boolean;
  /** Exact results that other checks share; computed for this one alone when absent. */
  readonly references?: References;
}

/**
 * Compares a kernel's output (`rows x cols`, row-major) with the oracle:
 * `|got - wanted| <= ATOL + (terms + 2) * EPS_F32 * sum|terms|` for each entry. Up to 2e9 multiply-adds every
 * row is recomputed; above that, the 1,000 heaviest rows, the first and last 1,000, 10,000 random ones and
 * two random projections of the whole (Freivalds, "Probabilistic machines can use less running time", 1977).
 * Where a projection would cost as much as all rows, every row is recomputed instead. A value that is not
 * finite fails in any row. An entry whose terms are multiples of a power of two that keeps every sum of them
 * exact has to be exact (`step`): beside 100,000 terms of either sign the bound admits a result of zeros.
 *
 * @throws {ReproError} where the output has another shape, or the reference is zero everywhere and so proves
 * nothing.
 */
export function checkOutput<Problem, OperandsOf extends AnyOperandsOf>(
  operation: OperationDefinition<Problem, OperandsOf>,
  problem: Problem,
  got: Float32Array,
  options: CheckOptions,
): CheckReport {
  const { oracle } = operation;
  const { rows, cols } = oracle.shape(problem);
  if (got.length !== rows * cols) throw shapeError(operation.id, got.length, rows, cols);
  const reference = options.references?.of(operation, problem, options) ??
    new Reference(operation, problem, options);
  const quantum = options.step === undefined ? undefined : oracle.quantum?.(problem, options.step);
  const worst = new WorstEntry();
  let largest = 0, allTerms = 0;
  for (const { row, value, magnitude, terms } of reference.rows(problem)) {
    allTerms += terms;
    for (let col = 0; col < cols && largest === 0; col++) largest = Math.abs(value[col]);
    worst.considerRow(row, { got, value, magnitude, terms, quantum });
  }
  if (allTerms > 0 && cols > 0 && largest === 0 && !options.mayBeZero) throw vacuousError(operation.id);
  if (!reference.complete) {
    const broken = firstNotFinite(got);
    if (broken >= 0) {
      const row = Math.floor(broken / cols), col = broken % cols;
      const { value, magnitude, terms } = reference.row(problem, row);
      const allowed = allowedError(terms, magnitude[col]);
      worst.consider({ row, col, got: got[broken], wanted: value[col], allowed }, magnitude[col]);
    }
    const terms = (row: number) => oracle.terms(problem, row);
    for (const projection of reference.projections) compareProjection(projection, got, { terms, worst });
  }
  return worst.report(reference.chosen.length);
}

/** Exponent bits of a float32 that is infinite or NaN. */
const NOT_FINITE = 0x7f800000;
/** Lowest exponent bit: added to the exponent bits of a number that is not finite, it sets the sign bit. */
const LOWEST = 0x00800000;
/** Numbers that are tested together. */
const TESTED_AT_ONCE = 4096;

/** Index of the first number that is not finite; -1 where all are finite. */
function firstNotFinite(numbers: Float32Array): number {
  const bits = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let begin = 0; begin < bits.length; begin += TESTED_AT_ONCE) {
    const end = Math.min(bits.length, begin + TESTED_AT_ONCE);
    // Without a branch a number takes a third of the time.
    let signs = 0;
    for (let i = begin; i < end; i++) signs |= (bits[i] & NOT_FINITE) + LOWEST;
    if (signs >= 0) continue;
    for (let i = begin; i < end; i++) if ((bits[i] & NOT_FINITE) === NOT_FINITE) return i;
  }
  return -1;
}

/** Compares `got * w` with the exact result times w. */
function compareProjection(
  { weights, value, magnitude }: WeightedProjection,
  got: Float32Array,
  { terms, worst }: { readonly terms: (row: number) => number; readonly worst: WorstEntry },
): void {
  const rows = value.length, cols = weights.length;
  const weightSum = sumOf(weights, (weight) => Math.abs(weight));
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let col = 0; col < cols; col++) sum += got[row * cols + col] * weights[col];
    const allowed = ATOL * weightSum + allowedError(terms(row), magnitude[row]);
    worst.consider({ row, got: sum, wanted: value[row], allowed }, magnitude[row]);
  }
}

function shapeError(operation: string, length: number, rows: number, cols: number): ReproError {
  return new ReproError({
    action: `check the output of "${operation}"`,
    current: plural(length, "number"),
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
