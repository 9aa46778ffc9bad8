/**
 * Whether compared sessions can be worse than the baseline at all, and whether a cell is.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { SessionComparison } from "./compare.ts";
import { areOfTwoDevices } from "./conditions.ts";

/**
 * Whether a cell of any session is worse than the baseline's.
 *
 * @throws {UsageError} The sessions are of several devices, of which neither is worse.
 */
export function isWorse(comparison: Pick<SessionComparison, "pairs">): boolean {
  if (areOfSeveralDevices(comparison)) {
    throw new UsageError({
      action: "fail where a cell is worse",
      current: "sessions of several devices, of which none is worse than another",
      wanted: "sessions of one device, with equal generation, threads and instruction set",
      next: "leave --fail-on-worse out, or compare with a session of this device",
    });
  }
  return comparison.pairs.some(({ cells }) => cells.some(({ outcome }) => outcome === "worse"));
}

/** Whether any session ran on another device than the baseline's, so that neither is better. */
export function areOfSeveralDevices({ pairs }: Pick<SessionComparison, "pairs">): boolean {
  return pairs.some(({ conditions }) => areOfTwoDevices(conditions));
}
