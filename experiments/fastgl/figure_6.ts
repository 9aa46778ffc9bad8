/**
 * fastgl Figure 6, Section 4.1 and Algorithm 1: what Match and Reorder leave to be copied, and whether each does what it says.
 * Exact counts over the mini-batches of an epoch, loaded on the device.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { greedyReorder } from "../../graph/sampling/match.ts";
import { readMatrix } from "../../hardware/dense.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import { type HostFeatures, openFeatureLoader } from "../../training/feature_loading/mod.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { randomFeatures } from "../trials/spmm_trial.ts";
import { type EpochMatches, epochMatches } from "./epoch_matches.ts";
import {
  FOUR_GRAPHS,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

interface Policy extends TextContender {
  readonly match: boolean;
  /** Mini-batches that are reordered at a time; absent where they come as sampled. */
  readonly window?: number;
}

const POLICIES: readonly Policy[] = [
  { id: "none", label: "everything is copied", match: false },
  { id: "match", label: "Match", match: true },
  { id: "match-reorder", label: "Match and Reorder, 8 at a time", match: true, window: 8 },
  { id: "match-reorder-epoch", label: "Match and Reorder, all of an epoch", match: true, window: Infinity },
];
const REORDERED = POLICIES.filter(({ window }) => window !== undefined).map(({ id }) => id);

/** Columns of the features that are loaded here: what is copied does not depend on them. */
const WIDTH = 4;

/** Some mini-batches of an epoch that are reordered together. */
interface Window {
  /** Number of the first. */
  readonly first: number;
  /** Match degrees among them. */
  readonly degrees: readonly Float64Array[];
  /** Their numbers within the window, in the order in which they are computed. */
  readonly order: readonly number[];
}

/** The windows of an epoch under a policy. */
function windowsOf({ lists, degrees }: EpochMatches, { window }: Policy): Window[] {
  if (window === undefined) return [];
  const size = Math.min(window, lists.length);
  return Array.from({ length: Math.ceil(lists.length / size) }, (_, i) => {
    const first = i * size, end = Math.min(first + size, lists.length);
    const own = degrees.slice(first, end).map((row) => row.slice(first, end));
    return { first, degrees: own, order: greedyReorder(own) };
  });
}

/** Whether an order has every batch of its window once, the first one first. */
function isPermutation({ order, degrees }: Window): boolean {
  const sorted = order.toSorted((a, b) => a - b);
  return order[0] === 0 && sorted.length === degrees.length && sorted.every((batch, i) => batch === i);
}

/** Places of an order where a batch that is still to come matches the one before better than the next one does. */
function notGreedy({ order, degrees }: Window): number {
  let wrong = 0;
  for (let place = 0; place + 1 < order.length; place++) {
    const row = degrees[order[place]];
    const best = Math.max(...order.slice(place + 1).map((batch) => row[batch]));
    if (row[order[place + 1]] !== best) wrong++;
  }
  return wrong;
}

/** What a policy's epoch copies, and what is wrong with it. */
interface LoadedEpoch {
  /** Rows copied from the host. */
  readonly loaded: number;
  /** Rows taken from the batch before. */
  readonly reused: number;
  /** Mini-batches that copied other than N_i less what it shares with the one before, or other than all without Match. */
  readonly wrongLoads: number;
  /** Numbers on the device that are not those of the host, bit by bit. */
  readonly otherNumbers: number;
}

async function loadEpoch(
  { device }: Lab,
  features: HostFeatures,
  { batches, match }: { readonly batches: readonly Uint32Array[]; readonly match: boolean },
): Promise<LoadedEpoch> {
  const maxRows = batches.reduce((most, { length }) => Math.max(most, length), 1);
  const loader = await openFeatureLoader(device, features, { loading: { match }, maxRows });
  const sums = { loaded: 0, reused: 0, wrongLoads: 0, otherNumbers: 0 };
  const bits = new Uint32Array(features.values.buffer, features.values.byteOffset, features.values.length);
  const before = new Uint8Array(features.rows);
  try {
    for (const [i, batch] of batches.entries()) {
      const { matrix, counts } = await loader.load(batch);
      let shared = 0;
      if (match && i > 0) { for (const vertex of batch) shared += before[vertex]; }
      const isRight = counts.loaded === batch.length - shared && counts.reused === shared;
      sums.loaded += counts.loaded;
      sums.reused += counts.reused;
      sums.wrongLoads += isRight ? 0 : 1;
      const got = new Uint32Array((await readMatrix(device, matrix)).buffer);
      for (let row = 0; row < batch.length; row++) {
        for (let col = 0; col < WIDTH; col++) {
          if (got[row * WIDTH + col] !== bits[batch[row] * WIDTH + col]) sums.otherNumbers++;
        }
      }
      if (i > 0) { for (const vertex of batches[i - 1]) before[vertex] = 0; }
      for (const vertex of batch) before[vertex] = 1;
    }
  } finally {
    loader.close();
  }
  return sums;
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  contender: TextContender,
): Promise<readonly Fact[]> {
  const policy = POLICIES.find((each) => each.id === contender.id)!;
  const matches = await epochMatches(lab, dataset, workload);
  const windows = windowsOf(matches, policy);
  const batches = policy.window === undefined
    ? matches.lists
    : windows.flatMap(({ first, order }) => order.map((batch) => matches.lists[first + batch]));
  const { rows } = dataset.graph;
  const features = { rows, width: WIDTH, values: randomFeatures(rows, WIDTH, lab.seed) };
  const { loaded, reused, wrongLoads, otherNumbers } = await loadEpoch(lab, features, {
    batches,
    match: policy.match,
  });
  const { featureWidth } = sampledGraph(lab.profile, workload.id);
  const facts: Fact[] = [
    { metric: "loaded", unit: "vertices", value: loaded },
    { metric: "reused", unit: "vertices", value: reused },
    { metric: "traffic", unit: "MB", value: loaded * featureWidth * 4 / 1e6 },
    { metric: "wrong_loads", unit: "count", value: wrongLoads },
    { metric: "other_numbers", unit: "count", value: otherNumbers },
  ];
  if (policy.window === undefined) return facts;
  return [
    ...facts,
    { metric: "windows", unit: "count", value: windows.length },
    { metric: "wrong_orders", unit: "count", value: windows.filter((each) => !isPermutation(each)).length },
    {
      metric: "not_greedy",
      unit: "count",
      value: windows.reduce((sum, each) => sum + notGreedy(each), 0),
    },
  ];
}

/** `traffic(match + reorder) < traffic(match) < traffic(none)`, on every graph. */
function trafficOrder(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [["match-reorder", "match"], ["match", "none"]].map(([less, more]) => {
      const rows = [less, more].map((contender) => evidence.row({ workload, contender }, "loaded"));
      const [low, high] = rows.map(medianOf);
      const words = `${low} vertices with ${less}, ${high} with ${more} on ${rows[0].dataset}`;
      return openAtSmoke(evidence.exact(low < high, words, rows, low / high), rows[0]);
    })
  );
}

/** That a count of what is wrong is 0 for some policies on all graphs. */
function none(
  evidence: SuiteEvidence,
  metric: string,
  { contenders, what, of }: {
    readonly contenders: readonly string[];
    readonly what: string;
    /** The metric that says how much was looked at. */
    readonly of: string;
  },
): ClaimPart {
  const rows = (each: string): Row[] =>
    FOUR_GRAPHS.flatMap((workload) =>
      contenders.map((contender) => evidence.row({ workload, contender }, each))
    );
  const sum = (each: readonly Row[]) => each.reduce((total, row) => total + medianOf(row), 0);
  const wrong = rows(metric), looked = sum(rows(of));
  return evidence.exact(
    sum(wrong) === 0 && looked > 0,
    `${sum(wrong)} ${what}, of ${looked} ${of}`,
    wrong,
    sum(wrong),
  );
}

const MATCHING = POLICIES.filter(({ match }) => match).map(({ id }) => id);

/** The suite. */
export const figure6: TextSuite = {
  id: "fastgl/figure-6",
  paper: "fastgl",
  artifact: "Figure 6",
  title: "Traffic with Match and Reorder",
  question:
    "How many features are left to copy when those of the mini-batch before are kept, and when batches are reordered?",
  contenders: POLICIES.map(({ id, label }) => ({ id, label })),
  baseline: "none",
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "reorder": "greedy (Algorithm 1), diagonal left out; of equal match degrees the first",
    "features": `${WIDTH} random columns; traffic is counted at the printed width`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "loaded", label: "features copied, an epoch", unit: "vertices", better: "lower" },
    { id: "reused", label: "features taken from the mini-batch before", unit: "vertices", better: "higher" },
    { id: "traffic", label: "traffic, an epoch", unit: "MB", better: "lower" },
    { id: "wrong_loads", label: "mini-batches that copied other vertices", unit: "count", better: "lower" },
    { id: "other_numbers", label: "features that differ from the host's", unit: "count", better: "lower" },
    { id: "windows", label: "windows that were reordered", unit: "count", better: "neither" },
    { id: "wrong_orders", label: "orders that are no permutation", unit: "count", better: "lower" },
    {
      id: "not_greedy",
      label: "places where another mini-batch matches better",
      unit: "count",
      better: "lower",
    },
  ],
  plots: [{ metric: "traffic", x: "workload", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "The size of the window is not printed. The claim is decided with 8; the public code reorders all mini-batches of an epoch.",
    "Seeds are shuffled, so that mini-batches differ by chance alone. The last one of an epoch is smaller: its match degrees are " +
    "over its own few vertices, and what comes after it finds less to keep.",
    "The printed example (only vertices 10 and 12 are copied; order 1, 3, 2) is a test.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "fastgl.q.traffic-order", decide: trafficOrder },
    {
      claimId: "fastgl.q.match-loads",
      decide: (evidence) => [
        none(evidence, "wrong_loads", {
          contenders: MATCHING,
          what: "mini-batches copied other than they lacked",
          of: "loaded",
        }),
      ],
    },
    {
      claimId: "fastgl.q.match-exact",
      decide: (evidence) => [
        none(evidence, "other_numbers", { contenders: MATCHING, what: "numbers differ", of: "reused" }),
      ],
    },
    {
      claimId: "fastgl.q.reorder-permutation",
      decide: (evidence) => [
        none(evidence, "wrong_orders", {
          contenders: REORDERED,
          what: "orders are no permutation that starts with the first",
          of: "windows",
        }),
      ],
    },
    {
      claimId: "fastgl.q.reorder-greedy",
      decide: (evidence) => [
        none(evidence, "not_greedy", {
          contenders: REORDERED,
          what: "places where another mini-batch matches better",
          of: "windows",
        }),
      ],
    },
  ],
};
