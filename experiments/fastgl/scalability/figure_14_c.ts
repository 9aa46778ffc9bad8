/**
 * fastgl Figure 14c: the time of an epoch by the width of the hidden layers.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import { SWEPT_METRICS, type SweptSetting, sweptWorkload } from "./products_sweep.ts";
import { SWEPT_MEASUREMENT, sweptPlots, sweptSuite } from "./swept_suite.ts";
import { fastestOn, kernelsOfCard } from "./products_sweep_claims.ts";
import { SHARED_MEMORY } from "../kernel_premises.ts";
import { sampledGraph } from "../sampling_graphs.ts";
import { HIDDEN } from "../trained_models.ts";
import { PRODUCTS } from "../training/training_workloads.ts";

/** Widths of the public code; the text calls them the feature dimension. */
const WIDTHS = [64, 128, 256, 512];
/** Widths that a smoke run has time for. */
const SMOKE_WIDTHS = WIDTHS.slice(0, 2);
/** Dense products of 512 columns take long on a CPU. */
const SCALE = 512;

const workloadId = (width: number) => `d${width}`;

function settingOf(profile: Profile, hidden: number): SweptSetting {
  const graph = sampledGraph(profile, PRODUCTS, { scale: SCALE });
  return hidden === HIDDEN ? { graph } : { graph, hidden };
}

/** Training with hidden layers of four widths. */
export const figure14c = sweptSuite<typeof SWEPT_METRICS>({
  id: "fastgl/figure-14-c",
  title: "Epoch time by feature dimension",
  decidesFrom: "paper",
  question: "Is FastGL faster at every width of the hidden layers, in training and in computation?",
  workloads: (profile) =>
    (profile.id === "smoke" ? SMOKE_WIDTHS : WIDTHS).map((width) =>
      sweptWorkload(settingOf(profile, width), { id: workloadId(width), factors: { hidden: width } })
    ),
  settings: { "hidden layers": `${WIDTHS.join(", ")} columns` },
  measurement: SWEPT_MEASUREMENT,
  metrics: SWEPT_METRICS,
  plots: [...sweptPlots("hidden"), { metric: "computation_time", x: "hidden", logarithmic: true }],
  notes: [
    "Dense products, which all systems have in common, grow with the square of the width on the hidden layers, aggregation grows " +
    "with the width: on a CPU, whose arithmetic is scarce beside its bandwidth, they are soon all there is to computation.",
  ],
  printed: { panel: "c", sweep: "feature dimension" },
  claims: [{
    claimId: "fastgl.q.c-dimension",
    premise: [SHARED_MEMORY, ...kernelsOfCard(WIDTHS.map(workloadId))],
    decide: (evidence) =>
      ["time", "computation_time"].flatMap((metric) =>
        fastestOn(evidence, { workloads: WIDTHS.map(workloadId), metric })
      ),
  }],
});
