/**
 * Row-split SpMM by blocks of sources in machine code: every thread works on one block at a time, whose rows
 * of X stay in its cache.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { cacheBytes } from "../../../hardware/cpu/cpu_facts.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../emitted_code.ts";
import { type KernelOn, kernelOn, type ParameterValues, type Plan } from "../../kernel.ts";
import { emittedSource, machineCall } from "../../plan_x86.ts";
import { itemsPerBlock, wholePanel } from "../../plan_wasm.ts";
import { csrPointers, planCsrX86, planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import { panelOf } from "../plans/tuned_panel_x86.ts";
import { emitRowSplit } from "../row_split/code_x86.ts";
import { rowSplitX86 } from "../row_split/x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { BLOCK_LAYOUT, emitFirstBlock, emitNextBlock } from "./code_x86.ts";
import { rowSplitBlocked } from "./kernel.ts";
import { blockOffsets, sourceBlocks } from "./source_blocks.ts";

const { id } = rowSplitBlocked;

/** Most blocks that can be asked for. */
const MOST_BLOCKS = 1024;

/** Bytes of a core's second cache, or of its only one. */
function secondCacheBytes(): number {
  const [first, second = first] = cacheBytes();
  return second;
}

/** Builds a plan of one call a block, for a matrix with entries. */
function planBlocks(
  device: X86Device,
  operands: SpmmOperandsOf["wasm"],
  { block: wanted, panel, blocks }: ParameterValues,
): Promise<Plan> {
  const { matrix, y } = operands, { rows } = matrix;
  return planCsrX86(device, operands, { id }, (args, arrays, share) => {
    const offsets = share("block offsets", {
      of: matrix.colIdx,
      form: `${rows} rows, ${blocks} blocks`,
      make: () => blockOffsets(matrix, blocks),
    });
    const items = {
      items: rows,
      block: wanted || itemsPerBlock(rows, nnz(matrix) * y.cols / blocks, device.threads),
    };
    const shape = { columns: args.stride / 4, weighted: args.values !== 0 };
    const tuned = { ...shape, ...panelOf(device, matrix, shape, panel) };
    const first = emittedCode(emitFirstBlock, device.isa, tuned);
    const next = emittedCode(emitNextBlock, device.isa, tuned);
    const pointers = csrPointers(device, args);
    // A block begins where the one before it ends; the first and the last one where the rows do.
    const inner = (bound: number) => device.pointer(offsets.address + 4 * (bound - 1) * rows);
    const calls = Array.from(
      { length: blocks },
      (_, i) =>
        machineCall(device, arrays, { layout: BLOCK_LAYOUT, code: i === 0 ? first : next }, items, {
          ...pointers,
          rowPtr: i === 0 ? pointers.rowPtr : inner(i),
          rowEnds: i === blocks - 1 ? pointers.rowPtr + 4n : inner(i + 1),
        }),
    );
    return {
      run: () => calls.forEach((call) => call()),
      facts: {
        block: items.block,
        source_blocks: blocks,
        code_bytes: first.bytes.length + next.bytes.length,
      },
    };
  });
}

/** Kernel `row-split-blocked@x86`; see `code_x86.ts`. */
export const rowSplitBlockedX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", rowSplitBlocked, {
  source: () =>
    [emitRowSplit, emitFirstBlock, emitNextBlock].map((emit) => emittedSource(SOURCE_SHAPES, emit)()).join(
      " ",
    ),
  phases: { "first block": phaseOfEntries(emitFirstBlock), "next blocks": phaseOfEntries(emitNextBlock) },
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
    const blocks = wanted || Math.min(MOST_BLOCKS, sourceBlocks(matrix, xBytes, secondCacheBytes()));
    return blocks > 1 && nnz(matrix) > 0 && x.cols > 0
      ? planBlocks(device, operands, { ...parameters, blocks })
      : planRowsX86(device, operands, { id, ...parameters, emit: emitRowSplit });
  },
});
