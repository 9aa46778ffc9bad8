/**
 * Sparse-times-dense multiplication with weights for each head, on the CPU, by a scalar loop that looks up
 * the weight of each column: the baseline of kernels that spread a weight over a vector.
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

const module = await loadWasm(new URL("./head_spmm_scalar.wasm", import.meta.url));

/** Kernel `row-split-scalar@wasm` of head-spmm; see `assembly/head_spmm_scalar.ts`. */
export const headSpmmRowSplitScalarWasm: KernelOn<"wasm", HeadSpmmOperandsOf> = {
  id: "row-split-scalar",
  backend: "wasm",
  origin: { paper: "distgnn-mb", section: "Section 3.3" },
  mapping: "a thread takes blocks of rows and adds up one column after the other where the result is",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
  prepare: (device, operands) =>
    planSharing(device, "head-spmm", (share) =>
      planOnWasm(device, module, ({ upload }) => {
        assertHeadSpmm(operands);
        const { matrix, attention, order, x, heads, headWidth, output } = operands, width = heads * headWidth;
        const { rowPtr, sources } = shareCsr(share, { matrix: patternOf(matrix), x, y: output, output });
        const to = wholePanel(output), { address, stride } = wholePanel(attention);
        const headOf = Uint32Array.from({ length: width }, (_, column) => 4 * Math.floor(column / headWidth));
        const places = [rowPtr, sources, order?.address ?? 0, Math.max(0, nnz(matrix) - 1), address, stride];
        const columns = [upload("head of each column", headOf), 4 * width];
        const block = rowsPerBlock(matrix, width, device.threads);
        const args = [...places, wholePanel(x).address, to.address, to.stride, ...columns];
        const call = { module, fn: "head_spmm_scalar", items: matrix.rows, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};
