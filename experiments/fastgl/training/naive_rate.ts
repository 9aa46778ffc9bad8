/**
 * Rate of naive aggregation on the device, beside the one that the paper measured on its card (Table 2): how
 * far computation here is from being as cheap beside memory IO as it is there.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { hostDigest } from "../../../kernels/checks/host_digest.ts";
import { checkPlan, wrongAtFirst } from "../../../kernels/checks/plan_check.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { stageKernel } from "../../../kernels/staged_kernel.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import { firstAggregation } from "../aggregation/sampled_aggregation.ts";
import { DGL_POLICY } from "../policies.ts";
import type { EpochSetting } from "../sampled_workloads.ts";

/** Naive aggregation of the block next to the input of one mini-batch. */
export interface NaiveRate {
  /** GFLOP/s, two operations a stored entry and column. */
  readonly gflops: number;
  /** The rate over the printed one of the graph. */
  readonly overPrinted: number;
  /** Numbers that it computes. */
  readonly outputs: number;
}

/** Throughput in GFLOP/s that the paper prints (Table 2); IGB-large, which it leaves out, has the mean. */
const PRINTED_GFLOPS: Readonly<Record<string, number>> = {
  "reddit": 340,
  "ogbn-products": 397,
  "mag": 380,
  "igb-large": 379.5,
  "ogbn-papers100m": 401,
};

/** Rounds of the measurement, and products in each. */
const ROUNDS = 5, PRODUCTS = 2;

/** Measures the rate of DGL's policy on the first mini-batch of a graph; its output is checked before. */
export async function naiveRate(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<NaiveRate> {
  const { device, seed, signal } = lab, { graph } = setting;
  const problem: SpmmProblem = await firstAggregation(lab, dataset, { ...setting, direction: "forward" });
  const { matrix, width } = problem;
  const kernel = findKernel(spmm.id, DGL_POLICY.aggregation, device.backend) as Kernel<SpmmOperandsOf>;
  const staged = await stageKernel(device, problem, {
    operation: spmm,
    kernel,
    hostDigest: hostDigest(problem),
  });
  try {
    const report = await checkPlan(device, staged, { seed });
    if (!report.ok) throw wrongAtFirst(staged.name, report);
    const turns = [{ id: staged.name, take: () => device.time(() => staged.run(), PRODUCTS) }];
    const taken = await takeTurns(turns, { rounds: ROUNDS, warmUp: 1, seed, signal });
    const gflops = 2 * nnz(matrix) * width / median(taken.of(staged.name)) / 1e6;
    return { gflops, overPrinted: gflops / PRINTED_GFLOPS[graph.id], outputs: matrix.rows * width };
  } finally {
    staged.destroy();
  }
}
