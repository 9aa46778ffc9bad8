/**
 * Maxima of segments and their gradient in machine code, a vector of columns of a segment at a time.
 *
 * @module
 */
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { assertSegmentMax, assertSegmentMaxGradient } from "../segments.ts";
import type { SegmentMaxGradientOperandsOf, SegmentMaxOperandsOf } from "../segment_max.ts";
import { emitSegmentMax, SEGMENT_LAYOUT } from "./code_x86.ts";
import { emitSegmentMaxGradient, SEGMENT_GRADIENT_LAYOUT } from "./gradient_code_x86.ts";
import { vectorWise } from "./kernel.ts";
import { type SegmentsShape, SOURCE_SHAPES, vectorsOfRow } from "./segments_x86.ts";

/** Shape of the code, vectors of all segments, and arguments of both the maxima and their gradient. */
function segmentArguments(
  device: X86Device,
  { x, offsets, output }: SegmentMaxOperandsOf["wasm"],
  segments: number,
  visits: number,
) {
  const { address, stride } = wholePanel(x), shape: SegmentsShape = { columns: stride / 4 };
  const items = segments * vectorsOfRow(shape.columns, device.isa === "avx512" ? 16 : 8);
  return {
    shape,
    items: { items, block: itemsPerBlock(items, visits * x.rows * x.cols, device.threads) },
    args: {
      offsets: device.pointer(offsets.address),
      rows: x.rows,
      x: device.pointer(address),
      y: device.pointer(wholePanel(output).address),
    },
  };
}

/** Kernel `vector-wise@x86` of segment-max; see `code_x86.ts`. */
export const segmentMaxVectorWiseX86: KernelOn<"x86", SegmentMaxOperandsOf> = kernelOn("x86", vectorWise, {
  source: emittedSource(SOURCE_SHAPES, emitSegmentMax),
  phases: { segments: phaseOfRows(emitSegmentMax) },
  prepare: (device, operands) =>
    planInArena(device, (arrays) => {
      assertSegmentMax(operands);
      const { shape, items, args } = segmentArguments(device, operands, operands.output.rows, 1);
      if (shape.columns === 0) return { run: () => {}, facts: { block: items.block } };
      const code = emittedCode(device, emitSegmentMax, shape);
      const run = machineCall(device, arrays, { code, layout: SEGMENT_LAYOUT }, items, args);
      return { run, facts: { block: items.block, code_bytes: code.bytes.length } };
    }),
});

/** Kernel `vector-wise@x86` of segment-max-gradient; see `gradient_code_x86.ts`. */
export const segmentMaxGradientVectorWiseX86: KernelOn<"x86", SegmentMaxGradientOperandsOf> = kernelOn(
  "x86",
  vectorWise,
  {
    source: emittedSource(SOURCE_SHAPES, emitSegmentMaxGradient),
    phases: { segments: phaseOfRows(emitSegmentMaxGradient) },
    prepare: (device, operands) =>
      planInArena(device, (arrays) => {
        assertSegmentMaxGradient(operands);
        const { gradient } = operands;
        const { shape, items, args } = segmentArguments(device, operands, gradient.rows, 2);
        if (shape.columns === 0) return { run: () => {}, facts: { block: items.block } };
        const code = emittedCode(device, emitSegmentMaxGradient, shape);
        const run = machineCall(device, arrays, { code, layout: SEGMENT_GRADIENT_LAYOUT }, items, {
          ...args,
          gradient: device.pointer(wholePanel(gradient).address),
        });
        return { run, facts: { block: items.block, code_bytes: code.bytes.length } };
      }),
  },
);
