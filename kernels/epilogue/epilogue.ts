/**
 * Epilogue of an operation, `y = dropout(activation(z + bias))`: applied to each entry of a result before it
 * is stored, so that it needs no pass over memory of its own.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { HostNumbers } from "../operation.ts";

/**
 * Inverted dropout with counter-based random numbers, so that the same entries are dropped on every backend
 * and in the backward pass, which draws them again instead of storing a mask.
 *
 * Entry (r, c) of a matrix of `cols` columns takes 16 bits of a Threefry-2x32-20 block: key (`seed`,
 * `stream`), counter (r * ceil(cols / 4) + floor(c / 4), step); of its two words, columns c mod 4 = 0, 1 take
 * the low and high half of the first, 2, 3 those of the second. The entry is kept, and scaled by
 * `1 / (1 - rate)`, where the 16 bits are at least `rate * 65536`, the rate being a multiple of 1/65536.
 */
export interface Dropout {
  /**
   * Fraction of the entries that become 0, at least 0 and less than 1. The nearest multiple of 1/65536 stands
   * for it, also in the factor of kept entries, so that the mean of an entry over all masks stays the same.
   */
  readonly rate: number;
  /** Seed of the run, a u32. */
  readonly seed: number;
  /** Number that distinguishes the dropouts of one model, a u32. */
  readonly stream: number;
}

/** Entry-wise operations at the end of an operation. */
export interface Epilogue {
  /** Factor of negative entries: 1 for the identity, 0 for ReLU, between them for LeakyReLU. */
  readonly negativeSlope: number;
  /** Bias, one number per column, added to every row first. */
  readonly bias?: HostNumbers;
  /** Dropout, applied last. */
  readonly dropout?: Dropout & {
    /** Training step, a u32: each step has a mask of its own. */
    readonly step: number;
  };
}

/** Epilogue of an operation on a device. */
export interface EpilogueOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Factor of negative entries, as in {@linkcode Epilogue}. */
  readonly negativeSlope: number;
  /** Bias, `1 x cols`. */
  readonly bias?: DeviceMatrix<B>;
  /** Dropout; the training step is one u32 on the device, which changes between runs of a plan. */
  readonly dropout?: Dropout & { readonly step: B };
}

/** Values that the 16 random bits of an entry can have. */
const WAYS = 65_536;

/**
 * Constants of a rate of dropout: the least 16 random bits that keep an entry, and the factor of kept
 * entries.
 *
 * @throws {UsageError} where the rate is not at least 0 and less than 1, or its nearest multiple of 1/65536
 * is 1, with which all entries would fall; it says that `action` was not done.
 * @example
 * ```ts
 * import { dropoutConstants } from "gnn-repro/kernels";
 * const { threshold, scale } = dropoutConstants(0.5);
 * if (threshold !== 32_768 || scale !== 2) throw new Error("half of 2^16, and twice what is left");
 * ```
 */
export function dropoutConstants(
  rate: number,
  action = "drop entries",
): { readonly threshold: number; readonly scale: number } {
  const threshold = Math.round(rate * WAYS);
  if (rate >= 0 && threshold < WAYS) return { threshold, scale: WAYS / (WAYS - threshold) };
  throw new UsageError({
    action,
    current: `a dropout rate of ${rate}`,
    wanted: `at least 0 and at most ${WAYS - 1}/${WAYS}`,
    next: "give the share of the entries that become 0; 0 is no dropout",
  });
}

/** Whether an epilogue leaves every entry as it is, as a missing one does. */
export function isIdentity(epilogue: Epilogue | EpilogueOperands | undefined): boolean {
  return epilogue === undefined ||
    epilogue.negativeSlope === 1 && epilogue.bias === undefined && epilogue.dropout === undefined;
}
