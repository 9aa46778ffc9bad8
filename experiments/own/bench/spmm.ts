/**
 * The best SpMM kernel of the device beside its peers, in enough rounds to decide: the bench's first suite.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplit } from "../../../kernels/spmm/row_split/kernel.ts";
import { rowSplitBf16 } from "../../../kernels/spmm/row_split_bf16/kernel.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerTrial } from "../../peers/peer_trial.ts";
import { PEERS } from "../../peers/peers.ts";
import { YARDSTICK, yardstickKernel } from "../../peers/yardstick/kernel.ts";
import type { Profile } from "../../profiles.ts";
import type { Operands } from "../../trials/ordered_graph.ts";
import { randomFeatures, ROUNDING_METRICS, spmmTrial } from "../../trials/spmm_trial.ts";
import { ladderDataset, ladderOperands, WIDTHS } from "../kernel_ladder.ts";
import { rmatMatrix, type RmatSize } from "../rmat_graph.ts";
import { SPMM_LINES } from "../targets.ts";
import { bestKernel, portableKernel } from "./best_kernel.ts";
import { oneThreadTrial } from "./one_thread.ts";

const GRAPHS = ["cora", "pubmed", "twitter", "reddit", "archaea", "ogbn-proteins", "ogbn-products"] as const;

/** Stored edges of the R-MAT graph where the profile allows them, and of its average vertex. */
const RMAT: RmatSize = { edges: 2 ** 24, degree: 32 };

/** This device's best kernel, the same in another form, or a peer. */
interface SpmmContender extends Contender {
  readonly factors: {
    readonly form: "own" | "whole-rows" | "wasm" | "one-thread" | "bf16" | typeof YARDSTICK;
  } | {
    readonly peer: string;
  };
}

/** A product of a graph with features of one width; without a dataset, of an R-MAT graph. */
interface SpmmWorkload extends Workload {
  readonly factors: { readonly graph: string; readonly width: number; readonly edges?: number };
}

const METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
  speedup: { label: "speed-up over this device", unit: "x", better: "higher" },
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
  ...ROUNDING_METRICS,
  cold: { label: "first product after preparing", unit: "ms", better: "lower", shown: false },
} as const satisfies Metrics;

/** Features of an R-MAT graph's product. */
async function rmatOperands(
  lab: Lab,
  none: LoadedDataset,
  { width, ...size }: RmatSize & { readonly width: number },
): Promise<Operands> {
  const matrix = await lab.once(rmatMatrix, none, size);
  return { matrix, features: randomFeatures(matrix.cols, width, lab.seed), width };
}

function operandsOf(
  lab: Lab,
  dataset: LoadedDataset,
  { width, edges }: SpmmWorkload["factors"],
): Promise<Operands> {
  return edges === undefined
    ? ladderOperands(lab, dataset, width)
    : lab.once(rmatOperands, NO_DATASET, { edges, degree: RMAT.degree, width });
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: SpmmWorkload,
  { factors }: SpmmContender,
): Promise<Trial<typeof METRICS>> {
  const problem = await operandsOf(lab, dataset, workload.factors);
  if ("peer" in factors) return await peerTrial(lab, { ...problem, peer: factors.peer });
  switch (factors.form) {
    case "own":
      return spmmTrial(lab, { ...problem, kernel: bestKernel(spmm, lab.device) });
    case "whole-rows":
      return spmmTrial(lab, { ...problem, kernel: rowSplit.id });
    case "wasm":
      return spmmTrial(lab, { ...problem, kernel: portableKernel(spmm, lab.device) });
    case "one-thread":
      return await oneThreadTrial(
        lab,
        (alone) => spmmTrial(alone, { ...problem, kernel: bestKernel(spmm, lab.device) }),
      );
    case "bf16":
      return spmmTrial(lab, { ...problem, kernel: rowSplitBf16.id });
    case YARDSTICK:
      return spmmTrial(lab, { ...problem, kernel: yardstickKernel });
    default:
      return factors.form satisfies never;
  }
}

/** Times of the best SpMM kernel and of other systems by graph and width. */
export const benchSpmm: BenchSuite<SpmmWorkload, SpmmContender, typeof METRICS> = {
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
    ...PEERS.map(({ id, label }): SpmmContender => ({
      id: `peer:${id}`,
      label,
      factors: { peer: id },
      runtime: "python",
    })),
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
  measurement: { kind: "timed", decides: true, patience: 4, trial },
  metrics: METRICS,
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
