/**
 * fastgl Figure 14d: the time of an epoch by the number of layers and of neighbours drawn in each.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Profile } from "../../profiles.ts";
import { DGL_POLICY, FASTGL, GNNLAB, PYG } from "../policies.ts";
import { SWEPT_METRICS, type SweptSetting, sweptWorkload } from "./products_sweep.ts";
import { SWEPT_MEASUREMENT, sweptPlots, sweptSuite } from "./swept_suite.ts";
import { fastestOn, kernelsOfCard } from "./products_sweep_claims.ts";
import { FANOUTS, LEAST_BATCH, PAPER_BATCH, sampledGraph } from "../sampling_graphs.ts";
import { CHANGES } from "../training/several_devices.ts";
import { PRODUCTS } from "../training/training_workloads.ts";

const SHALLOW = [5, 10], DEEP = [5, 5, 10, 10];
const SETTINGS: readonly (readonly number[])[] = [SHALLOW, FANOUTS, DEEP];
/** Batches have 256 seeds, so that kernels fill the device, and cover more of the graph than the paper's. */
const SCALE = 128;

/** "On par", as the claim's `~` has it. */
const MARGIN = 1.2;

const workloadId = (fanouts: readonly number[]) => `f${fanouts.join("-")}`;
const WORKLOADS = SETTINGS.map(workloadId);

/** The usual fan-outs are left unsaid, so that panels of the same graph share their iterations. */
function settingOf(profile: Profile, fanouts: readonly number[]): SweptSetting {
  const scaled = sampledGraph(profile, PRODUCTS, { scale: SCALE });
  const graph = { ...scaled, batch: Math.max(scaled.batch, LEAST_BATCH[profile.id]) };
  return fanouts === FANOUTS ? { graph } : { graph, fanouts };
}

/**
 * FastGL's sampling against what GNNLab's trainer waits for: on par where fan-outs are few, less where they
 * are deep; modelled, under every change of the model.
 */
function againstGnnlab(evidence: SuiteEvidence): ClaimPart[] {
  return SETTINGS.map((fanouts) => {
    const [own, theirs] = [FASTGL.id, GNNLAB.id].map((contender) => {
      return { workload: workloadId(fanouts), contender };
    });
    return underChanges(CHANGES, (change) => {
      const metric = changedMetric("exposed_sample_time", change);
      return fanouts === DEEP
        ? evidence.faster(own, theirs, metric)
        : evidence.equal([own, theirs], { metric, margin: MARGIN });
    });
  });
}

/** Training with three depths and fan-outs. */
export const figure14d = sweptSuite<typeof SWEPT_METRICS>({
  id: "fastgl/figure-14-d",
  title: "Epoch time by depth and fan-out",
  question: "Is FastGL faster at every depth and fan-out, and how does its sampling compare?",
  workloads: (profile) =>
    SETTINGS.map((fanouts) =>
      sweptWorkload(settingOf(profile, fanouts), {
        id: workloadId(fanouts),
        factors: { fanouts: fanouts.join(",") },
      })
    ),
  settings: {
    "batch": `${LEAST_BATCH.standard} seeds, ${PAPER_BATCH} at the published size`,
    "sampler": "uniform without replacement",
    "fan-outs": SETTINGS.map((fanouts) => `[${fanouts.join(", ")}]`).join(", ") + ", from the input on",
    "models": `GCN of ${SETTINGS.map(({ length }) => length).join(", ")} layers`,
  },
  measurement: SWEPT_MEASUREMENT,
  metrics: SWEPT_METRICS,
  plots: [
    ...sweptPlots("workload"),
    { metric: "sample_time", x: "workload" },
    { metric: "exposed_sample_time", x: "workload" },
  ],
  notes: [
    "Of GNNLab's sampling the paper counts what training does not hide: modelled, one device samples and one trains. With the " +
    "others each of two devices samples half of the mini-batches and waits for all of it. Where computing takes longer than " +
    "sampling, GNNLab's trainer waits for its first mini-batch alone: so it is on two threads of an EPYC, where naive " +
    "aggregation has a 40th of the card's rate. The claims are decided at a quarter of that rate or more.",
  ],
  printed: { panel: "d", sweep: "neighbours and layers" },
  claims: [
    {
      claimId: "fastgl.q.d-fanout",
      premise: kernelsOfCard(WORKLOADS),
      decide: (evidence) => fastestOn(evidence, { workloads: WORKLOADS, metric: "time" }),
    },
    {
      claimId: "fastgl.q.d-sampling",
      premise: kernelsOfCard(WORKLOADS),
      decide: (evidence) => [
        ...againstGnnlab(evidence),
        ...fastestOn(evidence, {
          workloads: WORKLOADS,
          metric: "sample_time",
          baselines: [DGL_POLICY.id, PYG.id],
        }),
      ],
    },
  ],
});
