/**
 * fastgl Section 3.1: what a static cache by degree, PaGraph's, holds of a mini-batch where the paper's card has room for no more.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { degreeHotness, hottest, sampleBatch } from "../../graph/sampling/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { affordableCache } from "./policies.ts";
import { sampledEpoch } from "./sampled_epoch.ts";
import {
  PAPER_NAMES,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import type { TextSuite, TextWorkload } from "../text_suite.ts";

const CONTENDER = "policy:pagraph";

/** Columns of the hidden layers in Table 1, of which the section speaks. */
const HIDDEN = 256;

/** Mini-batches that are looked at; of IGB-large's thousands the first are as good as all. */
const BATCHES = 32;

async function count(lab: Lab, dataset: LoadedDataset, workload: TextWorkload): Promise<readonly Fact[]> {
  const share = affordableCache(sampledGraph(lab.profile, workload.id), HIDDEN);
  const cached = new Uint8Array(dataset.graph.rows);
  for (const vertex of hottest(degreeHotness(dataset.graph), share)) cached[vertex] = 1;
  const { draw, batches } = sampledEpoch(lab, dataset, workload);
  const rates: number[] = [];
  for (const batch of batches.slice(0, BATCHES)) {
    const { sources } = (await sampleBatch(draw, batch)).blocks[0];
    let hits = 0;
    for (const vertex of sources) hits += cached[vertex];
    rates.push(100 * hits / sources.length);
  }
  return [
    { metric: "cache_hit_rate", unit: "%", value: rates },
    { metric: "cache_ratio", unit: "%", value: 100 * share },
  ];
}

/** The suite. */
export const section31: TextSuite = {
  id: "fastgl/section-3-1",
  paper: "fastgl",
  artifact: "Section 3.1",
  title: "Hit rate of a static cache",
  question: "How much of a mini-batch does a cache hold that is as large as the paper's card has room for?",
  contenders: [{ id: CONTENDER, label: "policy of PaGraph", factors: { hotness: "degree" } }],
  baseline: CONTENDER,
  workloads: (profile) => samplingWorkloads(profile),
  settings: {
    ...SAMPLING_SETTINGS,
    "cache":
      "features of the vertices that most others name as neighbours, as many as the memory holds that training with " +
      `${HIDDEN} hidden units leaves (Table 1; of IGB-large, which it lacks, Table 9)`,
    "sample": `the first ${BATCHES} mini-batches of an epoch`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "cache_hit_rate", label: "hit rate", unit: "%", better: "higher" },
    { id: "cache_ratio", label: "vertices in the cache", unit: "%", better: "neither" },
  ],
  plots: [{ metric: "cache_hit_rate", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "PaGraph keeps the vertices of highest out-degree. The share of a graph that fits is the published graph's, not the stand-in's.",
  ],
  publishedAs: ({ id, model }, _contender, metric) =>
    metric === "cache_hit_rate" && PAPER_NAMES[id] === "MAG"
      ? { metric, dataset: PAPER_NAMES[id], model: model!, system: "PaGraph" }
      : undefined,
  claims: [],
};
