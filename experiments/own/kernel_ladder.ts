/**
 * The kernel ladder, a suite of our own: every SpMM kernel of the device's backend on every dataset and width, beside
 * what the device's own roofline allows and what the systems reach that a user would pick instead.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { kernelsOf } from "../../kernels/registry.ts";
import { peerTrial } from "../peers/peer_trial.ts";
import { PEERS } from "../peers/peers.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import type { Operands } from "../trials/ordered_graph.ts";
import { randomFeatures, spmmTrial } from "../trials/spmm_trial.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const DATASETS = [
  ...["cora", "citeseer", "pubmed", "twitter", "reddit", "archaea"],
  ...["ogbn-proteins", "ogbn-products"],
] as const;
const WIDTHS = [16, 64, 128, 256] as const;

/**
 * Scales that `standard` does not leave to its maximum, so that comparisons with other systems are always on these graphs.
 * Products by the maximum would be four times smaller, and its narrow features within the last cache of a server.
 */
const STANDARD_SCALES: ReadonlyMap<string, string> = new Map([
  ["ogbn-proteins", "ogbn-proteins@1/16"],
  ["ogbn-products", "ogbn-products@1/4"],
]);

const BASELINE = "row-split-scalar";

/** The operands that a dataset was last multiplied with. */
const latest = new WeakMap<LoadedDataset, { readonly operands: Operands; readonly seed: number }>();

/** What all contenders of a workload multiply: made once, since for each of them it would be gigabytes. */
export function ladderOperands(dataset: LoadedDataset, width: number, seed: number): Operands {
  const known = latest.get(dataset);
  if (known?.operands.width === width && known.seed === seed) return known.operands;
  const matrix = known?.operands.matrix ?? gcnNormalise(dataset.graph);
  const operands = { matrix, features: randomFeatures(matrix.cols, width, seed), width };
  latest.set(dataset, { operands, seed });
  return operands;
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  contender: TextContender,
): Promise<Trial> {
  const problem = ladderOperands(dataset, Number(workload.factors.width), lab.seed);
  const peer = contender.factors?.peer;
  return peer === undefined
    ? spmmTrial(lab, { ...problem, kernel: contender.id })
    : await peerTrial(lab, { ...problem, peer });
}

/** The suite. */
export const kernelLadder: TextSuite = {
  id: "own/kernel-ladder",
  paper: "own",
  artifact: "Kernel ladder",
  title: "SpMM kernels from naive to best",
  question:
    "How fast is each SpMM kernel on each graph and width, and what share of this device's roofline does it reach?",
  /** Every SpMM kernel, simplest first, those that a script has registered included; then the peers. */
  get contenders(): readonly TextContender[] {
    const ids = new Set(kernelsOf("spmm").map(({ id }) => id));
    return [
      ...[...ids].map((id) => ({ id, label: id, factors: { kernel: id } })),
      ...PEERS.map(({ id, label }) => ({
        id: `peer:${id}`,
        label,
        factors: { peer: id },
        runtime: "python" as const,
      })),
    ];
  },
  baseline: BASELINE,
  workloads: ({ id }: Profile) =>
    DATASETS.flatMap((name) => {
      const dataset = id === "standard" ? STANDARD_SCALES.get(name) ?? name : name;
      return WIDTHS.map((width) => ({ id: `${name}:w${width}`, dataset, factors: { width: String(width) } }));
    }),
  settings: { "weights": "GCN normalisation with self-loops", "features": "uniform random in [-1, 1)" },
  measurement: { kind: "timed", decides: false, trial },
  metrics: [
    { id: "time", label: "SpMM time", unit: "ms", better: "lower" },
    { id: "gflops", label: "throughput", unit: "GFLOP/s", better: "higher" },
    { id: "speedup", label: `speed-up over ${BASELINE}`, unit: "x", better: "higher" },
  ],
  plots: [{ metric: "gflops", x: "width", facet: "dataset" }, {
    metric: "time",
    x: "width",
    facet: "dataset",
    logarithmic: true,
  }],
  notes: [
    "Two bounds stand beside each time: every byte moved once, and every byte moved as if nothing were ever cached.",
    "A peer times itself, between two readings of its own clock, and allocates its result in every call, as its documented call does; as many sets of operands rotate as for our kernels.",
    ...PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
  publishedAs: () => undefined,
  claims: [],
};
