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
  degrees: [0, 0.1791, 0.4195, 0.32607, 0.057976, 0.012925, 0.0029542, 0.0011078, 0.00036928],
  clustering: 0.24149,
  within: [0.0017541, 0.010686, 0.03541],
  asNumbered: {
    tiles: [0.21012, 0.24877, 0.38139, 0.089996, 0.019704, 0.045093, 0.0049261, 0, 0, 0],
    hits: [0.11111, 0.17834, 0.36459],
  },
  reordered: {
    tiles: [0.072755, 0.045472, 0.061008, 0.079386, 0.12694, 0.005684, 0.57635, 0.032399, 0, 0],
    hits: [0.51532, 0.62002, 0.69147],
  },
};

/** Citeseer. */
export const REAL_CITESEER: GraphMeasures = {
  meanDegree: 2.7364,
  medianDegree: 2,
  maxDegree: 99,
  gini: 0.44335,
  degrees: [0.014427, 0.40006, 0.3706, 0.16441, 0.041779, 0.0075143, 0.00090171, 0.00030057],
  clustering: 0.13527,
  within: [0.0010896, 0.0044146, 0.01361],
  asNumbered: {
    tiles: [0.37654, 0.32293, 0.23748, 0.029657, 0.025483, 0.0079086, 0, 0, 0, 0],
    hits: [0.060035, 0.13079, 0.34003],
  },
  reordered: {
    tiles: [0.042838, 0.027241, 0.056678, 0.068322, 0.057777, 0.13884, 0.56964, 0.038664, 0, 0],
    hits: [0.5236, 0.58318, 0.60983],
  },
};

/** Pubmed. */
export const REAL_PUBMED: GraphMeasures = {
  meanDegree: 4.496,
  medianDegree: 2,
  maxDegree: 171,
  gini: 0.60375,
  degrees: [0, 0.46123, 0.2506, 0.12527, 0.095958, 0.053355, 0.012172, 0.0012172, 0.00020287],
  clustering: 0.059427,
  within: [0.00032095, 0.0030446, 0.018486],
  asNumbered: {
    tiles: [0.7285, 0.22087, 0.049274, 0.00092501, 0.00042866, 0, 0, 0, 0, 0],
    hits: [0.060286, 0.19356, 0.51709],
  },
  reordered: {
    tiles: [0.16686, 0.084965, 0.11285, 0.10295, 0.086499, 0.06818, 0.37352, 0.0041738, 0, 0],
    hits: [0.54223, 0.64994, 0.71578],
  },
};

/** ego-Twitter, in the numbering of the renumbered copy. */
export const REAL_TWITTER: GraphMeasures = {
  meanDegree: 33.018,
  medianDegree: 15,
  maxDegree: 3383,
  gini: 0.63989,
  degrees: [
    0,
    0.061447,
    0.11128,
    0.15645,
    0.18901,
    0.1932,
    0.15841,
    0.086304,
    0.032913,
    0.0086586,
    0.0017465,
    0.00046737,
    0.00011069,
  ],
  clustering: 0.56603,
  within: [0.00053444, 0.021621, 0.2845],
  asNumbered: {
    tiles: [0.045378, 0.034388, 0.079119, 0.092372, 0.11539, 0.18436, 0.13079, 0.14213, 0.1578, 0.018267],
    hits: [0.71251, 0.78937, 0.87589],
  },
  reordered: {
    tiles: [0.037319, 0.029699, 0.064773, 0.070432, 0.085512, 0.17387, 0.16704, 0.18524, 0.15986, 0.026253],
    hits: [0.82254, 0.90416, 0.94462],
  },
};
