/**
 * Claims of roc Figure 4: ROC beside frameworks on one GPU, and whether Reddit fits.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import { policyBeside, systemCell } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";

/** Least throughput over that of a framework that counts as comparable. */
const COMPARABLE = 0.8;

/**
 * `throughput(roc) >= 0.8 * throughput(framework)` on one workload: of the framework itself where it was
 * measured, else of its policy. Where the policy is slower than the framework, the part says so.
 */
export function comparable(
  evidence: SuiteEvidence,
  { workload, model, framework, real }: {
    readonly workload: string;
    readonly model: string;
    readonly framework: Contender;
    readonly real: readonly Contender[];
  },
): ClaimPart {
  const peer = framework.id.replace("policy:", "peer:"), itself = real.find(({ id }) => id === peer);
  const system = { name: itself?.label ?? framework.label, peer, policy: framework.id };
  const key = systemCell(evidence, workload, system, "epoch_time");
  const label = key.contender === peer ? system.name : framework.label;
  // The times behind the ratio are held against the fixed cost of a call.
  evidence.row(key, "epoch_time");
  const part = evidence.bounded(key, "roc_throughput_ratio", { side: "above", bound: COMPARABLE });
  const standing = policyBeside(evidence, workload, system, "epoch_time");
  const remark = standing === undefined || standing.holds
    ? ""
    : `; ${standing.words}: it does not stand for it`;
  return { ...part, words: `${model}, ROC's throughput over that of ${label}: ${part.words}${remark}` };
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
