/**
 * Claims of roc Table 3 and Algorithm 1, from counts of what contradicts them.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";

/** No row of these workloads counts anything. */
export function never(
  evidence: SuiteEvidence,
  { metric, contender, workloads, words }: {
    readonly metric: string;
    readonly contender: string;
    readonly workloads: readonly string[];
    readonly words: string;
  },
): ClaimPart {
  const rows = workloads.map((workload) => evidence.row({ workload, contender }, metric));
  const total = rows.reduce((sum, row) => sum + Math.abs(medianOf(row)), 0);
  return evidence.exact(total === 0, `${words}: ${total} on ${rows.length} workloads`, rows, total);
}

/** A model whose states are counted. */
export interface CountedModel {
  /** Workload of the counts. */
  readonly workload: string;
  /** Name for readers. */
  readonly name: string;
}

/** `S <= 16` and `T <= 4096` in the depth of typical models; open where two readings of CommNet disagree. */
export function fewStates(
  evidence: SuiteEvidence,
  { contender, layers, gcn, gin, commNets: [maps, map] }: {
    readonly contender: string;
    readonly layers: number;
    readonly gcn: CountedModel;
    readonly gin: CountedModel;
    /** CommNet with a linear map for a vertex and one for its neighbours' mean, and with one map of both. */
    readonly commNets: readonly [CountedModel, CountedModel];
  },
): ClaimPart[] {
  const counts = ({ workload, name }: CountedModel) => {
    const rows = ["states", "tensor_sets"].map((metric) => evidence.row({ workload, contender }, metric));
    const [states, sets] = rows.map(medianOf);
    const words = `${name}, ${layers} layers: ${states} states, ${sets} tensor sets`;
    return evidence.exact(states <= 16 && sets <= 4096, words, rows, states);
  };
  const own = [counts(gcn), counts(gin)], two = counts(maps), one = counts(map);
  if (two.holds === one.holds) return [...own, two, one];
  const either = { ...two, words: `${two.words}; ${one.words}` };
  return [...own, openPart(either, "what is one operation of CommNet, the paper does not say")];
}
