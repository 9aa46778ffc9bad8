/**
 * fastgl Section 3.1: share of a mini-batch that a static cache by degree, PaGraph's, holds, as large as the
 * paper's card has room for.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { degreeHotness, hottest, sampleBatch } from "../../../graph/sampling/mod.ts";
import type { Contender } from "../../cell.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { affordableCache } from "../policies.ts";
import { firstEpoch } from "../sampled_epoch.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

const PAGRAPH: Contender = {
  id: "policy:pagraph",
  label: "policy of PaGraph",
  factors: { hotness: "degree" },
};

/** Columns of the hidden layers in Table 1, of which the section speaks. */
const HIDDEN = 256;

/** Mini-batches that are looked at; of IGB-large's thousands the first are as good as all. */
const BATCHES = 32;

const METRICS = {
  cache_hit_rate: { label: "hit rate", unit: "%", better: "higher" },
  cache_ratio: { label: "vertices in the cache", unit: "%" },
} as const satisfies Metrics;

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
): Promise<Facts<typeof METRICS>> {
  const share = affordableCache(epoch.graph, HIDDEN);
  const cached = new Uint8Array(dataset.graph.rows);
  for (const vertex of hottest(degreeHotness(dataset.graph), share)) cached[vertex] = 1;
  const { draw, batches } = firstEpoch(lab, dataset, epoch);
  const rates: number[] = [];
  for (const batch of batches.slice(0, BATCHES)) {
    const { sources } = (await sampleBatch(draw, batch)).blocks[0];
    let hits = 0;
    for (const vertex of sources) hits += cached[vertex];
    rates.push(100 * hits / sources.length);
  }
  return { cache_hit_rate: rates, cache_ratio: 100 * share };
}

/** Hit rate of PaGraph's cache, counted. */
export const section31: Suite<SampledWorkload, Contender, typeof METRICS> = {
  id: "fastgl/section-3-1",
  artifact: "Section 3.1",
  title: "Hit rate of a static cache",
  question: "How much of a mini-batch does a cache hold that is as large as the paper's card has room for?",
  contenders: [PAGRAPH],
  baseline: PAGRAPH.id,
  workloads: (profile) => sampledWorkloads(profile),
  settings: {
    ...SAMPLING_SETTINGS,
    "cache":
      "features of the vertices that most others name as neighbours, as many as the memory holds that training with " +
      `${HIDDEN} hidden units leaves (Table 1; of IGB-large, which it lacks, Table 9)`,
    "sample": `the first ${BATCHES} mini-batches of an epoch`,
  },
  measurement: { kind: "exact", count },
  metrics: METRICS,
  plots: [{ metric: "cache_hit_rate", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "PaGraph keeps the vertices of highest out-degree. The share of a graph that fits is the published graph's, not the stand-in's.",
  ],
  publishedAs: ({ id, model }, _contender, metric) =>
    metric === "cache_hit_rate" && PAPER_NAMES[id] === "MAG"
      ? { metric, dataset: PAPER_NAMES[id], model, system: "PaGraph" }
      : undefined,
  claims: [],
};
