/**
 * Claims of roc Figure 4: ROC beside frameworks on one GPU, and whether Reddit fits.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";

/** Least throughput over that of a framework that counts as comparable. */
const COMPARABLE = 0.8;

/** `throughput(roc) >= 0.8 * throughput(framework)` on one workload. */
export function comparable(
  evidence: SuiteEvidence,
  { workload, model, framework: { id, label } }: {
    readonly workload: string;
    readonly model: string;
    readonly framework: Contender;
  },
): ClaimPart {
  const key = { workload, contender: id };
  // The times behind the ratio are held against the fixed cost of a call.
  evidence.row(key, "epoch_time");
  const part = evidence.bounded(key, "roc_throughput_ratio", { side: "above", bound: COMPARABLE });
  return { ...part, words: `${model}, ROC's throughput over that of the ${label}: ${part.words}` };
}

/**
 * `peak_gpu_memory(framework) > card`, of which the ledger counts the least there can be, and ROC's does not
 * exceed the card.
 */
export function outOfMemory(
  evidence: SuiteEvidence,
  { workload, model, roc, frameworks, cardGB }: {
    readonly workload: string;
    readonly model: string;
    readonly roc: string;
    readonly frameworks: readonly Contender[];
    readonly cardGB: number;
  },
): ClaimPart[] {
  const peak = (contender: string) => evidence.row({ workload, contender }, "peak_memory");
  const words = (system: string, gigabytes: number) => `${model}, ${system}: ${gigabytes.toPrecision(3)} GB`;
  const own = peak(roc), ownGB = medianOf(own);
  return [
    evidence.exact(ownGB <= cardGB, words("ROC", ownGB), [own], ownGB),
    ...frameworks.map(({ id, label }): ClaimPart => {
      const row = peak(id), value = medianOf(row);
      return evidence.decide(value > cardGB ? true : undefined, {
        words: words(`${label}, at least`, value),
        rows: [row],
        value,
        open: "the ledger counts the least that a step needs, and that would fit",
      });
    }),
  ];
}
