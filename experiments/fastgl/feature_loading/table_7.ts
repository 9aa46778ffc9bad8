/**
 * fastgl Table 7: memory IO of an epoch where neighbours are drawn by random walks.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { DGL_POLICY, FASTGL, MATCH_ONLY, type Policy } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { samplingOf } from "../training/training_iterations.ts";
import { WALKED_IO, walkedIo } from "./compared_loading.ts";
import { TABLE_7_CLAIMS } from "./compared_loading_claims.ts";
import { type LoadingContender, loadingContender } from "./loading_policy.ts";
import { MEMORY_IO_NOTES, MEMORY_IO_SETTINGS, MEMORY_IO_STACK } from "./memory_io_metrics.ts";

/** Policy of a system to load features. */
interface LoadingSystem extends LoadingContender {
  /** System whose published numbers it stands beside. */
  readonly system: string;
}

const loadingSystem = (policy: Policy, label: string): LoadingSystem => (
  { ...loadingContender(policy, label), system: policy.system }
);

const DGL = loadingSystem(DGL_POLICY, "everything is copied (policy of DGL)");

const CONTENDERS = [
  DGL,
  loadingSystem(MATCH_ONLY, "Match (FastGL-nG)"),
  loadingSystem(FASTGL, `Match and Reorder, ${FASTGL.window} at a time (FastGL)`),
];

/** A graph whose neighbours are drawn by random walks. */
interface WalkedWorkload extends SampledWorkload {
  readonly factors: SampledWorkload["factors"] & { readonly sampler: string };
}

/** Steps of a walk (Section 6.3). */
const WALK_LENGTH = 3;

/** Walks take long on the host: of an epoch no more mini-batches are sampled, two windows. */
const MOST_BATCHES = 16;

/** Memory IO by three systems, under random walks. */
export const table7: Suite<WalkedWorkload, LoadingSystem, typeof WALKED_IO> = {
  id: "fastgl/table-7",
  artifact: "Table 7",
  title: "Memory IO under random-walk sampling",
  decidesFrom: "paper",
  question: "Do Match and Reorder save memory IO as well where neighbours are drawn by random walks?",
  contenders: CONTENDERS,
  baseline: DGL.id,
  workloads: (profile) =>
    sampledWorkloads(profile, { graphs: FOUR_GRAPHS }).map((workload) => ({
      ...workload,
      factors: { ...workload.factors, sampler: "random-walk" },
    })),
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "sampler":
      `3 hops, 10 walks of length ${WALK_LENGTH} from each vertex, of which the 5, 10, 15 most visited ` +
      "neighbours are kept, from the input on",
    "counts": `of the first ${MOST_BATCHES} mini-batches, scaled to an epoch; of all where it has no more`,
  },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, { epoch }, asked) => {
      const sampling = samplingOf({ walkLength: WALK_LENGTH }, lab.seed);
      return walkedIo(lab, dataset, { epoch, policies: CONTENDERS, asked, sampling, most: MOST_BATCHES });
    },
  },
  metrics: WALKED_IO,
  plots: [
    { metric: "io_speedup", x: "workload" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "Neither the number of walks nor how many neighbours are kept is printed: PinSAGE's sampler with 10 walks and the fan-outs of " +
    "the other experiments.",
    `The size of the window is not printed either: ${FASTGL.window}.`,
  ],
  publishedAs: ({ id, model }, contender, metric) => {
    const { system } = contender;
    const shared = {
      dataset: PAPER_NAMES[id],
      model,
      config: { sampler: "random-walk", walk_length: String(WALK_LENGTH) },
    };
    if (metric === "memory_io_time") return { ...shared, metric, system };
    return metric === "io_speedup" && contender !== DGL
      ? { ...shared, metric: "memory_io_speedup", system: `${system} vs ${DGL.system}` }
      : undefined;
  },
  claims: TABLE_7_CLAIMS,
};
