/**
 * Maps of crossovers, and the counted terms by which the measured ones are predicted.
 *
 * @module
 */
import { BYTES_COPIED, LOAD_TERMS } from "./loading/load_terms.ts";
import { seedsFanout } from "./loading/seeds_fanout.ts";
import { computeLink } from "./links/compute_link.ts";
import type { MapSuite } from "./map_suite.ts";
import { shareDepth } from "./paths/share_depth.ts";
import { communityLocality } from "./products/community_locality.ts";
import { TERM_METRICS, type TermName } from "./products/cost_terms.ts";
import { degreeSkew } from "./products/degree_skew.ts";
import { widthCache } from "./products/width_cache.ts";

/** A map with the terms of its costs. */
export interface PredictedMap {
  /** Suite of the map. */
  readonly suite: MapSuite;
  /** Metrics of the terms. */
  readonly terms: readonly string[];
  /** Metric of the bytes, each moved once: one of the terms. */
  readonly bytes: string;
}

const productTerms = {
  terms: Object.keys(TERM_METRICS),
  bytes: "term_compulsory" satisfies TermName,
};

/** Measured maps, in the order in which they are measured. */
export const PREDICTED_MAPS: readonly PredictedMap[] = [
  ...[degreeSkew, communityLocality, widthCache, shareDepth].map((suite) => ({ suite, ...productTerms })),
  { suite: seedsFanout, terms: Object.keys(LOAD_TERMS), bytes: BYTES_COPIED },
];

/** All maps: the measured ones, and one that is modelled. */
export const MAPS: readonly MapSuite[] = [...PREDICTED_MAPS.map(({ suite }) => suite), computeLink];
