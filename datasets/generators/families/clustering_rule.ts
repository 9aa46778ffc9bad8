/**
 * Size of communities that gives a published clustering coefficient.
 *
 * @module
 */

/** Published statistics, and the chosen mixing. */
export interface ClusteringStatistics {
  /** Vertices. */
  readonly vertices: number;
  /** Stored edges: both directions. */
  readonly storedEdges: number;
  /** Mean local clustering coefficient. */
  readonly clustering: number;
  /** Share of the edges that leave their community. */
  readonly mixing: number;
}

/**
 * The number of communities of equal size and fill in which the clustering coefficient comes out as
 * published. Of a vertex's neighbours the share 1 - m lies in its community of s vertices, whose fill is f =
 * (1 - m) d / s; so two neighbours are joined with probability c = (1 - m)^2 f, and s = (1 - m)^3 d / c.
 * Unequal degrees and sizes move the coefficient of a drawn graph away from it; what was drawn is measured,
 * and the parameters stay.
 */
export function communitiesFor({ vertices, storedEdges, clustering, mixing }: ClusteringStatistics): number {
  const degree = storedEdges / vertices;
  const size = (1 - mixing) ** 3 * degree / clustering;
  return Math.round(vertices / size);
}
