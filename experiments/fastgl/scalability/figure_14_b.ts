/**
 * fastgl Figure 14b: the time of an epoch by the size of mini-batches.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import { FANOUTS, PAPER_BATCH, sampledGraph } from "../sampling_graphs.ts";
import { batchId, FIGURE_14_B_CLAIMS } from "./figure_14_b_claims.ts";
import { MATCHED_METRICS, matchedOutcomes } from "./match_degrees.ts";
import { type SweptSetting, sweptWorkload } from "./products_sweep.ts";
import { sweptPlots, sweptSuite } from "./swept_suite.ts";
import { PRODUCTS } from "../training/training_workloads.ts";

/** 6000 and 12000 are named in the text, the others in the public code. */
const BATCHES = [4000, 6000, 8000, 12_000];
const SCALE = 256;

/** The batch of the graph is left unsaid, so that panels share its iterations. */
function settingOf(profile: Profile, paperBatch: number): SweptSetting {
  const graph = sampledGraph(profile, PRODUCTS, { scale: SCALE });
  return paperBatch === PAPER_BATCH
    ? { graph }
    : { graph, batch: Math.round(graph.batch * paperBatch / PAPER_BATCH) };
}

/** Training with mini-batches of four sizes. */
export const figure14b = sweptSuite<typeof MATCHED_METRICS>({
  id: "fastgl/figure-14-b",
  title: "Epoch time by batch size",
  decidesFrom: "paper",
  question: "Do FastGL's speed-up and the overlap of mini-batches grow with their size?",
  workloads: (profile) =>
    BATCHES.map((paperBatch) => {
      const factors = { paperBatch, fanouts: FANOUTS.join(",") };
      return sweptWorkload(settingOf(profile, paperBatch), {
        id: batchId(paperBatch),
        factors,
        paperSeeds: paperBatch,
      });
    }),
  settings: { "batch": `${BATCHES.join(", ")} seeds over the scale of the stand-in` },
  measurement: { kind: "joint", measure: matchedOutcomes },
  metrics: MATCHED_METRICS,
  plots: [...sweptPlots("paperBatch"), { metric: "match_degree_mean", x: "paperBatch" }],
  notes: [],
  printed: { panel: "b", sweep: "batch size" },
  claims: FIGURE_14_B_CLAIMS,
});
