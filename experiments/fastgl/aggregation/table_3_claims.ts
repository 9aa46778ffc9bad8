/**
 * Claim of fastgl Table 3: the order of the memory levels by bandwidth.
 *
 * @module
 */
import type { MemoryLevel } from "../../../hardware/memory_sweep.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";

/** Id of the one workload. */
export const SWEEP = "sweep";

/** `bw(shared) ~ bw(l1) > bw(l2) > bw(global)`; `~` is 20 %. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: MemoryLevel) => ({ workload: SWEEP, contender });
  const parts: ClaimPart[] = [
    evidence.higherRate(key("l1"), key("l2"), "bandwidth"),
    evidence.higherRate(key("l2"), key("global"), "bandwidth"),
  ];
  const shared = evidence.find(key("shared"), "bandwidth");
  if (shared?.median !== undefined) {
    parts.push(evidence.equalRates(key("shared"), key("l1"), { rate: "bandwidth", margin: 1.2 }));
  } else {
    const reason = evidence.find(key("shared"), "time")?.reason ?? "shared memory was not measured";
    parts.push({ kind: "open", words: "shared memory: none", source: "measured", datasetKind: "", reason });
  }
  return parts;
}

/** Claims by the rows of the suite. */
export const TABLE_3_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.bandwidth-order", decide: order },
];
