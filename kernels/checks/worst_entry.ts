/**
 * Entry of an output that is nearest to its error bound, or furthest beyond it.
 *
 * @module
 */
import type { CheckedEntry, CheckReport } from "./check_report.ts";
import { allowedError, ATOL } from "./error_bound.ts";

/** Record of the entry whose error is largest relative to its bound. */
export class WorstEntry {
  entry: CheckedEntry | undefined;
  #magnitude = 0;
  #share = -1;

  /** Compares one entry, whose terms' absolute values sum to `magnitude`. */
  consider(entry: CheckedEntry, magnitude: number): void {
    const share = this.#shareOf(entry.got, entry.wanted, entry.allowed);
    if (share <= this.#share) return;
    this.#share = share;
    this.#magnitude = magnitude;
    this.entry = entry;
  }

  /** Compares the entries of one row, each a sum of `terms` terms: multiples of `quantum` where given. */
  considerRow(row: number, { got, value, magnitude, terms, quantum }: {
    readonly got: Float32Array;
    readonly value: Float64Array;
    readonly magnitude: Float64Array;
    readonly terms: number;
    readonly quantum?: number | undefined;
  }): void {
    const cols = value.length, from = row * cols;
    for (let col = 0; col < cols; col++) {
      const allowed = allowedError(terms, magnitude[col], quantum);
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

  /** Report of a check that compared so many rows entry by entry. */
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
