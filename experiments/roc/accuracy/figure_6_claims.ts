/**
 * Claims of roc Figure 6: epochs and time of full batches and of sampled ones to the same accuracy.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { withinOverSeeds } from "../../claims/seed_parts.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";

/**
 * `epochs_to(a, roc) > epochs_to(a, graphsage)` at the accuracy that GraphSAGE has after two epochs. A seed
 * whose full batches do not reach it takes one epoch more than it was trained for, at least.
 */
export function moreEpochs(evidence: SuiteEvidence, workload: string): ClaimPart {
  const whole = evidence.row({ workload, contender: "roc" }, "epochs_at_least");
  const sage = evidence.row({ workload, contender: "graphsage" }, "epochs_to_accuracy");
  const counts = [whole, sage].map(medianOf);
  return withinOverSeeds(evidence, {
    rows: [whole, sage],
    words: `epochs of full batches, at least ${counts[0]}, less GraphSAGE's ${
      counts[1]
    }, to its accuracy after two`,
    number: ([a, b]) => a - b,
    within: [1, Infinity],
  });
}

/** `time_to(a, roc) <= time_to(a, sampler)` at one target; no part where neither reaches it. */
export function timeToTarget(
  evidence: SuiteEvidence,
  { workload, target, sampler }: {
    readonly workload: string;
    readonly target: string;
    readonly sampler: string;
  },
): ClaimPart[] {
  const keys = ["roc", sampler].map((contender) => ({ workload, contender }));
  const [own, other] = keys.map((key) => evidence.find(key, "epochs_to_accuracy"));
  const reached = own ?? other;
  if (reached === undefined) return [];
  if (own !== undefined && other !== undefined) {
    return [evidence.faster(keys[0], keys[1], "time_to_accuracy")];
  }
  const words = `target ${target}, full batches and ${sampler}: only one reaches it in every seed`;
  return [evidence.overSeeds(own !== undefined, { words, rows: [reached], open: "" })];
}

/** `accuracy(roc) >= accuracy(sampler)` at the end. */
export function endsHigher(
  evidence: SuiteEvidence,
  { workload, sampler }: { readonly workload: string; readonly sampler: string },
): ClaimPart {
  return withinOverSeeds(evidence, {
    rows: [evidence.row({ workload, contender: sampler }, "roc_gain")],
    words: `final accuracy above that of ${sampler}, points`,
    within: [0, Infinity],
  });
}
