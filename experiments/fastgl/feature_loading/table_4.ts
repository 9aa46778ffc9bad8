/**
 * fastgl Table 4: share of vertices that the mini-batches of an epoch have in common.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { matchesOfEpoch } from "./epoch_matches.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import {
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";
import { coverage, SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";

const UNIFORM: Contender = { id: "uniform", label: "uniform neighbour sampling" };

const METRICS = {
  match_degree_mean: { label: "mean match degree", unit: "%" },
  match_degree_spread: { label: "largest less least match degree", unit: "%" },
  match_degree_max: { label: "largest match degree", unit: "%" },
  match_degree_min: { label: "least match degree", unit: "%" },
  batch_vertices: { label: "vertices of a mini-batch", unit: "vertices" },
  batch_share: { label: "share of the graph in a mini-batch", unit: "%" },
  pairs: { label: "pairs of mini-batches", unit: "count", shown: false },
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

/** Mean, least and largest entry above the diagonal. */
function overPairs(
  degrees: readonly Float64Array[],
): { mean: number; least: number; largest: number; pairs: number } {
  let sum = 0, least = Infinity, largest = -Infinity, pairs = 0;
  degrees.forEach((row, i) => {
    for (const degree of row.subarray(i + 1)) {
      sum += degree;
      least = Math.min(least, degree);
      largest = Math.max(largest, degree);
      pairs++;
    }
  });
  return { mean: sum / pairs, least, largest, pairs };
}

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
): Promise<Facts<typeof METRICS>> {
  const { lists, degrees } = await lab.once(matchesOfEpoch, dataset, epoch);
  const { mean, least, largest, pairs } = overPairs(degrees);
  const vertices = lists.reduce((sum, list) => sum + list.length, 0) / lists.length;
  return {
    match_degree_mean: 100 * mean,
    match_degree_spread: 100 * (largest - least),
    match_degree_max: 100 * largest,
    match_degree_min: 100 * least,
    pairs,
    ...sampledRegime({
      graph: epoch.graph.id,
      vertices: dataset.graph.rows,
      seeds: epoch.batchSize,
      distinct: lists.length,
    }),
    batch_vertices: vertices,
    batch_share: 100 * vertices / dataset.graph.rows,
  };
}

const rowOf = (evidence: SuiteEvidence, workload: string, metric: string): Row =>
  evidence.row({ workload, contender: UNIFORM.id }, metric);

/** `match_degree(reddit) > match_degree(products) > match_degree(papers | mag) > 0`. */
function overlapExists(evidence: SuiteEvidence): ClaimPart[] {
  const mean = (workload: string) => rowOf(evidence, workload, "match_degree_mean");
  const pairs = [["reddit", "ogbn-products"], ["ogbn-products", "mag"], ["ogbn-products", "ogbn-papers100m"]];
  const ordered = pairs.map(([more, fewer]): ClaimPart => {
    const rows = [mean(more), mean(fewer)];
    const [high, low] = rows.map(medianOf);
    const words = `${high.toFixed(1)} % on ${rows[0].dataset}, ${low.toFixed(1)} % on ${rows[1].dataset}`;
    return openAtSmoke(evidence.exact(high > low, words, rows, high - low), rows[0]);
  });
  const all = FOUR_GRAPHS.map(mean);
  const least = Math.min(...all.map(medianOf));
  return [...ordered, evidence.exact(least > 0, `at least ${least.toFixed(1)} % everywhere`, all, least)];
}

/** `max M_ij - min M_ij > 0` in an epoch, on every graph. */
function spread(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.map((workload) => {
    const row = rowOf(evidence, workload, "match_degree_spread");
    const words = `${medianOf(row).toFixed(2)} percentage points on ${row.dataset}`;
    return openAtSmoke(evidence.exact(medianOf(row) > 0, words, [row], medianOf(row)), row);
  });
}

/** Published columns of a metric, without the graph. */
const PUBLISHED: Readonly<Record<string, { readonly metric: string; readonly sampler: string }>> = {
  "match_degree_mean": { metric: "match_degree_mean", sampler: "neighbor-uniform" },
  "match_degree_spread": { metric: "match_degree_spread", sampler: "neighbor-uniform" },
  "match_degree_max": { metric: "match_degree", sampler: "neighbor" },
};

/** Match degrees of all pairs of mini-batches of an epoch, counted. */
export const table4: Suite<SampledWorkload, Contender, typeof METRICS> = {
  id: "fastgl/table-4",
  artifact: "Table 4",
  title: "Match degree of mini-batches",
  question: "How many vertices do two mini-batches of an epoch have in common?",
  contenders: [UNIFORM],
  baseline: UNIFORM.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "match degree":
      "vertices that two mini-batches share over those of the smaller one, all pairs of an epoch",
  },
  measurement: { kind: "exact", count },
  metrics: METRICS,
  plots: [{ metric: "match_degree_mean", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "The training vertices of the real Papers100M are papers of one archive, which cite each other; those of a stand-in are " +
    "drawn at random, so that its mini-batches have less in common.",
  ],
  publishedAs: ({ id }, _contender, metric) => {
    const published = PUBLISHED[metric];
    if (published === undefined) return undefined;
    const config = { sampler: published.sampler, batch: String(PAPER_BATCH) };
    const ofGraph = published.metric === "match_degree" ? {} : { dataset: PAPER_NAMES[id] };
    return { metric: published.metric, ...ofGraph, config };
  },
  claims: [
    {
      claimId: "fastgl.q.overlap-exists",
      premise: [...sampledBatches(FOUR_GRAPHS, UNIFORM.id), coverage(FOUR_GRAPHS, UNIFORM.id)],
      decide: overlapExists,
    },
    { claimId: "fastgl.q.spread", decide: spread },
  ],
};
