/**
 * Graphs with explicit knobs: mean degree, spread of the degrees, size of communities, locality of ids.
 *
 * @module
 */
import type { IdOrder } from "../../../../datasets/generators/id_order.ts";
import { nestedCommunities } from "../../../../datasets/generators/nested_communities.ts";
import { powerLawQuantile } from "../../../../datasets/generators/power_law.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";

/** Exponent of the law of expected degrees. */
const EXPONENT = 2;

/** Knobs of a drawn graph. */
export interface GraphKnobs {
  /** Number of vertices. */
  readonly vertices: number;
  /** Stored edges of an average vertex. */
  readonly degree: number;
  /** Largest expected degree over the smallest one; 1 makes all equal. */
  readonly spread: number;
  /** Vertices of a community; all vertices where the graph has none. */
  readonly community: number;
  /** Share of the edges that leave their community; nothing where there is one community. */
  readonly mixing: number;
  /** Per cent of the vertices with random ids; the others lie beside those of their community. */
  readonly shuffled: number;
}

function idOrder(shuffled: number): IdOrder {
  if (shuffled <= 0) return "community";
  return shuffled >= 100 ? "shuffled" : `mixed-${shuffled}`;
}

/**
 * GCN-normalised adjacency of a drawn graph. Communities have one size and are filled evenly: what a knob
 * does not say is flat.
 */
export function drawnMatrix(knobs: GraphKnobs, seed: number): CsrMatrix {
  const { vertices, degree, spread, community, mixing, shuffled } = knobs;
  const { graph } = nestedCommunities({
    vertices,
    storedEdges: Math.round(vertices * degree),
    communities: Math.max(1, Math.round(vertices / community)),
    communitySizes: { exponent: EXPONENT, spread: 1 },
    degrees: { exponent: EXPONENT, spread },
    mixing,
    degreeBySize: 0,
    locality: 0,
    ids: idOrder(shuffled),
  }, seed);
  return gcnNormalise(graph);
}

/** Quantiles by which the inequality of a law is computed. */
const QUANTILES = 4096;

/** Gini coefficient of expected degrees of a spread. */
function giniOfSpread(spread: number): number {
  let sum = 0, weighted = 0;
  for (let i = 0; i < QUANTILES; i++) {
    const value = powerLawQuantile((i + 0.5) / QUANTILES, { exponent: EXPONENT, spread });
    sum += value;
    weighted += (2 * i + 1 - QUANTILES) * value;
  }
  return weighted / (QUANTILES * sum);
}

/** Largest spread that is searched. */
const MOST_SPREAD = 2 ** 20;

/**
 * Spread of the law whose degrees are as unequal as a graph's: that of the same Gini coefficient, found by
 * halving the range of its logarithm.
 */
export function spreadOfGini(gini: number): number {
  let low = 0, high = Math.log(MOST_SPREAD);
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (giniOfSpread(Math.exp(middle)) < gini) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
