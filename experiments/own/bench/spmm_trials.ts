/**
 * Trials of the bench's sparse products: this device's kernels in several forms, and peers, on graphs of the
 * kernel ladder and on an R-MAT graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Device } from "../../../hardware/device.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplit } from "../../../kernels/spmm/row_split/kernel.ts";
import { rowSplitBf16 } from "../../../kernels/spmm/row_split_bf16/kernel.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerTrial } from "../../peers/peer_trial.ts";
import { YARDSTICK, yardstickKernel } from "../../peers/yardstick/kernel.ts";
import type { Operands } from "../../trials/ordered_graph.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { ROUNDING_METRICS } from "../../trials/product_trial.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import type { SpmmTrialOptions } from "../../trials/product_trial.ts";
import { ladderOperands } from "../kernel_ladder.ts";
import { rmatMatrix, type RmatSize } from "../rmat_graph.ts";
import { bestKernel, portableKernel } from "./best_kernel.ts";
import { oneThreadTrial } from "./one_thread.ts";

/** Kernel of each form of this device's product. */
const KERNELS = {
  own: (device) => bestKernel(spmm, device),
  "whole-rows": () => rowSplit.id,
  wasm: (device) => portableKernel(spmm, device),
  "one-thread": (device) => bestKernel(spmm, device),
  bf16: () => rowSplitBf16.id,
  [YARDSTICK]: () => yardstickKernel,
} as const satisfies Readonly<Record<string, (device: Device) => SpmmTrialOptions["kernel"]>>;

/** This device's best kernel, the same in another form, or a peer. */
export interface SpmmContender extends Contender {
  /** Form, or id of the peer. */
  readonly factors: { readonly form: keyof typeof KERNELS } | { readonly peer: string };
}

/** A product of a graph with features of one width; without a dataset, of an R-MAT graph. */
export interface SpmmWorkload extends Workload {
  /** Graph and width, and the stored edges of an R-MAT graph. */
  readonly factors: { readonly graph: string; readonly width: number; readonly edges?: number };
}

/** Stored edges of the R-MAT graph where the profile allows them, and of its average vertex. */
export const RMAT: RmatSize = { edges: 2 ** 24, degree: 32 };

/** Metrics of the products. */
export const SPMM_METRICS = {
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

/** Builds the trial of a product by a contender. */
export async function benchedProduct(
  lab: Lab,
  dataset: LoadedDataset,
  workload: SpmmWorkload,
  { factors }: SpmmContender,
): Promise<Trial<typeof SPMM_METRICS>> {
  const problem = await operandsOf(lab, dataset, workload.factors);
  if ("peer" in factors) return await peerTrial(lab, { ...problem, peer: factors.peer });
  const kernel = KERNELS[factors.form](lab.device);
  const build = (on: Lab) => spmmTrial(on, { ...problem, kernel });
  return factors.form === "one-thread" ? await oneThreadTrial(lab, build) : build(lab);
}
