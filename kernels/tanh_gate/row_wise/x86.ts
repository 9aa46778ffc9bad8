/**
 * Gates in machine code, row by row.
 *
 * @module
 */
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { assertTanhGate, assertTanhGateGradient } from "../operand_fit.ts";
import type { TanhGateGradientOperandsOf, TanhGateOperandsOf } from "../tanh_gate.ts";
import { emitGate, emitGateGradient, GATE_GRADIENT_LAYOUT, GATE_LAYOUT } from "./code_x86.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";

/** Cost of the exponential of a row, in multiply-adds. */
const EXPONENTIAL = 16;

const SOURCE_SHAPES = [4, 16, 68, 300].map((columns) => ({ columns }));

/** Kernel `row-wise@x86` of tanh-gate; see `code_x86.ts`. */
export const tanhGateRowWiseX86: KernelOn<"x86", TanhGateOperandsOf> = kernelOn("x86", rowWise, {
  source: emittedSource(SOURCE_SHAPES, emitGate),
  phases: { rows: phaseOfRows(emitGate) },
  prepare: (device, operands) =>
    planInArena(device, (arrays) => {
      assertTanhGate(operands);
      const { x, scores, output } = operands;
      const { address, stride } = wholePanel(x), items = stride === 0 ? 0 : x.rows;
      const block = itemsPerBlock(items, items * (x.cols + EXPONENTIAL), device.threads);
      if (items === 0) return { run: () => {}, facts: { block } };
      const code = emittedCode(device, emitGate, { columns: stride / 4 });
      const run = machineCall(device, arrays, { code, layout: GATE_LAYOUT }, { items, block }, {
        x: device.pointer(address),
        scores: device.pointer(wholePanel(scores).address),
        y: device.pointer(wholePanel(output).address),
      });
      return { run, facts: { block, code_bytes: code.bytes.length } };
    }),
});

/** Kernel `row-wise@x86` of tanh-gate-gradient; see `code_x86.ts`. */
export const tanhGateGradientRowWiseX86: KernelOn<"x86", TanhGateGradientOperandsOf> = kernelOn(
  "x86",
  rowWiseGradient,
  {
    source: emittedSource(SOURCE_SHAPES, emitGateGradient),
    phases: { rows: phaseOfRows(emitGateGradient) },
    prepare: (device, operands) =>
      planInArena(device, (arrays) => {
        assertTanhGateGradient(operands);
        const { x, scores, gradient, output } = operands;
        const { address, stride } = wholePanel(x), items = x.rows;
        const block = itemsPerBlock(items, items * (x.cols + EXPONENTIAL), device.threads);
        if (items === 0) return { run: () => {}, facts: { block } };
        const code = emittedCode(device, emitGateGradient, { columns: stride / 4 });
        const run = machineCall(device, arrays, { code, layout: GATE_GRADIENT_LAYOUT }, { items, block }, {
          x: device.pointer(address),
          scores: device.pointer(wholePanel(scores).address),
          gradient: device.pointer(wholePanel(gradient).address),
          to: device.pointer(wholePanel(output).address),
        });
        return { run, facts: { block, code_bytes: code.bytes.length } };
      }),
  },
);
