/**
 * Counts of a graph that is cut for a number of ranks: bytes of the ranks, and the balance of their parts.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import { partitionGraph } from "../../../graph/partitions/mod.ts";
import { partBalance } from "../../../graph/partitions/partition.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Contender } from "../../cell.ts";
import type { ExactLab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { PAPERS_SHAPE, papersForecast } from "./papers_forecast.ts";
import { rankBytes, rankCounts } from "./rank_bytes.ts";

/** Metrics of the ranks of a cut. */
export const RANK_METRICS = {
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

/** Balance of the parts of a cut by Fennel. */
export interface BalanceContender extends Contender {
  /** Tolerated excess of a part's entries; absent where only vertices are balanced. */
  readonly entryImbalance?: number;
}

/** Mean and greatest of some bytes, in megabytes. */
function megabytes(bytes: readonly number[]): { readonly mean: number; readonly most: number } {
  const sum = sumOf(bytes);
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

/** Cuts a graph by Fennel and counts its ranks; with a forecast, Papers100M is modelled by their shares. */
export function countRanks(
  { seed }: Pick<ExactLab, "seed">,
  graph: CsrMatrix,
  { entryImbalance }: BalanceContender,
  { ranks, forecast }: { readonly ranks: number; readonly forecast: boolean },
): Facts<typeof RANK_METRICS> {
  const options = {
    seed,
    method: "fennel",
    ...(entryImbalance !== undefined && { entryImbalance }),
  } as const;
  const cut = partitionGraph(graph, ranks, options), counts = rankCounts(graph, cut);
  const bytes = counts.map((each) => rankBytes(each, ranks, PAPERS_SHAPE));
  const of = (name: keyof typeof bytes[number]) => megabytes(bytes.map((each) => each[name]));
  const { length: entries } = graph.colIdx;
  const papers = forecast ? papersForecast(counts, { vertices: graph.rows, entries }) : undefined;
  return {
    part: of("part").mean,
    largest_part: of("part").most,
    halo: of("halo").mean,
    largest_halo: of("halo").most,
    most_sent: of("sent").most,
    most_start: of("start").most,
    cut_share: 100 * cutEntries(graph, cut.parts) / entries,
    vertex_imbalance: cut.balance,
    entry_imbalance: partBalance(cut.parts, ranks, degrees(graph)),
    ...(papers && {
      papers_part: modelled(papers.part / 1e6),
      papers_halo: modelled(papers.halo / 1e6),
      papers_load_10g: modelled(papers.seconds["10g"]),
      papers_load_100g: modelled(papers.seconds["100g"]),
    }),
  };
}
