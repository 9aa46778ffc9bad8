/**
 * Output of an aggregation kernel: compared with the oracle's, and with itself from run to run.
 *
 * @module
 */
import { poisonMatrix, readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { AggregationKernel } from "./aggregation_accesses.ts";
import type { SampledAggregation } from "./sampled_aggregation.ts";

/** Runs of a kernel whose outputs are compared bit by bit. */
export const RUNS = 4;

/** Counts of an output. */
export const OUTPUT_METRICS = {
  wrong: { label: "outputs that are not the oracle's", unit: "count", better: "lower" },
  error_of_allowed: { label: "largest error over what rounding explains", unit: "1", better: "lower" },
  checked_targets: { label: "rows compared", unit: "rows" },
  other_bits: { label: `numbers that differ between ${RUNS} runs`, unit: "count", better: "lower" },
} as const satisfies Metrics;

/** Runs a kernel several times over poisoned outputs, and compares them. */
export async function outputCounts(
  device: Device,
  product: SampledAggregation,
  { kernel: id, seed }: { readonly kernel: AggregationKernel; readonly seed: number },
): Promise<Facts<typeof OUTPUT_METRICS>> {
  const operands = spmm.stage(device, product);
  try {
    const plan = await prepareKernel(
      findKernel(spmm.id, id, device.backend),
      device,
      operands,
      product.width,
    );
    try {
      const outputs: Float32Array[] = [];
      for (let run = 0; run < RUNS; run++) {
        poisonMatrix(device, operands.output);
        plan.run();
        await device.finish();
        outputs.push(await readMatrix(device, operands.output));
      }
      const [first, ...others] = outputs.map(({ buffer }) => new Uint32Array(buffer));
      const otherBits = sumOf(others, (bits) => bits.filter((word, i) => word !== first[i]).length);
      const report = checkOutput(spmm, product, outputs[0], { seed });
      return {
        wrong: report.ok ? 0 : 1,
        error_of_allowed: report.tolerance > 0 ? report.relErr / report.tolerance : 0,
        checked_targets: report.checkedRows,
        other_bits: otherBits,
      };
    } finally {
      plan.destroy();
    }
  } finally {
    spmm.release(device, operands);
  }
}
