/**
 * Memory-aware aggregation (fastgl) in machine code.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { csrPointers, type CsrShape, planCsrX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitMemoryAware } from "./code_x86.ts";
import { memoryAware } from "./kernel.ts";
import { MEMORY_AWARE_LAYOUT, SCRATCH_BYTES, TARGETS } from "./target_block_x86.ts";

function plan(device: X86Device, operands: SpmmOperandsOf["wasm"]): Promise<Plan> {
  return planCsrX86(device, operands, memoryAware, (args, arrays) => {
    const { matrix, y } = operands;
    const items = y.cols === 0 ? 0 : Math.ceil(matrix.rows / TARGETS);
    const block = itemsPerBlock(items, nnz(matrix) * y.cols, device.threads);
    const facts = { block, scratch_bytes: device.threads * SCRATCH_BYTES };
    if (y.cols === 0) return { run: () => {}, facts };
    const shape: CsrShape = { columns: args.stride / 4, weighted: args.values !== 0 };
    const code = emittedCode(device, emitMemoryAware, shape);
    const run = machineCall(device, arrays, { code, layout: MEMORY_AWARE_LAYOUT }, { items, block }, {
      ...csrPointers(device, args),
      rowPtrEnd: device.pointer(args.rowPtr + 4 * matrix.rows),
    });
    return { run, facts: { ...facts, code_bytes: code.bytes.length } };
  });
}

/** Kernel `memory-aware@x86`; see `code_x86.ts`. */
export const memoryAwareX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", memoryAware, {
  source: emittedSource(SOURCE_SHAPES, emitMemoryAware),
  phases: { "blocks of targets": phaseOfEntries(emitMemoryAware) },
  prepare: plan,
});
