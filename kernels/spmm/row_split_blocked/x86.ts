/**
 * Row-split SpMM by blocks of sources in machine code: a thread takes many rows through one block, whose rows
 * of X stay in its cache, then through the next.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn, type ParameterValues, type Plan } from "../../kernel.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { wholePanel } from "../../plans/plan_wasm.ts";
import { csrPointers, planCsrX86, planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import { panelOf } from "../plans/tuned_panel_x86.ts";
import { emitRowSplit } from "../row_split/code_x86.ts";
import { rowSplitX86 } from "../row_split/x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { BLOCK_LAYOUT, emitBlockedRows, OFFSETS_AHEAD } from "./code_x86.ts";
import { rowSplitBlocked } from "./kernel.ts";
import { blockOffsets, rowsPerCall, sourceBlocks } from "./source_blocks.ts";

const { id } = rowSplitBlocked;

/** Most blocks that can be asked for. */
const MOST_BLOCKS = 1024;

/** Builds a plan for a matrix with entries, by two blocks or more. */
function planBlocks(
  device: X86Device,
  operands: SpmmOperandsOf["wasm"],
  { block: wanted, panel, blocks }: ParameterValues,
): Promise<Plan> {
  const { matrix } = operands, { rows } = matrix;
  return planCsrX86(device, operands, { id }, (args, arrays, share) => {
    const offsets = share("block offsets", {
      of: matrix.colIdx,
      form: `${rows} rows, ${blocks} blocks`,
      make: () => blockOffsets(matrix, blocks, OFFSETS_AHEAD),
    });
    const block = wanted || rowsPerCall(matrix, device.threads);
    const shape = { columns: args.stride / 4, weighted: args.values !== 0 };
    const code = emittedCode(device, emitBlockedRows, {
      ...shape,
      ...panelOf(device, matrix, shape, panel),
    });
    const blockBytes = 4 * rows, rowPtr = device.pointer(offsets.address);
    const run = machineCall(device, arrays, { layout: BLOCK_LAYOUT, code }, { items: rows, block }, {
      ...csrPointers(device, args),
      rowPtr,
      blockBytes,
      lastOffsets: rowPtr + BigInt(blocks * blockBytes),
    });
    return { run, facts: { block, source_blocks: blocks, code_bytes: code.bytes.length } };
  });
}

/** Kernel `row-split-blocked@x86`; see `code_x86.ts`. */
export const rowSplitBlockedX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", rowSplitBlocked, {
  source: () => [emitRowSplit, emitBlockedRows].map((emit) => emittedSource(SOURCE_SHAPES, emit)()).join(" "),
  phases: { "one block": phaseOfEntries(emitRowSplit), "blocks": phaseOfEntries(emitBlockedRows) },
  parameters: {
    ...rowSplitX86.parameters,
    blocks: {
      meaning:
        "blocks that the rows of X are taken in; 0 chooses by the second cache and the entries of a row",
      default: 0,
      range: [0, MOST_BLOCKS],
    },
  },
  prepare: (device, operands, { blocks: wanted, ...parameters }) => {
    const { matrix, x } = operands;
    const xBytes = matrix.cols * wholePanel(x).stride;
    const blocks = wanted || Math.min(MOST_BLOCKS, sourceBlocks(matrix, xBytes, device.secondCacheBytes));
    return blocks > 1 && nnz(matrix) > 0 && x.cols > 0
      ? planBlocks(device, operands, { ...parameters, blocks })
      : planRowsX86(device, operands, { id, ...parameters, emit: emitRowSplit });
  },
});
