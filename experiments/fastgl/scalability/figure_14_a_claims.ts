/**
 * Claims of Figure 14a of fastgl: FastGL is fastest on every number of GPUs, and scales best.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { GRAPHS, MEAN, PRODUCTS } from "../training/training_workloads.ts";
import { overGraphs } from "../training/over_graphs.ts";
import { memoryIoPhase } from "../training/training_premises.ts";
import { turningText } from "../links/turning_text.ts";
import { DGL_POLICY, FASTGL, GNNLAB, type Policy, PYG } from "../policies.ts";
import { CHANGES, leastDevices } from "../training/several_devices.ts";
import { COUNTS, devicesId, MOST } from "./epochs_on_devices.ts";

const BASELINES = [PYG, DGL_POLICY, GNNLAB];

/**
 * `epoch_time(fastgl, n) < epoch_time(s, n)` for n in 1..8, and `speedup(n=8) > speedup(n=1)`, on Products.
 */
function fastestEverywhere(evidence: SuiteEvidence): ClaimPart[] {
  const at = (policy: Policy, devices: number) => ({
    workload: devicesId(PRODUCTS, devices),
    contender: policy.id,
  });
  const wins = COUNTS.flatMap((devices) =>
    BASELINES.filter((policy) => leastDevices(policy) <= devices).map((policy): ClaimPart => {
      const part = underChanges(
        CHANGES,
        (change) => evidence.faster(at(FASTGL, devices), at(policy, devices), changedMetric("time", change)),
      );
      return { ...part, text: `n = ${devices}: ${part.text}` };
    })
  );
  const grows = BASELINES.filter((policy) => leastDevices(policy) === 1).map((policy): ClaimPart => {
    // The smaller speed-up is that on one device.
    const part = underChanges(
      CHANGES,
      (change) => evidence.faster(at(policy, 1), at(policy, MOST), changedMetric("fastgl_speedup", change)),
    );
    return { ...part, text: `n = ${MOST} over n = 1: ${part.text}` };
  });
  return [...wins, ...grows];
}

/** `scaling(dgl, 8) < scaling(fastgl, 8) < 8`, in the mean over the graphs. */
function scalesBetter(evidence: SuiteEvidence): ClaimPart[] {
  const at = ({ id }: Policy) => ({ workload: devicesId(MEAN, MOST), contender: id });
  const graphs = GRAPHS.map((graph) =>
    evidence.row({ workload: devicesId(graph, MOST), contender: FASTGL.id }, "time")
  );
  return [
    underChanges(
      CHANGES,
      (change) => evidence.faster(at(DGL_POLICY), at(FASTGL), changedMetric("scaling", change)),
    ),
    underChanges(
      CHANGES,
      (change) =>
        evidence.bounded(at(FASTGL), changedMetric("scaling", change), { side: "below", bound: MOST }),
    ),
  ].map((part) => overGraphs(part, graphs));
}

/** Regime of the iterations on one device, from which epochs on several are modelled. */
const premise = (graphs: readonly string[]) =>
  memoryIoPhase(graphs.map((graph) => devicesId(graph, 1)), DGL_POLICY.id);

/** Claims by the rows of the suite. */
export const FIGURE_14_A_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.a-scaling",
    premise: premise([PRODUCTS]),
    decide: fastestEverywhere,
    turns: (evidence) =>
      turningText(
        evidence,
        BASELINES.map(({ id: contender }) => ({ workload: devicesId(PRODUCTS, MOST), contender })),
        { holdsOver: "slower" },
      ),
  },
  { claimId: "fastgl.q.a-scaling-efficiency", premise: premise(GRAPHS), decide: scalesBetter },
];
