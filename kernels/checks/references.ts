/**
 * References of checks: rows and projections of the exact result of a problem, computed once for all plans
 * that are checked in the same way.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { RandomStream } from "../../platform/random.ts";
import type { AnyOperandsOf, OperationDefinition, Oracle, Projection } from "../operation.ts";
import { MOST_ROWS, someRows } from "./checked_rows.ts";
import { hostDigest } from "./host_digest.ts";

/** Multiply-adds up to which every row is recomputed. */
const EXHAUSTIVE_WORK = 2e9;
const PROJECTIONS = 2;
/** Bytes of the rows that all references together keep; larger ones are computed anew for each output. */
const MOST_BYTES = 2 ** 28;

/** Extent of a check. */
export interface CheckExtent {
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
  /**
   * Power of two of which the numbers of all dense inputs are multiples, so that sums of few enough of them
   * have to be exact; any numbers when absent.
   */
  readonly step?: number;
  /** Whether a partial check looks for the rows with most terms, in a pass over all; true when absent. */
  readonly heaviest?: boolean;
}

/** Exact result times random weights. */
export interface WeightedProjection extends Projection {
  /** Weights of the columns, of both signs and different sizes. */
  readonly weights: Float64Array;
}

/** A row of the exact result. */
export interface ReferenceRow {
  readonly row: number;
  /** Exact entries. */
  readonly value: Float64Array;
  /** Sums of the absolute values of each entry's terms. */
  readonly magnitude: Float64Array;
  /** Number of terms that each entry sums. */
  readonly terms: number;
}

/** The exact result of a problem, as far as a check compares it. */
export class Reference<Problem> {
  /** Whether every row is compared. */
  readonly complete: boolean;
  /** Rows that are compared entry by entry, ascending. */
  readonly chosen: Uint32Array;
  /** Projections of the whole result; none where every row is compared. */
  readonly projections: readonly WeightedProjection[];
  readonly #oracle: Oracle<Problem>;
  readonly #cols: number;
  #kept: KeptRows | undefined;

  /** Chooses the rows and computes the projections. */
  constructor(
    operation: Pick<OperationDefinition<Problem, AnyOperandsOf>, "id" | "oracle" | "work">,
    problem: Problem,
    extent: CheckExtent,
  ) {
    const oracle = this.#oracle = operation.oracle, { rows, cols } = oracle.shape(problem);
    const { multiplyAdds } = operation.work(problem);
    const stream = new RandomStream(extent.seed, `check ${operation.id}`);
    const small = rows === 0 || multiplyAdds <= (extent.exhaustiveWork ?? EXHAUSTIVE_WORK);
    const count = small ? 0 : extent.projections ?? PROJECTIONS;
    const affordable = rows * (extent.sampledWork ?? Infinity) / multiplyAdds;
    const share = Math.min(1, affordable / MOST_ROWS);
    const sampled = small || (count > 0 && oracle.project === undefined)
      ? undefined
      : someRows(rows, (row) => oracle.terms(problem, row), {
        stream,
        share,
        heavy: extent.heaviest ?? true,
      });
    const projections = projectionsOf(oracle, problem, { stream, cols, count });
    this.complete = sampled === undefined || projections === undefined;
    this.chosen = this.complete ? indices(rows) : sampled!;
    this.projections = this.complete ? [] : projections!;
    this.#cols = cols;
  }

  /** Bytes that the chosen rows take. */
  get bytes(): number {
    return 16 * this.chosen.length * this.#cols;
  }

  /** A row of the exact result, chosen or not. */
  row(problem: Problem, row: number): ReferenceRow {
    const value = new Float64Array(this.#cols), magnitude = new Float64Array(this.#cols);
    return { row, value, magnitude, terms: this.#oracle.row(problem, row, value, magnitude) };
  }

  /** The chosen rows, one after the other; the arrays of each are valid until the next. */
  *rows(problem: Problem): Generator<ReferenceRow> {
    if (this.#kept) return yield* this.#keptRows(this.#kept);
    const value = new Float64Array(this.#cols), magnitude = new Float64Array(this.#cols);
    for (const row of this.chosen) {
      yield { row, value, magnitude, terms: this.#oracle.row(problem, row, value, magnitude) };
    }
  }

  /** Computes the chosen rows for all checks to come. */
  keep(problem: Problem): void {
    if (this.#kept) return;
    const size = this.chosen.length * this.#cols;
    const kept = {
      value: new Float64Array(size),
      magnitude: new Float64Array(size),
      terms: new Float64Array(this.chosen.length),
    };
    let i = 0;
    for (const { value, magnitude, terms } of this.rows(problem)) {
      kept.value.set(value, i * this.#cols);
      kept.magnitude.set(magnitude, i * this.#cols);
      kept.terms[i++] = terms;
    }
    this.#kept = kept;
  }

  *#keptRows({ value, magnitude, terms }: KeptRows): Generator<ReferenceRow> {
    const cols = this.#cols;
    for (const [i, row] of this.chosen.entries()) {
      const part = [i * cols, (i + 1) * cols] as const;
      yield { row, value: value.subarray(...part), magnitude: magnitude.subarray(...part), terms: terms[i] };
    }
  }
}

/** The chosen rows of a reference, one behind the other. */
interface KeptRows {
  readonly value: Float64Array;
  readonly magnitude: Float64Array;
  readonly terms: Float64Array;
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

/** A reference, and what it is of. Arrays of the problem are not kept alive. */
interface Entry {
  readonly key: string;
  readonly parts: readonly unknown[];
  /** Digest of the problem's arrays: they may be filled anew. */
  readonly digest: string;
  // deno-lint-ignore no-explicit-any
  readonly reference: Reference<any>;
}

/**
 * References that were computed before, so that the contenders of one problem share them: the newest, as many
 * as fit into 256 MiB. Problems are the same if they have the same parts: the same arrays, not equal
 * ones, with the same numbers in them.
 */
export class References {
  #entries: Entry[] = [];

  /**
   * The reference of a problem under a check of this extent, computed unless it is there.
   *
   * @internal
   */
  of<Problem, OperandsOf extends AnyOperandsOf>(
    operation: OperationDefinition<Problem, OperandsOf>,
    problem: Problem,
    extent: CheckExtent,
  ): Reference<Problem> {
    const { seed, exhaustiveWork, sampledWork, projections, heaviest } = extent;
    const key = JSON.stringify([operation.id, seed, exhaustiveWork, sampledWork, projections, heaviest]);
    const parts = partsOf(problem), digest = hostDigest(problem);
    this.#entries = this.#entries.filter((entry) => entry.parts.every(isAlive));
    const found = this.#entries.find((entry) =>
      entry.key === key && entry.digest === digest && sameParts(entry.parts, problem)
    );
    if (found) return found.reference;
    const reference = new Reference(operation, problem, extent);
    if (reference.bytes > MOST_BYTES) return reference;
    reference.keep(problem);
    this.#entries.unshift({ key, parts, digest, reference });
    let bytes = 0;
    this.#entries = this.#entries.filter((entry) => (bytes += entry.reference.bytes) <= MOST_BYTES);
    return reference;
  }
}

/** Parts of a problem in the order of their names; objects by weak references. */
function partsOf(problem: unknown): unknown[] {
  return valuesOf(problem).map((part) => isObject(part) ? new WeakRef(part) : part);
}

function valuesOf(problem: unknown): unknown[] {
  return Object.entries(problem as object).toSorted(([a], [b]) => a < b ? -1 : 1).flat();
}

function isObject(part: unknown): part is object {
  return typeof part === "object" && part !== null;
}

function isAlive(part: unknown): boolean {
  return !(part instanceof WeakRef) || part.deref() !== undefined;
}

function sameParts(parts: readonly unknown[], problem: unknown): boolean {
  const values = valuesOf(problem);
  return values.length === parts.length &&
    parts.every((part, i) => (part instanceof WeakRef ? part.deref() : part) === values[i]);
}
