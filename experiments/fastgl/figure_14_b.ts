/**
 * fastgl Figure 14b: the time of an epoch by the size of mini-batches.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import { lower } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import { inputLists, meanMatchDegree } from "./input_lists.ts";
import { DGL_POLICY, FASTGL } from "./policies.ts";
import {
  SWEPT_CONTENDERS,
  SWEPT_METRICS,
  SWEPT_NOTES,
  SWEPT_SETTINGS,
  sweptFacts,
  sweptKey,
  sweptPlots,
  type SweptSetting,
  sweptWorkload,
} from "./products_sweep.ts";
import { FANOUTS, PAPER_BATCH } from "./sampling_graphs.ts";
import { scaledProducts } from "./scaled_products.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** 6000 and 12000 are named in the text, the others in the public code. */
const BATCHES = [4000, 6000, 8000, 12_000];
const [SMALL, LARGE] = [6000, 12_000];
const SCALE = 256;

const workloadId = (paperBatch: number) => `b${paperBatch}`;

/** The batch of the graph is left unsaid, so that panels share its iterations. */
function settingOf(profile: Profile, paperBatch: number): SweptSetting {
  const graph = scaledProducts(profile, SCALE);
  return paperBatch === PAPER_BATCH
    ? { graph }
    : { graph, batch: Math.round(graph.batch * paperBatch / PAPER_BATCH) };
}

/** `speedup(12k) > speedup(6k)`, over DGL, and `match_degree(12k) > match_degree(6k)`. */
function growsWithBatch(evidence: SuiteEvidence): ClaimPart[] {
  const rows = (contender: string, metric: string) =>
    [SMALL, LARGE].map((batch) => evidence.row({ workload: workloadId(batch), contender }, metric));
  const [small, large] = rows(DGL_POLICY.id, "fastgl_speedup");
  const speedups =
    `speed-up over the policy of DGL ${
      medianOf(small).toFixed(3)
    } with batches of ${SMALL} over the scale, ` +
    `${medianOf(large).toFixed(3)} with ${LARGE}`;
  const degrees = rows(FASTGL.id, "match_degree_mean");
  const [few, many] = degrees.map(medianOf);
  const words = `mean match degree ${few.toFixed(1)} % with ${SMALL}, ${many.toFixed(1)} % with ${LARGE}`;
  return [
    { ...lower(evidence, small, large), words: speedups },
    openAtSmoke(evidence.exact(many > few, words, degrees, many - few), degrees[0]),
  ];
}

/** The suite. */
export const figure14b: TextSuite = {
  id: "fastgl/figure-14-b",
  paper: "fastgl",
  artifact: "Figure 14",
  title: "Epoch time by batch size",
  question: "Do FastGL's speed-up and the overlap of mini-batches grow with their size?",
  contenders: SWEPT_CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) =>
    BATCHES.map((paperBatch) => {
      const factors = { paperBatch: String(paperBatch), fanouts: FANOUTS.join(",") };
      return sweptWorkload(settingOf(profile, paperBatch), { id: workloadId(paperBatch), factors });
    }),
  settings: { ...SWEPT_SETTINGS, "batch": `${BATCHES.join(", ")} seeds over the scale of the stand-in` },
  measurement: {
    kind: "counted",
    count: async (lab, dataset, { factors }, { id }) => {
      const swept = settingOf(lab.profile, Number(factors.paperBatch));
      const facts = await sweptFacts(lab, dataset, { swept, contender: id });
      if (id !== FASTGL.id) return facts;
      const sampling = { fanouts: FANOUTS, seed: lab.seed };
      const [lists] = await inputLists(lab, dataset, { ...swept, sampling });
      const degree = 100 * meanMatchDegree(lists, dataset.graph.rows);
      return [...facts, { metric: "match_degree_mean", unit: "%", value: degree }];
    },
  },
  metrics: [
    ...SWEPT_METRICS,
    { id: "match_degree_mean", label: "mean match degree", unit: "%", better: "neither" },
  ],
  plots: [...sweptPlots("paperBatch"), { metric: "match_degree_mean", x: "paperBatch" }],
  notes: SWEPT_NOTES,
  publishedAs: (_workload, contender, metric) =>
    sweptKey(contender, metric, { panel: "b", sweep: "batch size" }),
  claims: [{ claimId: "fastgl.q.b-batch", decide: growsWithBatch }],
};
