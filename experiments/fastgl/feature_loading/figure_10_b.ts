/**
 * fastgl Figure 10b: the memory IO of an epoch with neither technique, with Match, and with Match and
 * Reorder, by the window that is reordered.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { DGL_POLICY, MATCH_ONLY, MATCH_REORDER } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FANOUTS, FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { WINDOWED_IO, windowedIo } from "./compared_loading.ts";
import { FIGURE_10_B_CLAIMS } from "./compared_loading_claims.ts";
import { type LoadingContender, loadingContender } from "./loading_policy.ts";
import { MEMORY_IO_NOTES, MEMORY_IO_SETTINGS, MEMORY_IO_STACK } from "./memory_io_metrics.ts";

function windowed(window: number, id = `${MATCH_REORDER.id}-${window}`): LoadingContender {
  const batches = window === Infinity ? "all of an epoch" : `${window} at a time`;
  return loadingContender({ id, match: true, window }, `Match and Reorder, ${batches}`);
}

const DGL = loadingContender(DGL_POLICY, "everything is copied (policy of DGL)");
const REORDER = windowed(MATCH_REORDER.window, MATCH_REORDER.id);

/** The paper does not print the window: others are swept beside the one that stands for it. */
const CONTENDERS = [
  DGL,
  loadingContender(MATCH_ONLY, "Match"),
  windowed(2),
  windowed(4),
  REORDER,
  windowed(16),
  windowed(Infinity, `${MATCH_REORDER.id}-epoch`),
];

/** Memory IO of an epoch by Match, Reorder and window. */
export const figure10b: Suite<SampledWorkload, LoadingContender, typeof WINDOWED_IO> = {
  id: "fastgl/figure-10-b",
  artifact: "Figure 10",
  title: "Memory IO with Match and Reorder",
  decidesFrom: "paper",
  question: "How much memory IO do Match and Reorder save, and does its time follow what is copied?",
  contenders: CONTENDERS,
  baseline: DGL.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: { ...SAMPLING_SETTINGS, ...MEMORY_IO_SETTINGS },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, { epoch }, asked) => {
      const sampling = { fanouts: FANOUTS, seed: lab.seed };
      return windowedIo(lab, dataset, { epoch, policies: CONTENDERS, asked, sampling });
    },
  },
  metrics: WINDOWED_IO,
  plots: [
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
    { metric: "loaded", x: "workload", logarithmic: true },
    { metric: "io_speedup", x: "workload" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "The link at which the claim turns is that up to which Match saves time beside copying everything, and Reorder beside Match.",
    "The size of the window is not printed. The claim is decided with 8; the public code reorders all mini-batches of an epoch. " +
    "Reordering takes time on the host, which belongs to the sample phase and is shown by itself.",
    "Seeds are shuffled, so that mini-batches differ by chance alone.",
  ],
  publishedAs: (_workload, contender, metric) =>
    contender === REORDER && metric === "reduction_by_reorder"
      ? { metric: "memory_io_time_reduction", model: "GCN", system: "FastGL with reorder vs without" }
      : undefined,
  claims: FIGURE_10_B_CLAIMS,
};
