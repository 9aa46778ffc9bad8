/**
 * Every artifact of the five papers that can be reproduced, by its number in the harness's catalog of experiments, and the suites
 * that produce it.
 *
 * @module
 */
import { PUBLISHED_PAPERS, type PublishedPaperId } from "./papers.ts";
import { allSuites } from "./suites.ts";

/** One artifact and how it is produced here. */
export interface Artifact {
  /** Its number: paper (1 to 5 in the order of the papers), 2, and its place among the paper's experiments. */
  readonly section: string;
  /** Whose it is. */
  readonly paper: PublishedPaperId;
  /** As the paper numbers it: `Figure 8`. */
  readonly artifact: string;
  /** What it is about. */
  readonly title: string;
  /** Ids of the suites that produce it; empty where none does. */
  readonly suites: readonly string[];
  /** How, in words; or that nothing produces it yet. */
  readonly how: string;
}

type Entry = readonly [
  section: string,
  paper: PublishedPaperId,
  artifact: string,
  title: string,
  suites: readonly string[],
];

const ENTRIES: readonly Entry[] = [
  ["1.2.1", "hetu-gnn", "Figure 5", "block balance", ["figure-5"]],
  ["1.2.2", "hetu-gnn", "Figure 7", "convergence", ["figure-7", "figure-7-devices"]],
  ["1.2.3", "hetu-gnn", "Figure 8", "choice of the reordering", ["figure-8"]],
  ["1.2.4", "hetu-gnn", "Figure 9", "block-wise reordering in 5 schemes", ["figure-9"]],
  ["1.2.5", "hetu-gnn", "Figure 10", "tile-adaptive kernel", [
    "figure-10",
    "figure-10-devices",
    "algorithm-3",
  ]],
  ["1.2.6", "hetu-gnn", "Table 4", "end to end", ["table-4", "table-4-memory", "section-5-6"]],
  ["1.2.7", "hetu-gnn", "Table 5", "density threshold", ["table-5"]],
  ["1.2.8", "hetu-gnn", "Tables 2 and 3", "settings and graphs", [
    "table-2",
    "table-3",
    "section-2-1",
    "section-2-2",
  ]],
  ["2.2.1", "fastgl", "Figure 1", "phase breakdown by framework", ["figure-1"]],
  ["2.2.2", "fastgl", "Figure 3", "breakdown while techniques are added", [
    "figure-3",
    "section-3-1",
    "section-3-3",
  ]],
  ["2.2.3", "fastgl", "Table 1", "GPU memory left", ["table-1"]],
  ["2.2.4", "fastgl", "Table 2", "cache hit rates of naive aggregation", ["table-2"]],
  ["2.2.5", "fastgl", "Table 3", "memory levels", ["table-3"]],
  ["2.2.6", "fastgl", "Table 4", "match degree", ["table-4"]],
  ["2.2.7", "fastgl", "Figure 9", "training speed", ["figure-9"]],
  ["2.2.8", "fastgl", "Figure 10a", "memory IO against cache ratio", ["figure-10-a"]],
  ["2.2.9", "fastgl", "Figure 10b", "effect of Reorder", ["figure-10-b", "section-4-1"]],
  ["2.2.10", "fastgl", "Table 7", "random-walk sampling", ["table-7"]],
  ["2.2.11", "fastgl", "Figure 11", "computation phase", ["figure-11", "section-4-2"]],
  ["2.2.12", "fastgl", "Equations 3 and 4", "access-time model", ["equation-4"]],
  ["2.2.13", "fastgl", "Figure 12", "roofline", ["figure-12"]],
  ["2.2.14", "fastgl", "Figure 13", "sampling time", ["figure-13"]],
  ["2.2.15", "fastgl", "Table 8", "ID map", ["table-8", "algorithm-2"]],
  ["2.2.16", "fastgl", "Figure 14a", "number of GPUs", ["figure-14-a"]],
  ["2.2.17", "fastgl", "Figure 14b", "batch size", ["figure-14-b"]],
  ["2.2.18", "fastgl", "Figure 14c", "feature dimension", ["figure-14-c"]],
  ["2.2.19", "fastgl", "Figure 14d", "depth and fan-out", ["figure-14-d"]],
  ["2.2.20", "fastgl", "Figure 15", "ablation", ["figure-15"]],
  ["2.2.21", "fastgl", "Table 9", "GPU memory", ["table-9"]],
  ["2.2.22", "fastgl", "Figure 16", "convergence", ["figure-16"]],
  ["2.2.23", "fastgl", "Figures 2, 6, 8; Tables 5, 6", "worked examples and settings", [
    "figure-6",
    "table-6",
  ]],
  ["3.2.1", "roc", "Table 1", "partitioning strategies", ["table-1"]],
  ["3.2.2", "roc", "Table 2", "vertex features and cost model", ["table-2"]],
  ["3.2.3", "roc", "Table 3 and Algorithm 1", "states, active tensors, DP", ["table-3"]],
  ["3.2.4", "roc", "Figure 4", "single GPU", ["figure-4"]],
  ["3.2.5", "roc", "Figure 5", "NeuGraph", ["figure-5"]],
  ["3.2.6", "roc", "Figure 6", "time to accuracy", ["figure-6"]],
  ["3.2.7", "roc", "Figure 7", "deeper and wider", ["figure-7"]],
  ["3.2.8", "roc", "Figure 8", "partitioning for training", ["figure-8"]],
  ["3.2.9", "roc", "Figure 9", "partitioning for inference", ["figure-9"]],
  ["3.2.10", "roc", "Figure 10", "memory manager", ["figure-10"]],
  ["3.2.11", "roc", "Table 4, Section 7.1", "data sets and hardware", ["table-4"]],
  ["4.2.1", "eppgcn", "Figure 1", "where the time goes", ["figure-1"]],
  ["4.2.2", "eppgcn", "Figures 2, 3, 4, Table I", "worked example and symbols", ["figure-3"]],
  ["4.2.3", "eppgcn", "Theorem 1 and Algorithm 2", "gradients on execution paths", ["algorithm-2"]],
  ["4.2.4", "eppgcn", "Figure 5", "group size sweep", ["figure-5"]],
  ["4.2.5", "eppgcn", "Table II and Equation 3", "correlation and regression", ["table-2"]],
  ["4.2.6", "eppgcn", "Table III", "graphs", ["table-3"]],
  ["4.2.7", "eppgcn", "Figure 6", "memory", ["figure-6"]],
  ["4.2.8", "eppgcn", "Figure 7", "execution paths against if-else", ["figure-7"]],
  ["4.2.9", "eppgcn", "Figure 8", "structure-aware grouping", ["figure-8"]],
  ["4.2.10", "eppgcn", "Figure 9", "V100S", ["figure-9"]],
  ["4.2.11", "eppgcn", "Table IV", "DGL and GNNAdvisor, original and improved", ["table-4"]],
  ["4.2.12", "eppgcn", "Table V", "pre-processing mode", ["table-5"]],
  ["4.2.13", "eppgcn", "Figure 10", "on-the-fly mode", ["figure-10"]],
  ["4.2.14", "eppgcn", "Figure 11", "more layers", ["figure-11"]],
  ["5.2.1", "distgnn-mb", "Section 3", "arithmetic intensity", ["section-3", "section-3-single-socket"]],
  ["5.2.2", "distgnn-mb", "Tables 1 and 2, Section 4.1", "data sets, hyper-parameters, machine", ["table-1"]],
  ["5.2.3", "distgnn-mb", "Figure 2", "single-socket optimisations", [
    "figure-2",
    "figure-2-broadcast",
    "section-3-3",
    "section-3-3-bwd-w",
  ]],
  ["5.2.4", "distgnn-mb", "Figure 3", "GraphSAGE scaling", ["figure-3"]],
  ["5.2.5", "distgnn-mb", "Figure 4", "GAT scaling", ["figure-4"]],
  ["5.2.6", "distgnn-mb", "Section 4.4", "HEC hit rate", ["hit-rates"]],
  ["5.2.7", "distgnn-mb", "Section 4.4", "load imbalance", ["imbalance", "load-imbalance", "section-3-1"]],
  ["5.2.8", "distgnn-mb", "Table 3, Section 4.5", "convergence", ["table-3", "section-4-2"]],
  ["5.2.9", "distgnn-mb", "Figure 5", "DistDGL", ["figure-5"]],
];

const WAYS = {
  timed: "timed in interleaved rounds",
  counted: "counted, or timed by the suite itself",
} as const;

/** All of them, in the order of the papers. */
export function artifacts(): readonly Artifact[] {
  const suites = new Map(allSuites().map((suite) => [suite.id, suite]));
  return ENTRIES.map(([section, paper, artifact, title, names]) => {
    const own = names.map((name) => `${paper}/${name}`).filter((id) => suites.has(id));
    const ways = own.map((id) => {
      const { measurement, onlyWhenNamed } = suites.get(id)!;
      return onlyWhenNamed ? `${WAYS[measurement.kind]}, when named` : WAYS[measurement.kind];
    });
    const how = own.length === 0 ? "no suite yet" : [...new Set(ways)].join("; ");
    return { section, paper, artifact, title, suites: own, how };
  });
}

/** Suites of the papers that no artifact names: what is of our own making. */
export function otherSuites(): readonly string[] {
  const named = new Set(ENTRIES.flatMap(([, paper, , , names]) => names.map((name) => `${paper}/${name}`)));
  const papers: readonly string[] = PUBLISHED_PAPERS;
  return allSuites().filter(({ id, paper }) => papers.includes(paper) && !named.has(id)).map(({ id }) => id);
}
