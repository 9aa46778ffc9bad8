/**
 * The kernel ladder, a suite of our own: every SpMM kernel of the device's backend on every dataset and width, beside
 * what the device's own roofline allows and what the systems reach that a user would pick instead.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { randomFeatures, spmmTrial } from "../spmm_trial.ts";
import { kernelsOf } from "../../kernels/registry.ts";
import { peerTrial } from "../peers/peer_trial.ts";
import { PEERS } from "../peers/peers.ts";
import type { ContenderSpec, Lab, Suite, Trial, Workload } from "../suite.ts";

const DATASETS = ["cora", "citeseer", "pubmed", "twitter", "reddit", "archaea"] as const;
const WIDTHS = [16, 64, 128, 256] as const;

const BASELINE = "row-split-scalar";

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: Workload,
  contender: ContenderSpec,
): Promise<Trial> {
  const width = Number(workload.factors.width);
  const matrix = gcnNormalise(dataset.graph);
  const problem = { matrix, features: randomFeatures(matrix.cols, width, lab.seed), width };
  const peer = contender.factors?.peer;
  return peer === undefined
    ? spmmTrial(lab, { ...problem, kernel: contender.id })
    : await peerTrial(lab, { ...problem, peer });
}

/** The suite. */
export const kernelLadder: Suite = {
  id: "own/kernel-ladder",
  paper: "own",
  artifact: "Kernel ladder",
  title: "SpMM kernels from naive to best",
  question:
    "How fast is each SpMM kernel on each graph and width, and what share of this device's roofline does it reach?",
  /** Every SpMM kernel, simplest first, those that a script has registered included; then the peers. */
  get contenders(): readonly ContenderSpec[] {
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
  workloads: () =>
    DATASETS.flatMap((dataset) =>
      WIDTHS.map((width) => ({ id: `${dataset}:w${width}`, dataset, factors: { width: String(width) } }))
    ),
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
