/**
 * hetu-gnn Section 5.6: speed-ups between systems that follow from Table 4.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { NOTES, SETTINGS } from "./epochs.ts";
import { measureQuotients, type Quotient, QUOTIENT_METRICS } from "./system_quotients.ts";

/** Archaea is not among them: two of the systems ran out of memory. */
const GRAPH_IDS: readonly GraphId[] = ["reddit", "ogbn-proteins", "ogbn-products"];

const QUOTIENTS: readonly Quotient[] = [
  {
    id: "peer:dgl-over-pytorch",
    label: "DGL over PyTorch, transpose kept",
    runtime: "python",
    factors: { above: "peer:pytorch", below: "peer:dgl" },
    system: "DGL vs PyTorch",
  },
  {
    id: "peer:dgl-over-pytorch-autograd",
    label: "DGL over PyTorch's autograd",
    runtime: "python",
    factors: { above: "peer:pytorch-autograd", below: "peer:dgl" },
  },
  {
    id: "peer:own-over-dgl",
    label: "this harness over DGL",
    runtime: "python",
    factors: { above: "peer:dgl", below: "own" },
    system: "Hetu-GNN vs DGL",
    opt: "reorder+block-sparse",
  },
  {
    id: "policy:dgl-over-pytorch",
    label: "policy of DGL over that of PyTorch",
    factors: { above: "policy:pytorch", below: "policy:dgl" },
    system: "DGL vs PyTorch",
  },
  {
    id: "policy:own-over-dgl",
    label: "this harness over the policy of DGL",
    factors: { above: "policy:dgl", below: "own" },
    system: "Hetu-GNN vs DGL",
    opt: "reorder+block-sparse",
  },
];

/** Epoch times of one system over those of another. */
export const section56: Suite<GraphWorkload, Quotient, typeof QUOTIENT_METRICS> = {
  id: "hetu-gnn/section-5-6",
  artifact: "Section 5.6",
  title: "Quotients of Table 4",
  question: "How many times as fast are DGL beside PyTorch, and this system beside DGL?",
  contenders: QUOTIENTS,
  baseline: "policy:dgl-over-pytorch",
  workloads: (profile) => graphWorkloads(profile, GRAPH_IDS),
  settings: SETTINGS,
  measurement: { kind: "joint", measure: measureQuotients },
  metrics: QUOTIENT_METRICS,
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...NOTES,
    "Epochs are those of Table 4 where the session has timed both systems of a quotient there by the same code; " +
    "else they are timed side by side.",
    "A policy is a system's order of products and a kernel of ours in its place; the systems themselves " +
    "are the peers, where they are installed, and only theirs are printed quotients: DGL's over PyTorch with the transposed adjacency " +
    "kept, with PyTorch's autograd, which transposes it in every step, beside it.",
  ],
  publishedAs: ({ graph }, { system, opt, runtime }, metric) =>
    metric === "epoch_speedup" && runtime === "python" && system !== undefined
      ? { metric, dataset: GRAPHS[graph].name, system, config: opt === undefined ? {} : { opt } }
      : undefined,
  claims: [],
};
