/**
 * Link at which a claim turns, in the words of its evidence.
 *
 * @module
 */
import { intervalOf, spellInterval } from "../../claims/interval.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { ANY_LINK } from "./turning_speeds.ts";

/** Links over which a claim holds: those slower than the one at which it turns, or those faster. */
export type HoldsOver = "slower" | "faster";

/**
 * Speeds at which a claim turns, one a cell, each with its interval: the finding where memory IO on this
 * device says nothing about a card's.
 */
export function turningText(
  evidence: SuiteEvidence,
  cells: readonly CellKey[],
  { holdsOver }: { readonly holdsOver: HoldsOver },
): string {
  return cells.map((key) => {
    const found = intervalOf(evidence.row(key, "flip_link"));
    const [all, none] = holdsOver === "slower" ? ["any", "none"] : ["none", "any"];
    const holds = `${key.contender} on ${key.workload} holds over`;
    if (found.low >= ANY_LINK) return `${holds} ${all}`;
    if (found.high <= 0) return `${holds} ${none}`;
    const links = `${holds} links ${holdsOver} than`;
    return found.high < ANY_LINK
      ? `${links} ${spellInterval(found, "GB/s")}`
      : `${links} ${found.low.toPrecision(3)} GB/s or more, or over ${all}`;
  }).join("; ");
}
