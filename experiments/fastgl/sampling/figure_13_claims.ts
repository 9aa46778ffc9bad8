/**
 * Claim of fastgl Figure 13: Fused-Map samples faster than three steps, and these faster than the host.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { DGL_SYSTEM, fasterThanSystem, PYG_SYSTEM, systemCell } from "../../claims/named_system.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL } from "../policies.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { PAPER_NAMES } from "../sampling_graphs.ts";
import { filledDevice } from "../kernel_premises.ts";

const GRAPHS = Object.keys(PAPER_NAMES);

/** DGL and PyG on a graph: both themselves where both were measured, else both policies. */
function slowerSystems(evidence: SuiteEvidence, workload: string): readonly CellKey[] {
  const systems = [DGL_SYSTEM, PYG_SYSTEM], own = systems.map((each) => systemCell(evidence, workload, each));
  const areReal = own.every(({ contender }, i) => contender === systems[i].peer);
  return areReal ? own : systems.map(({ policy }) => ({ workload, contender: policy }));
}

/**
 * `sample_time(fastgl) < sample_time(dgl) < sample_time(pyg)` on every graph: FastGL beside DGL itself where
 * it was measured, and DGL beside PyG as systems of one kind: a policy beside a real system would be no order
 * of systems.
 */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) => {
    const [dgl, pyg] = slowerSystems(evidence, workload);
    return [
      fasterThanSystem(evidence, { workload, contender: FASTGL.id }, DGL_SYSTEM),
      evidence.faster(dgl, pyg),
    ];
  });
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
