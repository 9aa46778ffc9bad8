/**
 * Check, then time: whether what a kernel computed is the operation's result. The bound of each entry follows from its
 * own arithmetic, never from taste, and entries that were not written, or are not finite, always fail.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import type { Operation, StagedOperands } from "./operation.ts";

/** Distance from 1 to the next float32; twice the largest relative error of one rounding. */
export const EPS_F32 = 2 ** -23;
/** Below this float32 arithmetic may flush to zero on some devices. */
export const ATOL = 1e-30;
/** Multiply-adds up to which every row is computed again. */
const EXHAUSTIVE_WORK = 2e9;
const HEAVIEST_ROWS = 1000;
const EDGE_ROWS = 1000;
const RANDOM_ROWS = 10_000;
const PROJECTIONS = 2;

/** One entry beside its bound. `col` is absent where a projection of the row was compared, not one entry. */
export interface CheckedEntry {
  /** Row of the output. */
  readonly row: number;
  /** Column of the output. */
  readonly col?: number;
  /** What the kernel wrote, or its projection. */
  readonly got: number;
  /** What the oracle computed. */
  readonly wanted: number;
  /** Largest |got - wanted| that rounding explains. */
  readonly allowed: number;
}

/** What a check found. */
export interface CheckReport {
  /** Whether every entry that was compared is within its bound. */
  readonly ok: boolean;
  /** |got - wanted| over the sum of its |terms|, of the worst entry. */
  readonly relErr: number;
  /** The bound of that entry, over the same. */
  readonly tolerance: number;
  /** Rows that were compared entry by entry. */
  readonly checkedRows: number;
  /** The entry nearest to its bound, or furthest past it; absent where there was nothing to compare. */
  readonly worst?: CheckedEntry;
}

/** The report of several that is nearest to its bound, or furthest past it; with the rows of all. */
export function worstOf(reports: readonly CheckReport[]): CheckReport {
  const share = ({ ok, relErr, tolerance }: CheckReport) => ok ? relErr / (tolerance || 1) : Infinity;
  const worst = reports.reduce((a, b) => share(b) > share(a) ? b : a);
  return { ...worst, checkedRows: reports.reduce((sum, { checkedRows }) => sum + checkedRows, 0) };
}

/** How {@link checkOutput} checks. */
export interface CheckOptions {
  /** Picks the random rows and projections of a partial check. */
  readonly seed: number;
  /** Multiply-adds up to which every row is checked; 2e9 when absent. */
  readonly exhaustiveWork?: number;
  /**
   * Multiply-adds that the rows of a partial check may cost, about: fewer rows of each sort, in proportion, where they
   * would cost more. The projections still cover the whole.
   */
  readonly sampledWork?: number;
  /** Random projections of the whole that a partial check compares; 2 when absent. */
  readonly projections?: number;
  /** Whether a partial check looks for the rows with most terms, which takes a pass over all; true when absent. */
  readonly heaviest?: boolean;
  /** Whether a reference that is zero everywhere is accepted: of numbers that nobody chose it may be. */
  readonly mayBeZero?: boolean;
}

/** Keeps the entry whose error is largest against its bound. */
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

  /** Considers the entries of one row, each a sum of `terms` terms. */
  considerRow(row: number, { got, value, magnitude, terms }: {
    readonly got: Float32Array;
    readonly value: Float64Array;
    readonly magnitude: Float64Array;
    readonly terms: number;
  }): void {
    const cols = value.length, from = row * cols;
    for (let col = 0; col < cols; col++) {
      const allowed = allowedError(terms, magnitude[col]);
      if (this.#shareOf(got[from + col], value[col], allowed) <= this.#share) continue;
      this.consider({ row, col, got: got[from + col], wanted: value[col], allowed }, magnitude[col]);
    }
  }

  /** Error over the allowed one; infinite where a number is not finite. */
  #shareOf(got: number, wanted: number, allowed: number): number {
    const error = Math.abs(got - wanted);
    return error < Infinity ? error / allowed : Infinity;
  }

  report(checkedRows: number): CheckReport {
    const { entry } = this;
    if (entry === undefined) return { ok: true, relErr: 0, tolerance: 0, checkedRows };
    const error = Math.abs(entry.got - entry.wanted);
    // An entry without terms has no magnitude to compare with; ATOL stands for it, so that a wrong one shows.
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

/** Error that float32 arithmetic may make in a sum of `terms` terms whose absolute values sum to `magnitude`. */
function allowedError(terms: number, magnitude: number): number {
  return ATOL + (terms + 2) * EPS_F32 * magnitude;
}

/**
 * Compares a kernel's output (`rows x cols`, row-major) with the oracle:
 * `|got - wanted| <= ATOL + (terms + 2) * EPS_F32 * sum|terms|` for each entry. Up to 2e9 multiply-adds every row is
 * computed again; above, the 1,000 heaviest rows, the first and last 1,000, 10,000 random ones and two random
 * projections of the whole (Freivalds, "Probabilistic machines can use less running time", 1977). A value that is not
 * finite fails wherever it stands.
 *
 * @throws {ReproError} where the output has another shape, or the reference is zero everywhere and so proves nothing.
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
  const complete = rows === 0 || multiplyAdds <= (options.exhaustiveWork ?? EXHAUSTIVE_WORK);
  const stream = new RandomStream(options.seed, `check ${operation.id}`);
  const affordable = rows * (options.sampledWork ?? Infinity) / multiplyAdds;
  const share = Math.min(1, affordable / (HEAVIEST_ROWS + 2 * EDGE_ROWS + RANDOM_ROWS));
  const chosen = complete ? allRows(rows) : someRows(rows, (row) => oracle.terms(problem, row), {
    stream,
    share,
    heavy: options.heaviest ?? true,
  });
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
    for (let i = 0; i < (options.projections ?? PROJECTIONS); i++) {
      project(operation, problem, got, { stream, worst });
    }
  }
  return worst.report(chosen.length);
}

/** Exponent of a float32 that is infinite or not a number. */
const NOT_FINITE = 0x7f800000;

/** Place of the first number that is not finite; -1 where all are. */
function firstNotFinite(numbers: Float32Array): number {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let i = 0; i < bits.length; i++) if ((bits[i] & NOT_FINITE) === NOT_FINITE) return i;
  return -1;
}

function allRows(rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row);
}

/** The rows of a partial check, ascending: where sums are longest, where launches end, and anywhere. */
function someRows(rows: number, terms: (row: number) => number, { stream, share, heavy }: {
  readonly stream: RandomStream;
  /** Whether the rows with most terms are among them. */
  readonly heavy: boolean;
  /** Of the full numbers of rows of each sort; at least one of each is taken. */
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
  // Rows as long as the shortest of the heaviest may be many; those above it come first.
  for (let row = 0; row < rows; row++) if (lengths[row] > least) chosen.add(row);
  for (let row = 0; row < rows && chosen.size < wanted; row++) if (lengths[row] === least) chosen.add(row);
}

/** Compares `got * w` with the exact result times `w`, for random weights of either sign and unequal size. */
function project<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  { oracle }: Operation<Problem, OperandsOf>,
  problem: Problem,
  got: Float32Array,
  { stream, worst }: { stream: RandomStream; worst: Worst },
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
