/**
 * Claims that compare ratios of different graphs: no round has both, so that their intervals decide.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";

const low = ({ ci_lo, median }: Row) => ci_lo ?? median!;
const high = ({ ci_hi, median }: Row) => ci_hi ?? median!;

/**
 * Of every pair the first is below the second. It holds where all intervals lie apart that way (with `orEven` also where
 * they overlap), fails where any lies apart the other way, and is open otherwise.
 */
export function allBelow(
  evidence: SuiteEvidence,
  pairs: readonly (readonly [below: Row, above: Row])[],
  { words, orEven = false }: { readonly words: string; readonly orEven?: boolean },
): ClaimPart {
  const rows = [...new Set(pairs.flat())];
  const fails = pairs.some(([below, above]) => low(below) > high(above));
  const holds = !fails && (orEven || pairs.every(([below, above]) => high(below) < low(above)));
  const part = evidence.exact(holds, words, rows);
  if (holds || fails) return part;
  const { source, datasetKind } = part;
  return { kind: "open", words, source, datasetKind, reason: "intervals overlap" };
}
