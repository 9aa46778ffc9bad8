/**
 * Results of `measureGraph`, with seed 1, on the real graphs whose files were read (the checksums of
 * `datasets/catalog/`), to five digits. Stand-ins are compared with these numbers; no parameter comes from
 * them.
 *
 * @module
 */
import type { GraphMeasures } from "../../graph_measures.ts";

/** Cora. */
export const REAL_CORA: GraphMeasures = {
  meanDegree: 3.8981,
  medianDegree: 3,
  maxDegree: 168,
  gini: 0.40514,
  clustering: 0.24149,
  within: [0.0017541, 0.010686, 0.03541],
  asNumbered: { fill: [0.93028, 0.064797, 0.0049261], hits: [0.11111, 0.17834, 0.36459] },
  reordered: { fill: [0.25862, 0.13263, 0.60875], hits: [0.51532, 0.62002, 0.69147] },
};

/** Citeseer. */
export const REAL_CITESEER: GraphMeasures = {
  meanDegree: 2.7364,
  medianDegree: 2,
  maxDegree: 99,
  gini: 0.44335,
  clustering: 0.13527,
  within: [0.0010896, 0.0044146, 0.01361],
  asNumbered: { fill: [0.96661, 0.033392, 0], hits: [0.060035, 0.13079, 0.34003] },
  reordered: { fill: [0.19508, 0.19662, 0.6083], hits: [0.5236, 0.58318, 0.60983] },
};

/** Pubmed. */
export const REAL_PUBMED: GraphMeasures = {
  meanDegree: 4.496,
  medianDegree: 2,
  maxDegree: 171,
  gini: 0.60375,
  clustering: 0.059427,
  within: [0.00032095, 0.0030446, 0.018486],
  asNumbered: { fill: [0.99957, 0.00042866, 0], hits: [0.060286, 0.19356, 0.51709] },
  reordered: { fill: [0.46762, 0.15468, 0.3777], hits: [0.54223, 0.64994, 0.71578] },
};

/** ego-Twitter, in the numbering of the renumbered copy. */
export const REAL_TWITTER: GraphMeasures = {
  meanDegree: 33.018,
  medianDegree: 15,
  maxDegree: 3383,
  gini: 0.63989,
  clustering: 0.56603,
  within: [0.00053444, 0.021621, 0.2845],
  asNumbered: { fill: [0.25126, 0.29975, 0.44899], hits: [0.71251, 0.78937, 0.87589] },
  reordered: { fill: [0.20222, 0.25938, 0.53839], hits: [0.82254, 0.90416, 0.94462] },
};
