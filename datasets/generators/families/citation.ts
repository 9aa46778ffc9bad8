/**
 * Stand-ins of citation graphs, from Cora to Papers100M.
 *
 * @module
 */
import type { CitationFamily } from "../family.ts";
import { REAL_CITESEER, REAL_CORA, REAL_PUBMED } from "./real_measures.ts";

/**
 * Reference lists. Half of the references searched gives in-degrees a tail of exponent 3, as Redner finds it
 * in citations (How popular is your paper? Eur. Phys. J. B 4, 1998). Lengths of lists vary by a factor of 20,
 * with the same exponent.
 */
const LISTS = { searched: 0.5, references: { exponent: 3, spread: 20 } } as const;

const CHOSEN_LISTS =
  "A half of the references is searched in reference lists, which gives in-degrees Redner's tail of exponent 3 (Eur. " +
  "Phys. J. B 4, 1998); reference lists vary by a factor of 20 with the same exponent: round numbers, fixed before any run.";

/**
 * Papers of one topic, about as many as a specialist conference holds; no number is published for the large
 * graphs.
 */
const TOPIC = 2000;

const CHOSEN_TOPICS =
  `Topics of ${TOPIC} papers on average, the greatest 20 times the smallest; three references in ten leave their topic. ` +
  CHOSEN_LISTS;

const PLANETOID =
  "Vertices, edges, classes and the split: Yang, Cohen, Salakhutdinov (ICML 2016). Share of edges " +
  "within a class: Zhu et al., Beyond homophily in graph neural networks (NeurIPS 2020). Clustering " +
  "coefficient: Network Repository.";

/** Cora: 7 classes, 81 % of the edges within one. */
export const cora: CitationFamily = {
  id: "cora",
  model: "citations",
  directed: false,
  vertices: 2708,
  storedEdges: 10_556,
  communities: 7,
  communitySizes: { exponent: 2, spread: 5 },
  mixing: 0.19,
  ...LISTS,
  split: [140, 500, 1000],
  clustering: 0.24,
  published: PLANETOID,
  chosen: `Fields are the classes, the greatest five times the smallest. ${CHOSEN_LISTS}`,
  measured: REAL_CORA,
};

/** Citeseer: 6 classes, 74 % of the edges within one. */
export const citeseer: CitationFamily = {
  id: "citeseer",
  model: "citations",
  directed: false,
  vertices: 3327,
  storedEdges: 9104,
  communities: 6,
  communitySizes: { exponent: 2, spread: 3 },
  mixing: 0.26,
  ...LISTS,
  split: [120, 500, 1000],
  clustering: 0.14,
  published: PLANETOID,
  chosen: `Fields are the classes, the greatest three times the smallest. ${CHOSEN_LISTS}`,
  measured: REAL_CITESEER,
};

/** Pubmed: 3 classes, 80 % of the edges within one. */
export const pubmed: CitationFamily = {
  id: "pubmed",
  model: "citations",
  directed: false,
  vertices: 19_717,
  storedEdges: 88_648,
  communities: 3,
  communitySizes: { exponent: 2, spread: 2 },
  mixing: 0.2,
  ...LISTS,
  split: [60, 500, 1000],
  clustering: 0.06,
  published: PLANETOID,
  chosen: `Fields are the classes, the greatest twice the smallest. ${CHOSEN_LISTS}`,
  measured: REAL_PUBMED,
};

/** ogbn-papers100M: both directions of 1.6 billion citations. */
export const papers100M: CitationFamily = {
  id: "ogbn-papers100m",
  model: "citations",
  directed: false,
  vertices: 111_059_956,
  storedEdges: 3_231_371_744,
  communities: Math.round(111_059_956 / TOPIC),
  communitySizes: { exponent: 2, spread: 20 },
  mixing: 0.3,
  ...LISTS,
  split: [1_207_179, 125_265, 214_338],
  clustering: 0.085,
  published:
    "Vertices, citations, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), " +
    "Table 2, and DistGNN-MB, Table 1.",
  chosen: CHOSEN_TOPICS,
};

/** MAG of FastGL (MAG-Scholar-C): about ten million papers. */
export const mag: CitationFamily = {
  id: "mag",
  model: "citations",
  directed: false,
  vertices: 10.1e6,
  storedEdges: 0.3e9,
  communities: Math.round(10.1e6 / TOPIC),
  communitySizes: { exponent: 2, spread: 20 },
  mixing: 0.3,
  ...LISTS,
  published: "Vertices and edges: FastGL, Table 6 (rounded).",
  chosen: CHOSEN_TOPICS,
};

/** IGB-large, homogeneous: citations with their direction. */
export const igbLarge: CitationFamily = {
  id: "igb-large",
  model: "citations",
  directed: true,
  vertices: 100e6,
  storedEdges: 1.2e9,
  communities: 100e6 / TOPIC,
  communitySizes: { exponent: 2, spread: 20 },
  mixing: 0.3,
  ...LISTS,
  split: [60e6, 20e6, 20e6],
  published:
    "Vertices, edges: FastGL, Table 6 (rounded). Split of 60, 20 and 20 %: Khatua et al. (KDD 2023).",
  chosen: CHOSEN_TOPICS,
};
