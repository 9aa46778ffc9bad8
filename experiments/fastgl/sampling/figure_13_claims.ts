/**
 * Claim of fastgl Figure 13: Fused-Map samples faster than three steps, and these faster than the host.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { DGL_SYSTEM, fasterThanSystem, PYG_SYSTEM, systemCell } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL } from "../policies.ts";
import { filledDevice, sampledBatches } from "../sampled_premises.ts";
import { PAPER_NAMES } from "../sampling_graphs.ts";

const GRAPHS = Object.keys(PAPER_NAMES);

/**
 * `sample_time(fastgl) < sample_time(dgl) < sample_time(pyg)` on every graph, of the real systems where they
 * were measured.
 */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) => [
    fasterThanSystem(evidence, { workload, contender: FASTGL.id }, DGL_SYSTEM),
    fasterThanSystem(evidence, systemCell(evidence, workload, DGL_SYSTEM), PYG_SYSTEM),
  ]);
}

const PREMISE = [
  ...sampledBatches(GRAPHS, FASTGL.id),
  ...filledDevice(
    GRAPHS.flatMap((workload) => [DGL_POLICY, FASTGL].map(({ id: contender }) => ({ workload, contender }))),
  ),
];

/** Claims by the rows of the suite. */
export const FIGURE_13_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.sampling-order", premise: PREMISE, decide: order },
];
