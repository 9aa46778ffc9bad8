/**
 * Parts of claims about training on ranks: comparisons of two numbers of the evidence.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import { intervalOf, liesBelow, spellInterval } from "../claims/interval.ts";
import { beyond as rowBeyond, type Bound } from "../claims/interval_parts.ts";
import { openAtSmoke } from "../claims/smoke.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";

/** One number of the evidence: a cell's metric. */
export type Cited = readonly [cell: CellKey, metric: string];

const nameOf = ({ workload, contender }: CellKey) => `${contender} on ${workload}`;

/** The first is less than the second, by intervals that do not meet; else open. */
export function less(evidence: SuiteEvidence, small: Cited, large: Cited): ClaimPart {
  const rows = [evidence.row(...small), evidence.row(...large)], [a, b] = rows.map(intervalOf);
  const words = [[small, a], [large, b]] as const;
  const part = evidence.decide(liesBelow(a, b), {
    words: words.map(([[cell, metric], found]) => `${metric} of ${nameOf(cell)} = ${spellInterval(found)}`)
      .join(", "),
    rows,
    value: a.value / b.value,
    open: "intervals overlap",
  });
  return openAtSmoke(part, rows[0]);
}

/** The first is less than the second, by ratios of rounds in which both had a turn. */
export function lessByRounds(
  evidence: SuiteEvidence,
  [small, large]: readonly [CellKey, CellKey],
  metric: string,
): ClaimPart {
  const part = evidence.faster(small, large, metric);
  const { median: value, ciLo: low, ciHi: high, n } = part.ratio;
  const numbers = spellInterval({ value, low, high });
  return {
    ...part,
    words: `${metric} of ${nameOf(large)} over that of ${nameOf(small)} = ${numbers}, ${n} rounds`,
  };
}

/** A number lies on one side of a bound, by its whole interval; else open. */
export function beyond(evidence: SuiteEvidence, [cell, metric]: Cited, bound: Bound): ClaimPart {
  const row = evidence.row(cell, metric);
  return openAtSmoke(rowBeyond(evidence, row, { ...bound, of: nameOf(cell) }), row);
}
