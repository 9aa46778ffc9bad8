/**
 * Sums of entries by row and by column on the CPU.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { planSharing } from "../spmm/plans/shared_arrays.ts";
import type { EntrySumsOperandsOf } from "./attention.ts";
import { assertEntrySums } from "./attention_fit.ts";

const module = await loadWasm(new URL("./attention.wasm", import.meta.url));

/** Kernel `row-wise@wasm` of entry-sums; see `assembly/entry_sums.ts`. */
export const entrySumsRowWiseWasm: KernelOn<"wasm", EntrySumsOperandsOf> = {
  id: "row-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of vertices and sums the row and the column of each, four heads in a vector",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) =>
    planSharing(device, "entry-sums", (share) =>
      planOnWasm(device, module, () => {
        assertEntrySums(operands);
        const { matrix, transposed, order, entries, heads, output } = operands;
        const from = wholePanel(entries), to = wholePanel(output);
        const block = itemsPerBlock(matrix.cols, 2 * nnz(matrix) * heads, device.threads);
        const args = [
          matrix.rows,
          share("rowPtr", { of: matrix.rowPtr }).address,
          share("rowPtr", { of: transposed.rowPtr }).address,
          ...[order.address, Math.max(0, nnz(matrix) - 1), from.address, from.stride],
          ...[heads, to.address, to.stride],
        ];
        const call = { module, fn: "entry_sums", items: matrix.cols, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};
