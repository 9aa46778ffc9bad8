/**
 * If-else baseline in machine code.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { LOOK_AHEAD, SOURCE_SHAPES } from "../../spmm/plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../../spmm/plans/entry_phase_x86.ts";
import { sourceOffsets } from "../../spmm/plans/device_csr_wasm.ts";
import { planPathX86 } from "../path_plan_x86.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { touchedByMask } from "../touched.ts";
import { activeFlags } from "./active_flags.ts";
import { emitMasked, MASKED_LAYOUT } from "./code_x86.ts";
import { masked } from "./kernel.ts";

/** Kernel `masked@x86`; see `code_x86.ts`. With wide features, entries are tested once per pass. */
export const maskedX86: KernelOn<"x86", PathSpmmOperandsOf> = kernelOn("x86", masked, {
  source: emittedSource(SOURCE_SHAPES, emitMasked),
  phases: { rows: phaseOfEntries(emitMasked) },
  prepare: (device, operands) =>
    planPathX86(device, operands, () => {
      const { matrix, path } = operands, touched = touchedByMask(operands, 1);
      return {
        layout: MASKED_LAYOUT,
        emit: emitMasked,
        matrix,
        sources: () => sourceOffsets(matrix.colIdx, 1, LOOK_AHEAD),
        own: () => ({ flags: activeFlags(path, Math.max(matrix.rows, matrix.cols)) }),
        entries: touched.edge_tests,
        touched,
      };
    }),
});
