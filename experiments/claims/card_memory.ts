/**
 * Rule for claims about memory: the ledger's least shows that something does not fit, and least times the
 * overhead that was measured on this device shows that it does. In between nothing is shown.
 *
 * @module
 */

/** Bytes of a training, beside those that are there for it; both in the same unit. */
export interface NeededMemory {
  /** Bytes in use at once by the ledger, the least that there can be. */
  readonly least: number;
  /**
   * Bytes that a training really took on this device over the least of its ledger, on a graph that fits;
   * absent where another system would have to be measured.
   */
  readonly overhead?: number;
}

/**
 * Whether a training fits within some memory; `undefined` where neither answer is shown.
 *
 * @example
 * ```ts
 * if (fitsWithin(24, { least: 30 }) !== false) throw new Error("more than there is");
 * if (fitsWithin(24, { least: 20 }) !== undefined) throw new Error("20 may be more elsewhere");
 * if (fitsWithin(24, { least: 20, overhead: 1.1 }) !== true) throw new Error("22 at most");
 * ```
 */
export function fitsWithin(memory: number, { least, overhead }: NeededMemory): boolean | undefined {
  if (least > memory) return false;
  return overhead !== undefined && least * overhead <= memory ? true : undefined;
}
