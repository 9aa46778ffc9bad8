/**
 * fastgl Figure 14b: the time of an epoch by the size of mini-batches.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import { inputLists, meanMatchDegree } from "../input_lists.ts";
import { DGL_POLICY, FASTGL, type PolicyContender } from "../policies.ts";
import {
  SWEPT_METRICS,
  sweptOutcomes,
  type SweptSetting,
  type SweptWorkload,
  sweptWorkload,
} from "./products_sweep.ts";
import { sweptPlots, sweptSuite } from "./swept_suite.ts";
import { FANOUTS, PAPER_BATCH } from "../sampling_graphs.ts";
import { scaledProducts } from "../training/scaled_products.ts";
import { openAtSmoke } from "../smoke_part.ts";
import { coverage, MATCH_REGIME, matchLike, matchRegime } from "../sampled_premises.ts";
import { memoryIoPhase } from "../training/training_premises.ts";

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

const METRICS = {
  ...SWEPT_METRICS,
  match_degree_mean: { label: "mean match degree", unit: "%" },
  ...MATCH_REGIME,
} as const satisfies Metrics;

/** Mean match degree of an epoch's whole mini-batches in per cent. */
async function matchDegree(
  lab: Lab,
  dataset: LoadedDataset,
  { swept: { graph, batch }, paperSeeds }: SweptWorkload,
): Promise<Facts<typeof METRICS>> {
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const [lists] = await inputLists(lab, dataset, { graph, sampling, ...(batch !== undefined && { batch }) });
  const matched = 100 * meanMatchDegree(lists, dataset.graph.rows);
  // The paper prints a degree for one size of mini-batches alone.
  const regime = paperSeeds === PAPER_BATCH
    ? matchRegime({ graph: graph.id, matchDegree: matched, ragged: 0 })
    : {};
  return { match_degree_mean: matched, ...regime };
}

/** Trains by the policies that were asked for; the match degree stands with FastGL. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  workload: SweptWorkload,
  contenders: readonly PolicyContender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const outcomeOf = await sweptOutcomes(lab, workload, contenders);
  const matched = contenders.some(({ policy }) => policy === FASTGL)
    ? await matchDegree(lab, dataset, workload)
    : {};
  return (id) => {
    const { times, facts } = outcomeOf(id);
    return { times, facts: { ...facts, ...(id === FASTGL.id && matched) } };
  };
}

/** `speedup(12k) > speedup(6k)`, over DGL, and `match_degree(12k) > match_degree(6k)`. */
function growsWithBatch(evidence: SuiteEvidence): ClaimPart[] {
  const at = (batch: number, contender: string) => ({ workload: workloadId(batch), contender });
  const speedup = (batch: number): Cited => [at(batch, DGL_POLICY.id), "fastgl_speedup"];
  const degrees = [SMALL, LARGE].map((batch) => evidence.row(at(batch, FASTGL.id), "match_degree_mean"));
  const [few, many] = degrees.map(medianOf);
  const words = `mean match degree ${few.toFixed(1)} % with ${SMALL}, ${many.toFixed(1)} % with ${LARGE}`;
  return [
    evidence.less(speedup(SMALL), speedup(LARGE)),
    openAtSmoke(evidence.exact(many > few, words, degrees, many - few), degrees[0]),
  ];
}

const COMPARED = [SMALL, LARGE].map(workloadId);
const PREMISE = [
  ...memoryIoPhase(COMPARED, FASTGL.id),
  coverage(COMPARED, FASTGL.id),
  ...matchLike([workloadId(PAPER_BATCH)], FASTGL.id),
];

/** Training with mini-batches of four sizes. */
export const figure14b = sweptSuite<typeof METRICS>({
  id: "fastgl/figure-14-b",
  title: "Epoch time by batch size",
  decidesFrom: "paper",
  question: "Do FastGL's speed-up and the overlap of mini-batches grow with their size?",
  workloads: (profile) =>
    BATCHES.map((paperBatch) => {
      const factors = { paperBatch, fanouts: FANOUTS.join(",") };
      return sweptWorkload(settingOf(profile, paperBatch), {
        id: workloadId(paperBatch),
        factors,
        paperSeeds: paperBatch,
      });
    }),
  settings: { "batch": `${BATCHES.join(", ")} seeds over the scale of the stand-in` },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [...sweptPlots("paperBatch"), { metric: "match_degree_mean", x: "paperBatch" }],
  notes: [],
  printed: { panel: "b", sweep: "batch size" },
  claims: [{ claimId: "fastgl.q.b-batch", premise: PREMISE, decide: growsWithBatch }],
});
