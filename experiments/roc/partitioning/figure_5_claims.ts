/**
 * Claims of roc Figure 5: ROC beside NeuGraph's policy, and by the number of GPUs.
 *
 * @module
 */
import { pearsonCorrelation } from "../../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { quotientWithin } from "../../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { type Change, modelledChanges } from "./changed_links.ts";

const OVER_ONE = "speedup_over_one";

/** `throughput(roc, n) > throughput(neugraph, n)` on one number of GPUs, under every change. */
export function faster(
  evidence: SuiteEvidence,
  { roc, neugraph, gpus }: { readonly roc: CellKey; readonly neugraph: CellKey; readonly gpus: number },
): ClaimPart {
  return underChanges(modelledChanges(evidence, roc, "time"), (change) => {
    const part = evidence.faster(roc, neugraph, changedMetric("time", change));
    return { ...part, words: `${gpus} GPUs: ${part.words}` };
  });
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
  const rows = (change: Change) => cells.map((cell) => evidence.row(cell, changedMetric(OVER_ONE, change)));
  return [
    underChanges(changes, (change) => {
      const all = rows(change), ratios = all.map(medianOf);
      const ranks = ratios.map((ratio) => ratios.filter((other) => other < ratio).length);
      const { r } = pearsonCorrelation(counts.map((_, place) => place), ranks);
      const said = counts.map((gpus, i) => `${gpus}: ${ratios[i].toPrecision(3)}`).join(", ");
      const words = `speed-ups over one GPU: ${said}; rank correlation ${r.toFixed(2)}`;
      return evidence.exact(r >= TREND - 1e-9, words, all, r);
    }),
    underChanges(changes, (change) =>
      quotientWithin(evidence, {
        rows: rows(change).slice(-1),
        words: `speed-up of ${counts.at(-1)} GPUs over one`,
        quotient: ([ratio]) => ratio,
        within: [1, Infinity],
      })),
  ];
}
