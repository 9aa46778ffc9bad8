/**
 * Contract of tuned numbers: those of a kernel that measurements on this machine chose in place of the
 * defaults. They change speed only, never a bit of a result.
 *
 * @module
 */

/** Sums over the entries of a sparse matrix's rows. */
export interface EntrySums {
  /** Floats of a row of X, padding included. */
  readonly columns: number;
  /** Bytes of X, whose rows the entries of a matrix name. */
  readonly bytes: number;
}

/** Sums over entries by a kernel whose launches have parameters. */
export interface LaunchedSums extends EntrySums {
  /** Id of the kernel: `row-split`. */
  readonly kernel: string;
}

/**
 * Tuned numbers of one processor: a CPU with an instruction set and a number of threads, or an adapter with
 * an implementation of WebGPU.
 */
export interface Tuning {
  /**
   * Digest of the choices that are not defaults: results under two tunings are not mixed. Absent where all
   * are.
   */
  readonly digest?: string;
  /**
   * Vectors of columns that a pass over a row's entries computes; `undefined` where the default stays. Notes
   * that the choice was asked for.
   */
  panel(work: EntrySums): number | undefined;
  /**
   * Vectors of columns of a register tile of a dense product with so many columns, padding included;
   * `undefined` where the default stays. Notes that the choice was asked for.
   */
  tile(columns: number): number | undefined;
  /**
   * Parameters of a kernel's launches, by name; without those whose default stays. Notes that the choices
   * were asked for.
   */
  launch(work: LaunchedSums): Readonly<Record<string, number>>;
  /** Names of the choices that were asked for since the last call, in the order of their first use. */
  takeUsed(): readonly string[];
}
