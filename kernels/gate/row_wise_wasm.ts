/**
 * Gates on the CPU, row by row.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GateGradientOperandsOf, GateOperandsOf } from "./gate.ts";
import { assertGate, assertGateGradient } from "./gate_fit.ts";

const module = await loadWasm(new URL("./gate.wasm", import.meta.url));

/** Cost of the exponential of a row, in multiply-adds. */
const EXPONENTIAL = 16;

const kernel = {
  id: "row-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows; a row's columns go in vectors of four",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
} as const;

/** Kernel `row-wise@wasm` of gate; see `assembly/gate.ts`. */
export const gateRowWiseWasm: KernelOn<"wasm", GateOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertGate(operands);
      const { x, scores, output } = operands;
      const { address, stride } = wholePanel(x);
      const items = stride === 0 ? 0 : x.rows;
      const block = itemsPerBlock(items, items * (x.cols + EXPONENTIAL), device.threads);
      const args = [address, stride, wholePanel(scores).address, wholePanel(output).address];
      const call = { module, fn: "gate", items, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};

/** Kernel `row-wise@wasm` of gate-gradient; see `assembly/gate.ts`. */
export const gateGradientRowWiseWasm: KernelOn<"wasm", GateGradientOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertGateGradient(operands);
      const { x, scores, gradient, output } = operands;
      const { address, stride } = wholePanel(x);
      const block = itemsPerBlock(x.rows, x.rows * (x.cols + EXPONENTIAL), device.threads);
      const args = [
        address,
        stride,
        ...[scores, gradient, output].map((matrix) => wholePanel(matrix).address),
      ];
      const call = { module, fn: "gate_gradient", items: x.rows, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};
