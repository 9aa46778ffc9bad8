/**
 * Gates on the CPU, row by row.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { assertTanhGate, assertTanhGateGradient } from "../operand_fit.ts";
import type { TanhGateGradientOperandsOf, TanhGateOperandsOf } from "../tanh_gate.ts";
import { tanhGateWasm } from "../tanh_gate_bindings.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";

/** Cost of the exponential of a row, in multiply-adds. */
const EXPONENTIAL = 16;

/** Kernel `row-wise@wasm` of tanh-gate; see `assembly/tanh_gate.ts`. */
export const tanhGateRowWiseWasm: KernelOn<"wasm", TanhGateOperandsOf> = kernelOn("wasm", rowWise, {
  source: tanhGateWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, tanhGateWasm, () => {
      assertTanhGate(operands);
      const { x, scores, output } = operands;
      const { address, stride } = wholePanel(x);
      const items = stride === 0 ? 0 : x.rows;
      const block = itemsPerBlock(items, items * (x.cols + EXPONENTIAL), device.threads);
      const call = tanhGateWasm.call("tanh_gate", { items, block }, {
        x: address,
        stride,
        scores: wholePanel(scores).address,
        y: wholePanel(output).address,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});

/** Kernel `row-wise@wasm` of tanh-gate-gradient; see `assembly/tanh_gate.ts`. */
export const tanhGateGradientRowWiseWasm: KernelOn<"wasm", TanhGateGradientOperandsOf> = kernelOn(
  "wasm",
  rowWiseGradient,
  {
    source: tanhGateWasm.digest,
    prepare: (device, operands) =>
      planOnWasm(device, tanhGateWasm, () => {
        assertTanhGateGradient(operands);
        const { x, scores, gradient, output } = operands;
        const { address, stride } = wholePanel(x);
        const block = itemsPerBlock(x.rows, x.rows * (x.cols + EXPONENTIAL), device.threads);
        const call = tanhGateWasm.call("tanh_gate_gradient", { items: x.rows, block }, {
          x: address,
          stride,
          scores: wholePanel(scores).address,
          gradient: wholePanel(gradient).address,
          to: wholePanel(output).address,
        });
        return { run: () => device.parallel(call), facts: { block } };
      }),
  },
);
