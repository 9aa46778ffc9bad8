/**
 * Answers of the audits in words, from rows alone.
 *
 * @module
 */
import { workloadId } from "../../../results/report/workload.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import { intervalOf, spellInterval } from "../../claims/interval.ts";
import { type Audit, BASELINES } from "./audit.ts";

/** Sentences, one a paper: the speed-up that remains over its baseline in each set-up. */
export function auditAnswers(rows: readonly Row[], audits: readonly Audit[]): string[] {
  const remaining = rows.filter(({ status, metric }) => status === "ok" && metric === "remaining");
  const byWorkload = Map.groupBy(remaining, workloadId);
  return audits.flatMap(({ id, technique, timed }) => {
    const own = byWorkload.get(id) ?? [], at = new Map(own.map((row) => [row.contender, row]));
    const found = BASELINES.flatMap((baseline) => {
      const row = at.get(baseline);
      return row === undefined ? [] : [{ baseline, row }];
    });
    if (found.length < BASELINES.length) return [];
    const [{ row: printed }] = found, { row: tuned } = found.at(-1)!;
    const texts = found.map(({ baseline, row }) => `over the ${baseline} baseline ${ratioText(row)}`);
    return [
      `For ${timed} on ${printed.dataset}, the speed-up by ${technique} (${id}) is ${texts.join(", ")}; ` +
      `${leftText(printed, tuned)}.`,
    ];
  });
}

function ratioText(row: Row): string {
  const text = spellInterval(intervalOf(row), row.unit);
  return row.source === "modelled" ? `${text} (modelled)` : text;
}

/** Whether the technique still wins against the tuned baseline, and how much of its gain that leaves. */
function leftText(printed: Row, tuned: Row): string {
  const { low, high } = intervalOf(tuned), gain = Math.log(medianOf(printed));
  if (high < 1) return "tuned, the baseline is faster";
  if (low <= 1) return "tuned, the baseline cannot be told from it";
  if (gain <= 0) return "only the tuned baseline is slower than the technique";
  const left = Math.round(100 * Math.log(medianOf(tuned)) / gain);
  if (left >= 100) return "tuning the baseline takes nothing of it";
  return `the tuned baseline leaves ${left} % of the printed one's gain, on a logarithmic scale`;
}
