/**
 * Claim of fastgl Table 3: the order of the memory levels by bandwidth.
 *
 * @module
 */
import type { MemoryLevel } from "../../../hardware/memory_sweep.ts";
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Quantity } from "../../premises/condition.ts";
import { filledCalls } from "../../premises/busy_threads.ts";
import type { ClaimRule } from "../../suite.ts";

/** Id of the one workload. */
export const SWEEP = "sweep";

const key = (contender: MemoryLevel) => ({ workload: SWEEP, contender });

const WORD_BYTES = 4;

/** Words that a sweep reads: its bandwidth in GB/s times its milliseconds are a millionth of its bytes. */
const wordsRead: Quantity["readings"] = (evidence) =>
  (["l1", "l2", "global"] as const).map((level) => {
    const [rate, ms] = ["bandwidth", "time"].map((metric) => medianOf(evidence.row(key(level), metric)));
    return { of: `a sweep of ${level}`, value: 1e6 * rate * ms / WORD_BYTES };
  });

/** `bw(shared) ~ bw(l1) > bw(l2) > bw(global)`; `~` is 20 %. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  const parts: ClaimPart[] = [
    evidence.higherRate(key("l1"), key("l2"), "bandwidth"),
    evidence.higherRate(key("l2"), key("global"), "bandwidth"),
  ];
  const shared = evidence.find(key("shared"), "bandwidth");
  if (shared?.median !== undefined) {
    parts.push(evidence.equalRates(key("shared"), key("l1"), { rate: "bandwidth", margin: 1.2 }));
  } else {
    const reason = evidence.find(key("shared"), "time")?.reason ?? "shared memory was not measured";
    parts.push({ kind: "open", text: "shared memory: none", source: "measured", datasetKind: "", reason });
  }
  return parts;
}

/** Claims by the rows of the suite. */
export const TABLE_3_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.bandwidth-order",
    premise: filledCalls(wordsRead, "a device whose caches hold more words"),
    decide: order,
  },
];
