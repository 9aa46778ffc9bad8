/**
 * Maxima of segments and their gradient on the CPU, four columns of a segment at a time.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { assertSegmentMax, assertSegmentMaxGradient } from "../segments.ts";
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "../segment_max.ts";
import { segmentMaxWasm } from "../segment_max_bindings.ts";
import { vectorWise } from "./kernel.ts";

/** Kernel `vector-wise@wasm` of segment-max; see `assembly/segment_max.ts`. */
export const segmentMaxVectorWiseWasm: KernelOn<"wasm", SegmentMaxOperandsOf> = kernelOn("wasm", vectorWise, {
  source: segmentMaxWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, segmentMaxWasm, () => {
      assertSegmentMax(operands);
      const { x, offsets, output } = operands;
      const { address, stride } = wholePanel(x);
      const items = output.rows * stride / 16;
      const block = itemsPerBlock(items, x.rows * x.cols, device.threads);
      const call = segmentMaxWasm.call("segment_max", { items, block }, {
        offsets: offsets.address,
        rows: x.rows,
        x: address,
        stride,
        y: wholePanel(output).address,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});

/** Kernel `vector-wise@wasm` of segment-max-gradient; see `assembly/segment_max.ts`. */
export const segmentMaxGradientVectorWiseWasm: KernelOn<"wasm", SegmentMaxGradientOperandsOf> = kernelOn(
  "wasm",
  vectorWise,
  {
    source: segmentMaxWasm.digest,
    prepare: (device, operands) =>
      planOnWasm(device, segmentMaxWasm, () => {
        assertSegmentMaxGradient(operands);
        const { x, offsets, gradient, output } = operands;
        const { address, stride } = wholePanel(x);
        const items = gradient.rows * stride / 16;
        const block = itemsPerBlock(items, 2 * x.rows * x.cols, device.threads);
        const call = segmentMaxWasm.call("segment_max_gradient", { items, block }, {
          offsets: offsets.address,
          rows: x.rows,
          x: address,
          stride,
          gradient: wholePanel(gradient).address,
          to: wholePanel(output).address,
        });
        return { run: () => device.parallel(call), facts: { block } };
      }),
  },
);
