/**
 * Products of two dense matrices at the entries of a sparse one, head by head, on the CPU. The plan shares
 * the matrix on the device with the plans of spmm and head-spmm.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock, shareCsr } from "../spmm/plans/device_csr_wasm.ts";
import { planSharing } from "../spmm/plans/shared_arrays.ts";
import type { HeadSddmmOperandsOf } from "./attention.ts";
import { assertHeadSddmm } from "./attention_fit.ts";
import { patternOf } from "./matrix_pattern.ts";

const module = await loadWasm(new URL("./attention.wasm", import.meta.url));

/** Kernel `row-wise@wasm` of head-sddmm; see `assembly/head_sddmm.ts`. */
export const headSddmmRowWiseWasm: KernelOn<"wasm", HeadSddmmOperandsOf> = {
  id: "row-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of rows; four heads of an entry go side by side through vectors of four columns",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) =>
    planSharing(device, "head-sddmm", (share) =>
      planOnWasm(device, module, () => {
        assertHeadSddmm(operands);
        const { matrix, a, b, heads, headWidth, output } = operands;
        const { rowPtr, sources } = shareCsr(share, { matrix: patternOf(matrix), x: b, y: a, output: a });
        const left = wholePanel(a), to = wholePanel(output);
        const block = rowsPerBlock(matrix, heads * headWidth, device.threads);
        const args = [
          ...[rowPtr, sources, left.address, wholePanel(b).address, left.stride],
          ...[heads, 4 * headWidth, to.address, to.stride],
        ];
        const call = { module, fn: "head_sddmm", items: matrix.rows, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};
