/**
 * Claims of roc Figure 5: ROC beside NeuGraph's policy, and by the number of GPUs.
 *
 * @module
 */
import { pearsonCorrelation } from "../../../platform/statistics/mod.ts";
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { modelledChanges } from "./changed_links.ts";

const OVER_ONE = "speedup_over_one";

/**
 * `throughput(roc, n) > throughput(neugraph, n)` on one number of GPUs, under every change; open where both
 * run the same program.
 */
export function faster(
  evidence: SuiteEvidence,
  { roc, neugraph, gpus }: { readonly roc: CellKey; readonly neugraph: CellKey; readonly gpus: number },
): ClaimPart {
  const isSame = medianOf(evidence.row(neugraph, "same_program")) === 1;
  const part = underChanges(modelledChanges(evidence, roc, "time"), (change) => {
    const part = evidence.faster(roc, neugraph, changedMetric("time", change));
    return { ...part, words: `${gpus} GPUs: ${part.words}` };
  });
  return isSame ? openPart(part, "both run the same program: no operation fits the card") : part;
}

/** Correlation of values with their places, by ranks. */
function rankCorrelation(values: readonly number[]): number {
  const ranks = values.map((value) => values.filter((other) => other < value).length);
  return pearsonCorrelation(values.map((_, place) => place), ranks).r;
}

/** One swap of neighbours among five ranks leaves a correlation of 0.9. */
const TREND = 0.9;

/**
 * "Trend": speed-ups over one GPU rank as the GPU counts do but for one swap of neighbours, and the most
 * GPUs are faster than one.
 *
 * @param cells One for each of `counts`, ascending.
 */
export function scales(
  evidence: SuiteEvidence,
  { counts, cells }: { readonly counts: readonly number[]; readonly cells: readonly CellKey[] },
): ClaimPart[] {
  const changes = modelledChanges(evidence, cells[0], OVER_ONE);
  return [
    underChanges(changes, (change) => {
      const of = cells.map((cell) => evidence.series(cell, changedMetric(OVER_ONE, change)));
      const said = counts.map((gpus, i) => `${gpus}: ${of[i].value.toPrecision(3)}`).join(", ");
      return evidence.timed({
        of,
        quantity: rankCorrelation,
        within: [TREND - 1e-9, Infinity],
        words: `speed-ups over one GPU: ${said}; rank correlation`,
        signed: true,
      });
    }),
    underChanges(
      changes,
      (change) =>
        evidence.bounded(cells.at(-1)!, changedMetric(OVER_ONE, change), { side: "above", bound: 1 }),
    ),
  ];
}
