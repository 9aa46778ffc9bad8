/**
 * Product on an execution path in machine code.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { entrySources } from "../../../graph/execution_paths.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { LOOK_AHEAD, SOURCE_SHAPES } from "../../spmm/plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../../spmm/plans/entry_phase_x86.ts";
import { sourceOffsets } from "../../spmm/plans/device_csr_wasm.ts";
import { planPathX86 } from "../path_plan_x86.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { touchedByPath } from "../touched.ts";
import { emitExecutionPath, PATH_LAYOUT } from "./code_x86.ts";
import { executionPath } from "./kernel.ts";

/** Kernel `execution-path@x86`; see `code_x86.ts`. */
export const executionPathX86: KernelOn<"x86", PathSpmmOperandsOf> = kernelOn("x86", executionPath, {
  source: emittedSource(SOURCE_SHAPES, emitExecutionPath),
  phases: { rows: phaseOfEntries(emitExecutionPath) },
  prepare: (device, operands) =>
    planPathX86(device, operands, () => {
      const { path } = operands, { targets, matrix } = path;
      return {
        layout: PATH_LAYOUT,
        emit: emitExecutionPath,
        matrix,
        sources: (stride) => sourceOffsets(entrySources(path), stride, LOOK_AHEAD),
        own: (stride) => ({ targets: sourceOffsets(targets, stride) }),
        entries: nnz(matrix),
        touched: touchedByPath(operands),
      };
    }),
});
