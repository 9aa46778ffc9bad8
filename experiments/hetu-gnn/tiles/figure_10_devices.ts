/**
 * hetu-gnn Figure 10, one device and several: does the tile-adaptive kernel shorten the computation of an
 * epoch in partitions whose blocks are reordered.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { NOTES, SETTINGS } from "../epochs/epochs.ts";
import { graphWorkloads } from "../paper_graphs.ts";
import { FIGURE_10_DEVICES_CLAIMS, FIGURE_10_GRAPHS, FIGURE_10_SCHEMES } from "./figure_10_claims.ts";
import {
  COMPUTATION_METRICS,
  measureComputation,
  PLAIN,
  type SchemeWorkload,
  type SparseKernel,
} from "./kernel_computation.ts";

const CONTENDERS: readonly SparseKernel[] = [
  {
    id: "row-split",
    label: "METIS, block by block",
    kernel: "row-split",
    factors: { reorder: "metis", kernel: "row-split" },
  },
  {
    id: "block-sparse",
    label: "METIS, block by block, block sparse",
    kernel: "block-sparse",
    factors: { reorder: "metis", kernel: "block-sparse" },
  },
];

/** Computation of an epoch by scheme and kernel. */
export const figure10Devices: Suite<SchemeWorkload, SparseKernel, typeof COMPUTATION_METRICS> = {
  id: "hetu-gnn/figure-10-devices",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on several devices",
  decidesFrom: "paper",
  question: "Does the tile-adaptive kernel shorten computation in partitions whose blocks are reordered?",
  contenders: CONTENDERS,
  baseline: PLAIN,
  workloads: (profile) =>
    graphWorkloads(profile, FIGURE_10_GRAPHS).flatMap((workload) =>
      FIGURE_10_SCHEMES.map((scheme) => ({
        ...workload,
        scheme,
        id: `${workload.graph}:${scheme.id}`,
        factors: { ...scheme.factors, graph: workload.graph },
      }))
    ),
  settings: { ...SETTINGS, "density threshold": "5 % of a 32 x 32 tile", "scope": "each diagonal block" },
  measurement: { kind: "joint", measure: measureComputation },
  metrics: COMPUTATION_METRICS,
  plots: [{ metric: "compute_time", x: "workload", facet: "dataset" }],
  notes: [
    "The paper prints no value of this figure.",
    "Ranks run one after another on one device; messages are left out, as the figure shows computation " +
    "alone.",
    ...NOTES,
  ],
  claims: FIGURE_10_DEVICES_CLAIMS,
};
