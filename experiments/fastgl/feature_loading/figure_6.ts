/**
 * fastgl Figure 6, Section 4.1 and Algorithm 1: features that Match and Reorder leave to copy, and whether
 * each does as described. Exact counts over the mini-batches of an epoch, loaded on the device.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { matchesOfEpoch } from "./epoch_matches.ts";
import { FIGURE_6_CLAIMS } from "./figure_6_claims.ts";
import { loadEpoch } from "./loaded_epoch.ts";
import { LOADING_REGIME, loadingRegime } from "./loading_premises.ts";
import { isPermutation, notGreedy, reorderWindows } from "./reorder_windows.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

/** Policy to load an epoch's features. */
interface LoadingContender extends Contender {
  /** Whether features of the mini-batch before are kept. */
  readonly match: boolean;
  /** Mini-batches that are reordered at a time; absent where they come as sampled. */
  readonly window?: number;
}

const CONTENDERS: readonly LoadingContender[] = [
  { id: "none", label: "everything is copied", match: false },
  { id: "match", label: "Match", match: true },
  { id: "match-reorder", label: "Match and Reorder, 8 at a time", match: true, window: 8 },
  { id: "match-reorder-epoch", label: "Match and Reorder, all of an epoch", match: true, window: Infinity },
];

/** Columns of the features that are loaded here: what is copied does not depend on them. */
const WIDTH = 4;

const METRICS = {
  loaded: { label: "features copied, an epoch", unit: "vertices", better: "lower" },
  reused: { label: "features taken from the mini-batch before", unit: "vertices", better: "higher" },
  traffic: { label: "traffic, an epoch", unit: "MB", better: "lower" },
  wrong_loads: { label: "mini-batches that copied other vertices", unit: "count", better: "lower" },
  other_numbers: { label: "features that differ from the host's", unit: "count", better: "lower" },
  windows: { label: "windows that were reordered", unit: "count" },
  wrong_orders: { label: "orders that are no permutation", unit: "count", better: "lower" },
  not_greedy: { label: "places where another mini-batch matches better", unit: "count", better: "lower" },
  ...LOADING_REGIME,
} as const satisfies Metrics;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { match, window }: LoadingContender,
): Promise<Facts<typeof METRICS>> {
  const matches = await lab.once(matchesOfEpoch, dataset, epoch);
  const windows = window === undefined ? undefined : reorderWindows(matches, window);
  const batches = windows === undefined
    ? matches.lists
    : windows.flatMap(({ first, order }) => order.map((batch) => matches.lists[first + batch]));
  const { rows } = dataset.graph;
  const features = { rows, width: WIDTH, values: randomFeatures(rows, WIDTH, lab.seed) };
  const { loaded, reused, wrongLoads, otherNumbers } = await loadEpoch(lab, features, { batches, match });
  return {
    loaded,
    reused,
    ...(!match && await loadingRegime(lab, dataset, { epoch, distinct: batches.length })),
    traffic: loaded * epoch.graph.featureWidth * 4 / 1e6,
    wrong_loads: wrongLoads,
    other_numbers: otherNumbers,
    ...(windows !== undefined && {
      windows: windows.length,
      wrong_orders: windows.filter((each) => !isPermutation(each)).length,
      not_greedy: sumOf(windows, notGreedy),
    }),
  };
}

/** Traffic of features with Match and Reorder. */
export const figure6: Suite<SampledWorkload, LoadingContender, typeof METRICS> = {
  id: "fastgl/figure-6",
  artifact: "Figure 6",
  title: "Traffic with Match and Reorder",
  question:
    "How many features are left to copy when those of the mini-batch before are kept, and when batches are reordered?",
  contenders: CONTENDERS,
  baseline: "none",
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "reorder": "greedy (Algorithm 1), diagonal left out; of equal match degrees the first",
    "features": `${WIDTH} random columns; traffic is counted at the printed width`,
  },
  // Nothing is timed, but features are loaded on the device.
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [{ metric: "traffic", x: "workload", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "The size of the window is not printed. The claim is decided with 8; the public code reorders all mini-batches of an epoch.",
    "Seeds are shuffled, so that mini-batches differ by chance alone.",
    "The printed example (only vertices 10 and 12 are copied; order 1, 3, 2) is a test.",
  ],
  claims: FIGURE_6_CLAIMS,
};
