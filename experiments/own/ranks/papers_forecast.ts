/**
 * Papers100M on many ranks, from an R-MAT graph of the same density on as many: its bytes a rank, and seconds
 * to load them over a link.
 *
 * @module
 */
import { papers100M } from "../../../datasets/catalog/ogb.ts";
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { type DataShape, type RankBytes, rankBytes, type RankCounts } from "./rank_bytes.ts";

/** Ranks of the forecast: the paper's largest cluster. */
export const FORECAST_RANKS = 64;

/** Width of the features of Papers100M, and its number of classes. */
export const PAPERS_SHAPE: DataShape = { width: 128, classes: 172 };

/** Links over which each rank reads its part from a shared disk. */
const LOADING_LINKS = {
  "10g": LINKS["ethernet-10g"],
  "100g": LINKS["ethernet-100g"],
} as const satisfies Readonly<Record<string, Link>>;

/** Bytes of the fullest rank of Papers100M. */
export interface PapersForecast extends Pick<RankBytes, "part" | "halo"> {
  /** Seconds to read the part and to learn about the halo, by link. */
  readonly seconds: Readonly<Record<keyof typeof LOADING_LINKS, number>>;
}

/**
 * Scales the fullest rank of a cut to Papers100M: a rank has the same share of the vertices, of the entries
 * and of the halo vertices a vertex of the graph.
 *
 * @param counts Ranks of the cut.
 * @param graph Vertices and stored entries of the graph that was cut.
 */
export function papersForecast(
  counts: readonly RankCounts[],
  graph: { readonly vertices: number; readonly entries: number },
): PapersForecast {
  const { vertices, storedEdges } = papers100M.counts;
  const most = (of: keyof RankCounts) => counts.reduce((most, each) => Math.max(most, each[of]), 0);
  const perVertex = vertices / graph.vertices, perEntry = storedEdges / graph.entries;
  const scaled = {
    solid: Math.round(perVertex * most("solid")),
    halo: Math.round(perVertex * most("halo")),
    copies: Math.round(perVertex * most("copies")),
    entries: Math.round(perEntry * most("entries")),
  };
  const { part, halo, start } = rankBytes(scaled, counts.length, PAPERS_SHAPE);
  const over = ({ latencySeconds, bytesPerSecond }: Link) =>
    counts.length * latencySeconds + (part + start) / bytesPerSecond;
  return {
    part,
    halo,
    seconds: { "10g": over(LOADING_LINKS["10g"]), "100g": over(LOADING_LINKS["100g"]) },
  };
}
