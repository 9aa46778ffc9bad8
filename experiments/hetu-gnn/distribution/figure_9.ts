/**
 * hetu-gnn Figure 9: block-wise and whole-graph reordering in five partition schemes.
 *
 * @module
 */
import { factorTexts } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { GRAPH_IDS, GRAPHS, MODEL, PARTITIONED_DATASETS, WIDTH } from "../paper_graphs.ts";
import { FIGURE_9_CLAIMS } from "./figure_9_claims.ts";
import { METRICS } from "./figure_9_metrics.ts";
import { PAPER_LINK } from "./links.ts";
import { measureReorderings, type Reordering, type SchemeWorkload } from "./reordered_schemes.ts";
import { ONE_D_2, SCHEMES, TWO_GROUPS } from "./schemes.ts";
import { BLOCK_METIS, BLOCK_RCM, ORDERINGS, UNORDERED } from "./scoped_orderings.ts";

const BLOCK_BEST: Reordering = {
  id: "block-best",
  label: "better of the two, block by block",
  factors: { reorder: "metis|rcm", scope: "block" },
  orderings: [BLOCK_METIS, BLOCK_RCM],
};

const CONTENDERS: readonly Reordering[] = [
  ...ORDERINGS.map((ordering) => {
    const { id, label, factors } = ordering;
    return { id, label, factors, orderings: [ordering] };
  }),
  BLOCK_BEST,
];

const BEST = "best", ALL = "4-graphs";

function workloads({ id: profile }: Profile): SchemeWorkload[] {
  return [
    ...GRAPH_IDS.flatMap((graph): SchemeWorkload[] => {
      const shared = { dataset: PARTITIONED_DATASETS[graph][profile], model: MODEL, graphs: [graph] };
      return [
        ...SCHEMES.map((scheme) => ({
          ...shared,
          id: `${graph}:${scheme.id}`,
          schemes: [scheme],
          factors: { ...scheme.factors, graph },
        })),
        { ...shared, id: `${graph}:${BEST}`, schemes: SCHEMES, factors: { partition: BEST, graph } },
      ];
    }),
    {
      id: ALL,
      otherDatasets: GRAPH_IDS.map((graph) => PARTITIONED_DATASETS[graph][profile]),
      model: MODEL,
      graphs: GRAPH_IDS,
      schemes: SCHEMES,
      factors: { partition: BEST, graph: ALL },
    },
  ];
}

/** Whether the paper's prose has the number of a cell. */
function isPrinted({ graphs, schemes }: SchemeWorkload, { id }: Reordering, metric: string): boolean {
  const isOne = schemes.length === 1, [scheme] = schemes, [graph, ...others] = graphs;
  if (metric === "epoch_speedup") return id === BLOCK_RCM.id && isOne && scheme === ONE_D_2;
  if (metric !== "spmm_speedup") return false;
  // The paper prints a range for Archaea, and for the others the best and a few cells.
  const isArchaea = graph === "archaea" && others.length === 0;
  if (!isOne) return id === BLOCK_BEST.id && !isArchaea;
  if (isArchaea) return id === BLOCK_METIS.id || id === BLOCK_RCM.id;
  return graph === "reddit" && id === BLOCK_RCM.id && scheme === TWO_GROUPS;
}

/** SpMM and epoch speed-ups by graph, scheme and ordering. */
export const figure9: Suite<SchemeWorkload, Reordering, typeof METRICS> = {
  id: "hetu-gnn/figure-9",
  artifact: "Figure 9",
  title: "Reordering in five partition schemes",
  decidesFrom: "paper",
  question: "How much faster is a partitioned product, and an epoch, when each diagonal block is reordered?",
  contenders: CONTENDERS,
  baseline: UNORDERED.id,
  workloads,
  settings: {
    "feature width of the measured product": String(WIDTH),
    "kernel": "row-split",
    "METIS cluster size": "200 vertices",
    "model of the epoch": "2-layer GCN, 128 hidden units (64 on Products)",
    "link between ranks": PAPER_LINK.name,
  },
  measurement: { kind: "joint", measure: measureReorderings },
  metrics: METRICS,
  plots: [
    { metric: "spmm_speedup", x: "workload", facet: "dataset" },
    { metric: "epoch_speedup", x: "workload", facet: "dataset" },
    { metric: "spmm_time", x: "workload", facet: "dataset" },
  ],
  notes: [
    "Ranks run one after another on one device; a rank's time is that of its blocks, a scheme's that of " +
    "its slowest rank. Each has all of this device's threads, as it would have a GPU of its own.",
    "Messages are modelled. An epoch is modelled: its products from the measured one by their widths, its " +
    "dense part from one device by a rank's share of the rows, its messages by PCIe 3.0 (and links 3 and " +
    "12 times as fast). A modelled claim is decided only if it holds over latency x4, /4 and bandwidth " +
    "x2, /2.",
    "Stand-ins have V/s vertices and E/s edges: those of the two dense graphs are dense matrices at this size.",
    "Whether messages take longer than computing is asked at the published sizes, of the paper's card by " +
    "its roofline over simulated traffic, for 1D with 4 ranks: beside this device's computing a GPU's " +
    "link is never slow.",
    "The paper's baseline is read as the same scheme without reordering.",
  ],
  publishedAs: (workload, contender, metric) => {
    if (!isPrinted(workload, contender, metric)) return undefined;
    const { graphs, factors: { graph: _, ...factors } } = workload;
    const dataset = graphs.length > 1 ? "4 graphs" : GRAPHS[graphs[0]].name;
    return { metric, dataset, system: "Hetu-GNN", config: factorTexts({ factors }, contender) };
  },
  claims: FIGURE_9_CLAIMS,
};
