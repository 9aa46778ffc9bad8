/**
 * Claims of roc Figure 7: accuracies by depth and width, and the rule of residual layers.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { withinOverSeeds } from "../../claims/seed_parts.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";

/** A difference of accuracies, seed by seed, that is claimed to be positive. */
export function higher(evidence: SuiteEvidence, key: CellKey, metric: string): ClaimPart {
  return withinOverSeeds(evidence, {
    rows: [evidence.row(key, metric)],
    words: `${key.contender}: ${metric.replaceAll("_", " ")}, points`,
    within: [0, Infinity],
  });
}

/** Scores of networks of all depths are those of the residual rule. */
export function residualShape(
  evidence: SuiteEvidence,
  { cells, depths }: { readonly cells: readonly CellKey[]; readonly depths: readonly number[] },
): ClaimPart {
  const rows = cells.map((cell) => evidence.row(cell, "residual_error"));
  const worst = Math.max(...rows.map(medianOf));
  const words = `largest difference from the rule over ${depths.join(", ")} layers: ${
    worst.toExponential(1)
  }`;
  return evidence.exact(worst < 1e-9, words, rows, worst);
}
