/**
 * Claims of fastgl Figure 11: FastGL computes fastest, and preprocessing is most of GNNAdvisor's computation.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { DGL_SYSTEM, fasterThanSystem, PYG_SYSTEM } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy, PYG } from "../policies.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { GRAPHS } from "./training_workloads.ts";
import { filledDevice, SHARED_MEMORY } from "../kernel_premises.ts";

/** Policies whose computation is compared. */
export const COMPARED: readonly Policy[] = [PYG, DGL_POLICY, GNNADVISOR, FASTGL];

/** "Per-batch preprocessing takes more than half" of GNNAdvisor's computation. */
const HALF = 50;

/**
 * `computation_time(fastgl) < computation_time(s)` for DGL, PyG and GNNAdvisor on every graph: DGL and PyG
 * themselves where they were measured. PyG's policy has DGL's kernels, and adds no evidence of its own.
 */
function fastest(evidence: SuiteEvidence): ClaimPart[] {
  const metric = "computation_time";
  return GRAPHS.flatMap((workload) => {
    const fast = { workload, contender: FASTGL.id };
    const dgl = fasterThanSystem(evidence, fast, DGL_SYSTEM, metric);
    const pyg = evidence.find({ workload, contender: PYG_SYSTEM.peer }, metric)?.status === "ok"
      ? fasterThanSystem(evidence, fast, PYG_SYSTEM, metric)
      : openPart({ ...dgl, text: `PyG on ${workload}` }, "PyG's own gather and scatter do not run here");
    return [dgl, evidence.faster(fast, { workload, contender: GNNADVISOR.id }, metric), pyg];
  });
}

/**
 * `computation_time(gnnadvisor) + preprocess_time(gnnadvisor) > computation_time(dgl)`, and more than half
 * is preprocessing.
 */
function preprocessing(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((workload) => {
    const contender = GNNADVISOR.id;
    return [
      evidence.faster({ workload, contender: DGL_POLICY.id }, { workload, contender }, "computation_time"),
      evidence.share({ workload, contender }, "preprocess_share", { side: "above", bound: HALF }),
    ];
  });
}

const PREMISE = [
  ...sampledBatches(GRAPHS, FASTGL.id),
  ...filledDevice(
    GRAPHS.flatMap((workload) => COMPARED.map(({ id: contender }) => ({ workload, contender }))),
    "computation_time",
  ),
];

/** Claims by the rows of the suite. */
export const FIGURE_11_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.computation-fastest", premise: [SHARED_MEMORY, ...PREMISE], decide: fastest },
  { claimId: "fastgl.q.gnnadvisor-preprocess", premise: PREMISE, decide: preprocessing },
];
