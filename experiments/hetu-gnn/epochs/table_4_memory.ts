/**
 * hetu-gnn Table 4, its two `OOM` cells: the peak memory of an epoch at the published sizes, under three
 * ways to store things.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { GRAPH_IDS, GRAPHS, MODEL } from "../paper_graphs.ts";
import { EPOCH_MEMORY_METRICS, measureEpochMemory, type PrintedEpoch } from "./epoch_memory.ts";
import { STORAGE_POLICIES, type StoredContender } from "./storage_policies.ts";
import { CARD_GIB, TABLE_4_MEMORY_CLAIMS } from "./table_4_claims.ts";

/** Peak memory by system and graph. */
export const table4Memory: Suite<PrintedEpoch, StoredContender, typeof EPOCH_MEMORY_METRICS> = {
  id: "hetu-gnn/table-4-memory",
  artifact: "Table 4",
  title: "Peak memory of an epoch at the published sizes",
  question: "Which systems run out of the 24 GB of one card, and on which graph?",
  contenders: STORAGE_POLICIES,
  baseline: "own",
  workloads: () =>
    GRAPH_IDS.map((graph) => ({ id: graph, graph, model: MODEL, factors: { graph: GRAPHS[graph].name } })),
  settings: {
    "sizes": "vertices, edges, features and classes as Table 3 prints them",
    "model": "2-layer GCN, 128 hidden units (64 on Products), no dropout, no bias; Adam",
    "card": `TITAN RTX, ${CARD_GIB} GiB`,
  },
  measurement: { kind: "joint", measure: measureEpochMemory },
  metrics: EPOCH_MEMORY_METRICS,
  plots: [
    {
      metric: "peak_memory",
      x: "workload",
      stack: ["adjacency_memory", "feature_memory", "other_memory"],
    },
  ],
  notes: [
    "A ledger of shapes, from the first write of every array to its last use; nothing is allocated. What " +
    "a driver, a context and a caching allocator take comes on top, in every system: where a ledger is " +
    "below the card's memory, only this harness's, with its overhead measured on a small graph, says that " +
    "an epoch fits.",
    "This harness: one CSR with 32-bit indices, epilogues fused into products, an array freed after its " +
    "last use.",
    "Policy of PyTorch: a coalesced COO adjacency with 64-bit indices; for each sparse product a CSR with " +
    "32-bit indices, and in the backward pass a coalesced copy of the transpose; activations kept to the " +
    "end of the epoch; ReLU an operation of its own; the product with the weights first. The buffers of " +
    "the sort that coalesces are left out.",
    'Policy of DGL, GraphConv(norm="both"): a COO, a CSC for the forward and a CSR for the backward pass, ' +
    "with 64-bit node and edge ids (its default); no edge weights, but a degree-normalised copy of every " +
    "layer's input, kept for the gradient of the weights; activations kept; ReLU an operation of its own; " +
    "the product with the weights first.",
    "The policies were written down from what these systems document, before any number was computed. The " +
    "paper does not say which versions it ran, in which formats, or which other buffers they held.",
  ],
  claims: TABLE_4_MEMORY_CLAIMS,
};
