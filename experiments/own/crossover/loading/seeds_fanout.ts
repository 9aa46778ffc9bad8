/**
 * Map of policies to sample and load mini-batches over their seeds and fan-out.
 *
 * @module
 */
import { mapSuite } from "../map_suite.ts";
import {
  BATCHES,
  CACHED,
  LAYERS,
  LOADING_METRICS,
  type LoadingContender,
  measureLoading,
  PLAIN,
  WIDTH,
} from "./loading_point.ts";

const OFF = { map: "three-step", match: false, reorder: false, cache: false } as const;

const CONTENDERS: readonly LoadingContender[] = [
  { id: PLAIN, label: "plain loading (DGL)", factors: OFF },
  { id: "fused-map", label: "Fused-Map", factors: { ...OFF, map: "fused-map" } },
  { id: "match", label: "Match", factors: { ...OFF, match: true } },
  { id: "match-reorder", label: "Match and Reorder", factors: { ...OFF, match: true, reorder: true } },
  { id: "cache", label: "static cache (GNNLab)", factors: { ...OFF, cache: true } },
  {
    id: "fastgl",
    label: "Fused-Map, Match and Reorder (FastGL)",
    factors: { ...OFF, map: "fused-map", match: true, reorder: true },
  },
];

const AXES = { x: "batch_size", y: "fanout" } as const;

/** Scale of the stand-in in the standard profile. */
const SCALE = 62;

/** Map of loading over seeds and fan-out. */
export const seedsFanout = mapSuite({
  id: "own/crossover-loading",
  title: "Sampling and loading over seeds and fan-out",
  question:
    "At how many seeds of a mini-batch and which fan-out do Match, Reorder, a cache and Fused-Map gain over plain loading?",
  contenders: CONTENDERS,
  baseline: PLAIN,
  settings: {
    "mini-batches": `${BATCHES} an epoch, ${LAYERS} hops of one fan-out, uniform without replacement`,
    "features": `${WIDTH} columns, random`,
    "cache": `${100 * CACHED} % of the vertices, those hottest in 20 mini-batches sampled on trial`,
    "plain loading": "all features of each mini-batch, ids mapped in three steps",
    "reorder": `all ${BATCHES} mini-batches of an epoch`,
  },
  lattice: {
    x: { factor: AXES.x, values: [16, 32, 64, 128, 256] },
    y: { factor: AXES.y, values: [2, 4, 6, 8, 12] },
  },
  subject: ({ id }) => ({
    dataset: id === "standard" ? `ogbn-products@1/${SCALE}` : "ogbn-products",
    model: "GCN",
  }),
  measurement: { kind: "joint", measure: measureLoading },
  metrics: LOADING_METRICS,
  plots: [
    {
      metric: "lead",
      ...AXES,
      contours: "speedup",
      landmarks: [
        { label: "fastgl", x: Math.round(8000 / SCALE), y: 10 },
        { label: "distgnn-mb", x: Math.round(1000 / SCALE), y: 10 },
      ],
      landmarkName: `mini-batches of the papers: seeds over ${SCALE}, mean fan-out`,
    },
    { metric: "loaded_bytes", x: AXES.x, facet: AXES.y, logarithmic: true, logarithmicX: true },
  ],
  signs: [
    {
      contender: "match",
      along: "x",
      sign: 1,
      why: "mini-batches that cover more of the graph share more vertices (fastgl.q.b-batch)",
    },
    { contender: "match", along: "y", sign: 1, why: "a larger fan-out covers more of the graph" },
    {
      contender: "fused-map",
      along: "y",
      sign: -1,
      why: "more of the drawn neighbours have been met before, for which both maps do the same",
    },
  ],
  claims: [
    {
      claim: "fastgl.q.b-order",
      says: "Match samples and loads faster than plain loading",
      contender: "match",
      metric: "speedup",
    },
    {
      claim: "fastgl.q.b-order",
      says: "Match and Reorder sample and load faster than Match alone",
      contender: "match-reorder",
      metric: "speedup_over_match",
    },
    {
      claim: "fastgl.q.sampling-order",
      says: "Fused-Map is faster than a map of three steps",
      contender: "fused-map",
      metric: "speedup",
    },
    {
      claim: "fastgl.q.d-fanout",
      says: "all of FastGL's loading is faster than plain loading",
      contender: "fastgl",
      metric: "speedup",
    },
  ],
  notes: [
    "Time is that of sampling and memory IO: training goes on between, and is not counted. On CPU threads a copy to the device is one within RAM, " +
    "which costs less beside its bookkeeping than one over a link: own/crossover-links prices the bytes.",
    "The stand-in has the degrees and communities of Products. Where the training vertices are fewer than the seeds of all mini-batches, an epoch has fewer of " +
    "them. Mini-batches of the papers stand at their seeds over the scale of the stand-in; their three hops have fan-outs 5, 10 and 15.",
    "Only the cache is prepared; its filling and the trial sampling are left out.",
    "Terms are counted on the first mini-batch, times the mini-batches of an epoch; copied bytes are those of an epoch.",
  ],
});
