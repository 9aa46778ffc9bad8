/**
 * Maxima of segments and their gradient on the CPU, four columns of a segment at a time.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "./segment_max.ts";
import { assertSegmentMax, assertSegmentMaxGradient } from "./segments.ts";

const module = await loadWasm(new URL("./segment_max.wasm", import.meta.url));

const kernel = {
  id: "vector-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of segments' vectors of four columns, and goes down the rows of each",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
} as const;

/** Kernel `vector-wise@wasm` of segment-max; see `assembly/segment_max.ts`. */
export const segmentMaxVectorWiseWasm: KernelOn<"wasm", SegmentMaxOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertSegmentMax(operands);
      const { x, offsets, output } = operands;
      const { address, stride } = wholePanel(x);
      const items = output.rows * stride / 16;
      const block = itemsPerBlock(items, x.rows * x.cols, device.threads);
      const args = [offsets.address, x.rows, address, stride, wholePanel(output).address];
      const call = { module, fn: "segment_max", items, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};

/** Kernel `vector-wise@wasm` of segment-max-gradient; see `assembly/segment_max.ts`. */
export const segmentMaxGradientVectorWiseWasm: KernelOn<"wasm", SegmentMaxGradientOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertSegmentMaxGradient(operands);
      const { x, offsets, gradient, output } = operands;
      const { address, stride } = wholePanel(x);
      const items = gradient.rows * stride / 16;
      const block = itemsPerBlock(items, 2 * x.rows * x.cols, device.threads);
      const args = [
        ...[offsets.address, x.rows, address, stride],
        ...[wholePanel(gradient).address, wholePanel(output).address],
      ];
      const call = { module, fn: "segment_max_gradient", items, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};
