/**
 * A suite of our own: bytes that a rank holds and sends, by the number of ranks, on graphs that are cut in
 * one pass. Everything is counted on the cut; nothing is timed, and no rank runs.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { type BalanceContender, countRanks, RANK_METRICS } from "./counted_ranks.ts";
import { FORECAST_RANKS, PAPERS_SHAPE } from "./papers_forecast.ts";
import { scaleAnswers, type ScaleWorkload } from "./scale_answers.ts";

/** Numbers of ranks. */
const RANKS = [2, 4, 8, 16, 32, 64];

/** Graphs of a profile. */
interface ScaledGraphs {
  /** R-MAT graph: 10 thousand, 10 million and 100 million edges. */
  readonly rmat: string;
  /** Real graphs, whose degrees are less skewed. */
  readonly real: readonly string[];
}

const REAL = ["web-notredame", "soc-epinions1"];

const GRAPHS: Readonly<Record<Profile["id"], ScaledGraphs>> = {
  smoke: { rmat: "rmat@1/100000", real: ["cora"] },
  standard: { rmat: "rmat@1/100", real: REAL },
  paper: { rmat: "rmat@1/10", real: REAL },
};

const BALANCED: BalanceContender = {
  id: "fennel",
  label: "Fennel, vertices and entries",
  entryImbalance: 0.1,
  factors: { balance: "entries" },
};
const PLAIN: BalanceContender = {
  id: "fennel:vertices",
  label: "Fennel, vertices alone",
  factors: { balance: "vertices" },
};

function workloadsOf({ id }: Pick<Profile, "id">): ScaleWorkload[] {
  const { rmat, real } = GRAPHS[id];
  return [rmat, ...real].flatMap((dataset) =>
    RANKS.map((ranks) => ({ id: `${dataset}:${ranks}`, dataset, factors: { ranks } }))
  );
}

/** Bytes of a rank by the number of ranks. */
export const ranksScale: Suite<ScaleWorkload, BalanceContender, typeof RANK_METRICS> = {
  id: "own/ranks-scale",
  artifact: "Ranks",
  title: "Bytes of a rank",
  onlyWhenNamed: true,
  question: "How do the bytes that a rank holds and sends fall with the number of ranks?",
  contenders: [BALANCED, PLAIN],
  baseline: PLAIN.id,
  workloads: workloadsOf,
  answers: (rows) => scaleAnswers(rows, ranksScale),
  settings: { "features": `${PAPERS_SHAPE.width} columns`, "classes": `${PAPERS_SHAPE.classes}` },
  measurement: {
    kind: "exact",
    count: (lab, { graph }, { dataset, factors: { ranks } }, contender) => {
      const forecast = ranks === FORECAST_RANKS && dataset === GRAPHS[lab.profile.id].rmat;
      return Promise.resolve(countRanks(lab, graph, contender, { ranks, forecast }));
    },
  },
  metrics: RANK_METRICS,
  plots: [
    { metric: "largest_part", x: "ranks", facet: "dataset", logarithmic: true },
    { metric: "largest_halo", x: "ranks", facet: "dataset", logarithmic: true },
    { metric: "most_sent", x: "ranks", facet: "dataset", logarithmic: true },
    { metric: "most_start", x: "ranks", facet: "dataset", logarithmic: true },
    { metric: "entry_imbalance", x: "ranks", facet: "dataset", logarithmic: true },
    { metric: "cut_share", x: "ranks", facet: "dataset" },
  ],
  notes: [
    "A rank that trains holds its part and at most the features of its halo, beside an idle process and " +
    "activations; `train` prints the peak of each rank next to these bytes.",
    "A layer of a full-batch pass sends the features of all halo copies once: on average as many as a halo has.",
    "Before it trains, a rank that fetches from others receives the number of vertices of each rank and two words " +
    "for each halo vertex; one that pushes (AEP) receives a number from each rank. No array has a word for every " +
    "vertex of the graph; the map of pushes has 12 bytes for each vertex of which others have copies, and one or " +
    "two a copy.",
    "Fennel by vertices alone bounds the vertices of a part, not its entries: hubs are neighbours of each other " +
    "and gather in one part.",
    "Papers100M is modelled: each rank has the shares of vertices, entries and halo vertices that it has of the " +
    "R-MAT graph, whose degrees are about as many; citations have communities, which a cut keeps together, so " +
    "that halos are smaller. Loading is the fullest rank's bytes over a link of its own, without checksums.",
  ],
  claims: [],
};
