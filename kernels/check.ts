/**
 * Checks of kernels' outputs, made before anything is timed. The error bound of each entry follows from the
 * arithmetic of that entry; an entry that was not written, or is not finite, always fails.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import type { Operation, Oracle, Projection, StagedOperands } from "./operation.ts";

/**
 * Machine epsilon of float32: the distance from 1 to the next number, twice the largest relative error of one
 * rounding.
 */
export const EPS_F32 = 2 ** -23;
/** Absolute tolerance: float32 arithmetic may flush smaller numbers to zero on some devices. */
export const ATOL = 1e-30;
/** Multiply-adds up to which every row is recomputed. */
const EXHAUSTIVE_WORK = 2e9;
const HEAVIEST_ROWS = 1000;
const EDGE_ROWS = 1000;
const RANDOM_ROWS = 10_000;
const PROJECTIONS = 2;

/**
 * One entry of an output with its error bound. `col` is absent where a projection of the row was compared,
 * not one entry.
 */
export interface CheckedEntry {
  /** Row of the output. */
  readonly row: number;
  /** Column of the output. */
  readonly col?: number;
  /** Value that the kernel wrote, or its projection. */
  readonly got: number;
  /** Value that the oracle computed. */
  readonly wanted: number;
  /** Largest |got - wanted| that rounding explains. */
  readonly allowed: number;
}

/** Result of a check. */
export interface CheckReport {
  /** Whether every compared entry is within its bound. */
  readonly ok: boolean;
  /** Relative error |got - wanted| / sum of |terms| of the worst entry. */
  readonly relErr: number;
  /** Error bound of the worst entry, divided by its sum of |terms|. */
  readonly tolerance: number;
  /** Rows that were compared entry by entry. */
  readonly checkedRows: number;
  /** Entry nearest to its bound, or furthest beyond it; absent where nothing was compared. */
  readonly worst?: CheckedEntry;
}

/**
 * Selects the report whose worst entry is nearest to its bound, or furthest beyond it, and counts the rows of
 * all reports.
 */
export function worstOf(reports: readonly CheckReport[]): CheckReport {
  const share = ({ ok, relErr, tolerance }: CheckReport) => ok ? relErr / (tolerance || 1) : Infinity;
  const worst = reports.reduce((a, b) => share(b) > share(a) ? b : a);
  return { ...worst, checkedRows: reports.reduce((sum, { checkedRows }) => sum + checkedRows, 0) };
}

/** Options of {@link checkOutput}. */
export interface CheckOptions {
  /** Seed of the random rows and projections of a partial check. */
  readonly seed: number;
  /** Multiply-adds up to which every row is checked; 2e9 when absent. */
  readonly exhaustiveWork?: number;
  /**
   * Approximate limit of the multiply-adds spent on the rows of a partial check: where the rows would cost
   * more, fewer of each sort are taken, in proportion. The projections still cover the whole output, and
   * where a projection would cost as much as all rows, every row is checked.
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

/** Record of the entry whose error is largest relative to its bound. */
class Worst {
  entry: CheckedEntry | undefined;
  #magnitude = 0;
  #share = -1;

  consider(entry: CheckedEntry, magnitude: number): void {
    const share = this.#shareOf(entry.got, entry.wanted, entry.allowed);
    if (share <= this.#share) return;
    this.#share = share;
    this.#magnitude = magnitude;
    this.entry = entry;
  }

  /** Compares the entries of one row, each a sum of `terms` terms. */
  considerRow(row: number, { got, value, magnitude, terms }: {
    readonly got: Float32Array;
    readonly value: Float64Array;
    readonly magnitude: Float64Array;
    readonly terms: number;
  }): void {
    const cols = value.length, from = row * cols;
    for (let col = 0; col < cols; col++) {
      const allowed = allowedError(terms, magnitude[col]);
      // A product costs less than a division; a comparison with NaN is never true.
      if (Math.abs(got[from + col] - value[col]) <= this.#share * allowed) continue;
      this.consider({ row, col, got: got[from + col], wanted: value[col], allowed }, magnitude[col]);
    }
  }

  /** Ratio of an entry's error to its allowed error; infinite where a number is not finite. */
  #shareOf(got: number, wanted: number, allowed: number): number {
    const error = Math.abs(got - wanted);
    return error < Infinity ? error / allowed : Infinity;
  }

  report(checkedRows: number): CheckReport {
    const { entry } = this;
    if (entry === undefined) return { ok: true, relErr: 0, tolerance: 0, checkedRows };
    const error = Math.abs(entry.got - entry.wanted);
    // An entry without terms has magnitude 0; ATOL replaces it, so that a wrong entry is reported.
    const scale = Math.max(this.#magnitude, ATOL);
    return {
      ok: this.#share <= 1,
      relErr: Number.isFinite(error) ? error / scale : Infinity,
      tolerance: entry.allowed / scale,
      checkedRows,
      worst: entry,
    };
  }
}

/** Largest error of a float32 sum of `terms` terms whose absolute values sum to `magnitude`. */
function allowedError(terms: number, magnitude: number): number {
  return ATOL + (terms + 2) * EPS_F32 * magnitude;
}

/**
 * Compares a kernel's output (`rows x cols`, row-major) with the oracle:
 * `|got - wanted| <= ATOL + (terms + 2) * EPS_F32 * sum|terms|` for each entry. Up to 2e9 multiply-adds every
 * row is recomputed; above that, the 1,000 heaviest rows, the first and last 1,000, 10,000 random ones and
 * two random projections of the whole (Freivalds, "Probabilistic machines can use less running time", 1977).
 * Where a projection would cost as much as all rows, every row is recomputed instead. A value that is not
 * finite fails in any row.
 *
 * @throws {ReproError} where the output has another shape, or the reference is zero everywhere and so proves
 * nothing.
 */
export function checkOutput<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  operation: Operation<Problem, OperandsOf>,
  problem: Problem,
  got: Float32Array,
  options: CheckOptions,
): CheckReport {
  const { oracle } = operation;
  const { rows, cols } = oracle.shape(problem);
  if (got.length !== rows * cols) throw shapeError(operation.id, got.length, rows, cols);
  const { multiplyAdds } = operation.work(problem);
  const stream = new RandomStream(options.seed, `check ${operation.id}`);
  const small = rows === 0 || multiplyAdds <= (options.exhaustiveWork ?? EXHAUSTIVE_WORK);
  const count = small ? 0 : options.projections ?? PROJECTIONS;
  const affordable = rows * (options.sampledWork ?? Infinity) / multiplyAdds;
  const share = Math.min(1, affordable / (HEAVIEST_ROWS + 2 * EDGE_ROWS + RANDOM_ROWS));
  const sampled = small || (count > 0 && oracle.project === undefined)
    ? undefined
    : someRows(rows, (row) => oracle.terms(problem, row), {
      stream,
      share,
      heavy: options.heaviest ?? true,
    });
  const projections = projectionsOf(oracle, problem, { stream, cols, count });
  const complete = sampled === undefined || projections === undefined;
  const chosen = complete ? allRows(rows) : sampled;
  const worst = new Worst();
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
    const terms = (row: number) => oracle.terms(problem, row);
    for (const projection of projections) compareProjection(projection, got, { terms, worst });
  }
  return worst.report(chosen.length);
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

function allRows(rows: number): Uint32Array {
  const all = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) all[row] = row;
  return all;
}

/**
 * Rows of a partial check, ascending: the rows with most terms, those at the ends of launches, and random
 * ones.
 */
function someRows(rows: number, terms: (row: number) => number, { stream, share, heavy }: {
  readonly stream: RandomStream;
  /** Whether the rows with most terms are among them. */
  readonly heavy: boolean;
  /** Fraction of the usual number of rows of each sort; at least one row of each is taken. */
  readonly share: number;
}): Uint32Array {
  const [heaviest, edge, random] = [HEAVIEST_ROWS, EDGE_ROWS, RANDOM_ROWS].map((n) => Math.ceil(share * n));
  const chosen = new Set<number>();
  if (heavy) addHeaviest(chosen, { rows, terms, wanted: heaviest });
  for (let row = 0; row < Math.min(edge, rows); row++) chosen.add(row).add(rows - 1 - row);
  for (let draw = 0; draw < random; draw++) chosen.add(stream.below(rows));
  return Uint32Array.from(chosen).sort();
}

/** Adds the rows with most terms. */
function addHeaviest(chosen: Set<number>, { rows, terms, wanted }: {
  readonly rows: number;
  readonly terms: (row: number) => number;
  readonly wanted: number;
}): void {
  const lengths = new Float64Array(rows);
  for (let row = 0; row < rows; row++) lengths[row] = terms(row);
  const least = lengths.toSorted()[Math.max(0, rows - wanted)];
  // Many rows may be as long as the shortest of the heaviest; longer rows are taken first.
  for (let row = 0; row < rows; row++) if (lengths[row] > least) chosen.add(row);
  for (let row = 0; row < rows && chosen.size < wanted; row++) if (lengths[row] === least) chosen.add(row);
}

/** Exact result times random weights. */
interface WeightedProjection extends Projection {
  /** Weights of the columns, of both signs and different sizes. */
  readonly weights: Float64Array;
}

/** Projects the exact result `count` times; `undefined` where that would cost as much as all its rows. */
function projectionsOf<Problem>(
  oracle: Oracle<Problem>,
  problem: Problem,
  { stream, cols, count }: { readonly stream: RandomStream; readonly cols: number; readonly count: number },
): WeightedProjection[] | undefined {
  const projections: WeightedProjection[] = [];
  for (let i = 0; i < count; i++) {
    const weights = Float64Array.from(
      { length: cols },
      () => (0.5 + stream.uniform()) * (stream.uint32() & 1 ? 1 : -1),
    );
    const projection = oracle.project?.(problem, weights);
    if (projection === undefined) return undefined;
    projections.push({ weights, ...projection });
  }
  return projections;
}

/** Compares `got * w` with the exact result times w. */
function compareProjection(
  { weights, value, magnitude }: WeightedProjection,
  got: Float32Array,
  { terms, worst }: { readonly terms: (row: number) => number; readonly worst: Worst },
): void {
  const rows = value.length, cols = weights.length;
  const weightSum = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
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
