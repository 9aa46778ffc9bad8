/**
 * fastgl Table 4: how many vertices the mini-batches of an epoch have in common.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { epochMatches } from "./epoch_matches.ts";
import {
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextSuite, TextWorkload } from "../text_suite.ts";

const CONTENDER = "uniform";

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

async function count(lab: Lab, dataset: LoadedDataset, workload: TextWorkload): Promise<readonly Fact[]> {
  const { lists, degrees } = await epochMatches(lab, dataset, workload);
  const { mean, least, largest, pairs } = overPairs(degrees);
  const vertices = lists.reduce((sum, list) => sum + list.length, 0) / lists.length;
  return [
    { metric: "match_degree_mean", unit: "%", value: 100 * mean },
    { metric: "match_degree_spread", unit: "%", value: 100 * (largest - least) },
    { metric: "match_degree_max", unit: "%", value: 100 * largest },
    { metric: "match_degree_min", unit: "%", value: 100 * least },
    { metric: "pairs", unit: "count", value: pairs },
    { metric: "batch_vertices", unit: "vertices", value: vertices },
    { metric: "batch_share", unit: "%", value: 100 * vertices / dataset.graph.rows },
  ];
}

const rowOf = (evidence: SuiteEvidence, workload: string, metric: string): Row =>
  evidence.row({ workload, contender: CONTENDER }, metric);

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
    return openAtSmoke(evidence.exact(medianOf(row) > 0, words, [row], row.median), row);
  });
}

/** The published columns of a metric, less the graph. */
const PUBLISHED: Readonly<Record<string, { readonly metric: string; readonly sampler: string }>> = {
  "match_degree_mean": { metric: "match_degree_mean", sampler: "neighbor-uniform" },
  "match_degree_spread": { metric: "match_degree_spread", sampler: "neighbor-uniform" },
  "match_degree_max": { metric: "match_degree", sampler: "neighbor" },
};

/** The suite. */
export const table4: TextSuite = {
  id: "fastgl/table-4",
  paper: "fastgl",
  artifact: "Table 4",
  title: "Match degree of mini-batches",
  question: "How many vertices do two mini-batches of an epoch have in common?",
  contenders: [{ id: CONTENDER, label: "uniform neighbour sampling" }],
  baseline: CONTENDER,
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "match degree":
      "vertices that two mini-batches share over those of the smaller one, all pairs of an epoch",
  },
  measurement: {
    kind: "counted",
    count,
  },
  metrics: [
    { id: "match_degree_mean", label: "mean match degree", unit: "%", better: "neither" },
    { id: "match_degree_spread", label: "largest less least match degree", unit: "%", better: "neither" },
    { id: "match_degree_max", label: "largest match degree", unit: "%", better: "neither" },
    { id: "match_degree_min", label: "least match degree", unit: "%", better: "neither" },
    { id: "batch_vertices", label: "vertices of a mini-batch", unit: "vertices", better: "neither" },
    { id: "batch_share", label: "share of the graph in a mini-batch", unit: "%", better: "neither" },
  ],
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
    { claimId: "fastgl.q.overlap-exists", decide: overlapExists },
    { claimId: "fastgl.q.spread", decide: spread },
  ],
};
