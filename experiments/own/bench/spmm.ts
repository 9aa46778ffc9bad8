/**
 * The best SpMM kernel of the device beside its peers, in enough rounds to decide: the bench's first suite.
 *
 * @module
 */
import type { BenchSuite } from "../../bench/bench_suite.ts";
import { peerContenders, PEERS } from "../../peers/peers.ts";
import { YARDSTICK } from "../../peers/yardstick/kernel.ts";
import type { Profile } from "../../profiles.ts";
import { ladderDataset, WIDTHS } from "../kernel_ladder.ts";
import { SPMM_LINES } from "../targets.ts";
import { benchedProduct, RMAT, SPMM_METRICS, type SpmmContender, type SpmmWorkload } from "./spmm_trials.ts";

const GRAPHS = ["cora", "pubmed", "twitter", "reddit", "archaea", "ogbn-proteins", "ogbn-products"] as const;

/** Times of the best SpMM kernel and of other systems by graph and width. */
export const benchSpmm: BenchSuite<SpmmWorkload, SpmmContender, typeof SPMM_METRICS> = {
  id: "own/bench-spmm",
  artifact: "Bench: SpMM",
  title: "The best SpMM kernel beside other systems",
  onlyWhenNamed: true,
  question: "How fast is a sparse product here, beside the systems that one would pick instead?",
  contenders: [
    { id: "own", label: "this device", factors: { form: "own" } },
    { id: "whole-rows", label: "this device, row-split", factors: { form: "whole-rows" } },
    { id: "wasm", label: "WebAssembly", factors: { form: "wasm" } },
    { id: "one-thread", label: "this device, one thread", factors: { form: "one-thread" } },
    { id: "bf16", label: "this device, features in bf16", factors: { form: "bf16" } },
    { id: YARDSTICK, label: "C with intrinsics", factors: { form: YARDSTICK } },
    ...peerContenders(PEERS),
  ],
  baseline: "own",
  workloads: (profile: Profile) => {
    const edges = Math.min(RMAT.edges, profile.id === "smoke" ? profile.maxStoredEdges : RMAT.edges);
    return [
      ...GRAPHS.flatMap((graph) =>
        WIDTHS.map((width): SpmmWorkload => ({
          id: `${graph}:w${width}`,
          dataset: ladderDataset(graph, profile),
          factors: { graph, width },
        }))
      ),
      ...WIDTHS.map((width): SpmmWorkload => ({
        id: `rmat:w${width}`,
        factors: { graph: "rmat", width, edges },
      })),
    ];
  },
  settings: { "weights": "GCN normalisation with self-loops", "features": "uniform random in [-1, 1)" },
  measurement: { kind: "timed", decides: true, patience: 8, trial: benchedProduct },
  metrics: SPMM_METRICS,
  plots: [{ metric: "gflops", x: "width", facet: "graph" }],
  notes: [
    "This device's best kernel of machine code, row-split-blocked, takes X in blocks that stay in a core's cache where rows have many " +
    "entries, and is row-split elsewhere. C with intrinsics is row-split, and is compared with that.",
    "With features in bf16 the product is another: it is checked for the rounded features, its error for the given ones is stated, " +
    "and no target is judged by it.",
    "A peer takes a second sample a round; where it differs from its own first one, its cells read unstable.",
    ...PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
  claims: [],
  bench: SPMM_LINES,
};
