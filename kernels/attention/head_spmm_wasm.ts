/**
 * Sparse-times-dense multiplication with weights for each head, on the CPU: row-split SpMM whose weight
 * changes from head to head. The plan shares the matrix on the device with the plans of spmm.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock, shareCsr } from "../spmm/plans/device_csr_wasm.ts";
import { planSharing } from "../spmm/plans/shared_arrays.ts";
import type { HeadSpmmOperandsOf } from "./attention.ts";
import { assertHeadSpmm } from "./attention_fit.ts";
import { patternOf } from "./matrix_pattern.ts";

const module = await loadWasm(new URL("./attention.wasm", import.meta.url));

const LANES = 4;
const PATTERN_WORDS = 8;

/**
 * Patterns that spread four neighbouring weights of an entry over a vector of four columns, one for each
 * vector of a row: the bytes of a swizzle, then the position of the four weights. Padding columns get the
 * weight of the last head.
 */
function headPatterns({ heads, headWidth, stride }: {
  /** Number of heads, H. */
  readonly heads: number;
  /** Columns of one head, d. */
  readonly headWidth: number;
  /** Bytes from one entry's weights to the next entry's. */
  readonly stride: number;
}): Uint32Array {
  const vectors = Math.ceil(heads * headWidth / LANES), patterns = new Uint32Array(vectors * PATTERN_WORDS);
  const headOf = (column: number) => Math.min(Math.floor(column / headWidth), heads - 1);
  for (let vector = 0; vector < vectors; vector++) {
    // Four columns have at most four heads; the last four weights of an entry end with the padding.
    const first = Math.min(headOf(vector * LANES), stride / 4 - LANES);
    for (let lane = 0; lane < LANES; lane++) {
      const byte = 4 * (headOf(vector * LANES + lane) - first);
      patterns[vector * PATTERN_WORDS + lane] = byte * 0x01010101 + 0x03020100;
    }
    patterns[vector * PATTERN_WORDS + LANES] = 4 * first;
  }
  return patterns;
}

/** Kernel `row-split@wasm` of head-spmm; see `assembly/head_spmm.ts`. */
export const headSpmmRowSplitWasm: KernelOn<"wasm", HeadSpmmOperandsOf> = {
  id: "row-split",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of rows; a row's columns go in passes through up to eight vector accumulators, heads of one weight",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
  prepare: (device, operands) =>
    planSharing(device, "head-spmm", (share) =>
      planOnWasm(device, module, ({ upload }) => {
        assertHeadSpmm(operands);
        const { matrix, attention, order, x, heads, headWidth, output } = operands;
        const { rowPtr, sources } = shareCsr(share, { matrix: patternOf(matrix), x, y: output, output });
        const to = wholePanel(output), { address, stride } = wholePanel(attention);
        const places = [rowPtr, sources, order?.address ?? 0, Math.max(0, nnz(matrix) - 1), address, stride];
        const [fn, head] = headWidth % LANES === 0
          ? ["head_spmm", [heads, 4 * headWidth]] as const
          : ["head_spmm_odd", [upload("head patterns", headPatterns({ heads, headWidth, stride }))]] as const;
        const args = [...places, wholePanel(x).address, to.address, to.stride, ...head];
        const block = rowsPerBlock(matrix, heads * headWidth, device.threads);
        const call = { module, fn, items: matrix.rows, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};
