/**
 * Claim of fastgl Table 9: FastGL's memory is comparable with DGL's.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL } from "../policies.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { PAPER_NAMES } from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";
import { CARD_BYTES, MB } from "./batch_memory.ts";

/** Bounds of FastGL's memory over DGL's, within which it is comparable. */
const LEAST = 0.75, MOST = 1.05;

const COMMON =
  "what the ledger leaves out is in both systems alike, brings the quotient nearer to 1, and has room on the card";
const TOO_MUCH = "DGL's policy would not fit the card on which the paper ran DGL";

/**
 * `0.75 <= gpu_memory(fastgl) / gpu_memory(dgl) <= 1.05`. What the ledger leaves out is in both alike, from
 * nothing to what the card has left: a bound that holds without it holds with it, and one that does not hold
 * with a full card either is missed.
 */
function comparable(evidence: SuiteEvidence): ClaimPart[] {
  const within = (ratio: number) => ratio >= LEAST && ratio <= MOST;
  return Object.keys(PAPER_NAMES).map((workload) => {
    const rows = [FASTGL, DGL_POLICY].map(({ id }) =>
      evidence.row({ workload, contender: id }, "gpu_memory_used")
    );
    const [fastgl, dgl] = rows.map(medianOf);
    const ratio = fastgl / dgl, room = CARD_BYTES / MB - dgl;
    const text = `FastGL's over DGL's is ${ratio.toFixed(2)} on ${PAPER_NAMES[workload]}`;
    const holds = within(ratio), missed = room >= 0 && !within((fastgl + room) / (dgl + room));
    const open = room < 0 ? TOO_MUCH : COMMON;
    const part = evidence.decide(holds || missed ? holds : undefined, { text, rows, value: ratio, open });
    return openAtSmoke(part, rows[0]);
  });
}

/** Claims by the rows of the suite. */
export const TABLE_9_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.memory",
    premise: sampledBatches(Object.keys(PAPER_NAMES), DGL_POLICY.id),
    decide: comparable,
  },
];
