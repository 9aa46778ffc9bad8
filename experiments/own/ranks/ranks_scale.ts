/**
 * A suite of our own: bytes that a rank holds and sends, by the number of ranks, on graphs that are cut in
 * one pass. Everything is counted on the cut; nothing is timed, and no rank runs.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import { partitionGraph } from "../../../graph/partitions/mod.ts";
import { partBalance } from "../../../graph/partitions/partition.ts";
import type { Row } from "../../../results/row.ts";
import { cellName, type Contender, type Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import { type Profile, profileOf } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { FORECAST_RANKS, PAPERS_SHAPE, papersForecast } from "./papers_forecast.ts";
import { rankBytes, rankCounts } from "./rank_bytes.ts";
import { balanceSentences, growthSentences, papersSentences, type RanksOf } from "./scale_sentences.ts";

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

interface RanksWorkload extends Workload {
  readonly dataset: string;
  readonly factors: { readonly ranks: number };
}

interface BalanceContender extends Contender {
  /** Tolerated excess of a part's entries. */
  readonly entryImbalance?: number;
}

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

const METRICS = {
  part: { label: "part of a rank, mean", unit: "MB", better: "lower" },
  largest_part: { label: "largest part", unit: "MB", better: "lower" },
  halo: { label: "features of a rank's halo, mean", unit: "MB", better: "lower" },
  largest_halo: { label: "largest halo", unit: "MB", better: "lower" },
  most_sent: { label: "most features that a rank sends", unit: "MB", better: "lower" },
  most_start: { label: "most that a rank receives before it trains", unit: "MB", better: "lower" },
  cut_share: { label: "entries between parts", unit: "%", better: "lower" },
  vertex_imbalance: { label: "vertices of the fullest part over the mean", unit: "x", better: "lower" },
  entry_imbalance: { label: "entries of the fullest part over the mean", unit: "x", better: "lower" },
  papers_part: { label: "Papers100M: largest part", unit: "MB", better: "lower" },
  papers_halo: { label: "Papers100M: features of the largest halo", unit: "MB", better: "lower" },
  papers_load_10g: { label: "Papers100M: loading over 10 Gbit/s a rank", unit: "s", better: "lower" },
  papers_load_100g: { label: "Papers100M: loading over 100 Gbit/s a rank", unit: "s", better: "lower" },
} as const satisfies Metrics;

/** Mean and greatest of some bytes, in megabytes. */
function megabytes(bytes: readonly number[]): { readonly mean: number; readonly most: number } {
  const sum = bytes.reduce((total, each) => total + each, 0);
  return { mean: sum / bytes.length / 1e6, most: Math.max(...bytes) / 1e6 };
}

/** Stored entries whose two vertices belong to different parts. */
function cutEntries({ rows, rowPtr, colIdx }: CsrMatrix, parts: Uint32Array): number {
  let cut = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (parts[colIdx[e]] !== parts[v]) cut++;
  }
  return cut;
}

function workloadsOf({ id }: Pick<Profile, "id">): RanksWorkload[] {
  const { rmat, real } = GRAPHS[id];
  return [rmat, ...real].flatMap((dataset) =>
    RANKS.map((ranks) => ({ id: `${dataset}:${ranks}`, dataset, factors: { ranks } }))
  );
}

function answers(rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const profile = profileOf(rows[0].profile), byCell = Map.groupBy(rows, ({ cell }) => cell);
  const graphs = Map.groupBy(workloadsOf(profile), ({ dataset }) => dataset);
  return [...graphs].flatMap(([dataset, workloads]) => {
    const of = (contender: Contender) =>
      workloads.map((workload): RanksOf => ({
        ranks: workload.factors.ranks,
        rows: byCell.get(cellName(ranksScale, workload, contender)) ?? [],
      }));
    const balanced = of(BALANCED), plain = of(PLAIN);
    return [
      ...growthSentences(dataset, balanced),
      ...balanced.flatMap((each, i) =>
        each.ranks === 4 || each.ranks === 64
          ? balanceSentences(dataset, { balanced: each, plain: plain[i] })
          : []
      ),
      ...papersSentences(dataset, balanced.at(-1)!),
    ];
  });
}

/** Bytes of a rank by the number of ranks. */
export const ranksScale: Suite<RanksWorkload, BalanceContender, typeof METRICS> = {
  id: "own/ranks-scale",
  artifact: "Ranks",
  title: "Bytes of a rank",
  onlyWhenNamed: true,
  question: "How do the bytes that a rank holds and sends fall with the number of ranks?",
  contenders: [BALANCED, PLAIN],
  baseline: PLAIN.id,
  workloads: workloadsOf,
  answers,
  settings: { "features": `${PAPERS_SHAPE.width} columns`, "classes": `${PAPERS_SHAPE.classes}` },
  measurement: {
    kind: "exact",
    count: ({ seed, profile }, { graph }, { dataset, factors: { ranks } }, { entryImbalance }) => {
      const options = {
        seed,
        method: "fennel",
        ...(entryImbalance !== undefined && { entryImbalance }),
      } as const;
      const cut = partitionGraph(graph, ranks, options), counts = rankCounts(graph, cut);
      const bytes = counts.map((each) => rankBytes(each, ranks, PAPERS_SHAPE));
      const of = (name: keyof typeof bytes[number]) => megabytes(bytes.map((each) => each[name]));
      const { length: entries } = graph.colIdx;
      const modelled = ranks === FORECAST_RANKS && dataset === GRAPHS[profile.id].rmat
        ? papersForecast(counts, { vertices: graph.rows, entries })
        : undefined;
      const model = (value: number) => ({ value, source: "modelled" }) as const;
      return Promise.resolve({
        part: of("part").mean,
        largest_part: of("part").most,
        halo: of("halo").mean,
        largest_halo: of("halo").most,
        most_sent: of("sent").most,
        most_start: of("start").most,
        cut_share: 100 * cutEntries(graph, cut.parts) / entries,
        vertex_imbalance: cut.balance,
        entry_imbalance: partBalance(cut.parts, ranks, degrees(graph)),
        ...(modelled && {
          papers_part: model(modelled.part / 1e6),
          papers_halo: model(modelled.halo / 1e6),
          papers_load_10g: model(modelled.seconds["10g"]),
          papers_load_100g: model(modelled.seconds["100g"]),
        }),
      });
    },
  },
  metrics: METRICS,
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
    "vertex of the graph; the map of pushes has a bit for each of a rank's vertices and each rank.",
    "Fennel by vertices alone bounds the vertices of a part, not its entries: hubs are neighbours of each other " +
    "and gather in one part.",
    "Papers100M is modelled: each rank has the shares of vertices, entries and halo vertices that it has of the " +
    "R-MAT graph, whose degrees are about as many; citations have communities, which a cut keeps together, so " +
    "that halos are smaller. Loading is the fullest rank's bytes over a link of its own, without checksums.",
  ],
  claims: [],
};
