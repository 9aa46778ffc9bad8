/**
 * Row-split SpMM on the CPU with scalar loads: the simplest mapping, the baseline of the others.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { rowsPerBlock, uploadCsr } from "./device_csr_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** `row-split-scalar@wasm`; see `assembly/spmm.ts`. */
export const rowSplitScalarWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "row-split-scalar",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows and computes one entry of the result after the other",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: async (device, { matrix, x, y }) => {
    await device.load(module);
    const block = rowsPerBlock(matrix, y.cols, device.threads);
    const csr = uploadCsr(device, matrix);
    const calls = y.panels.map(({ buffer, stride }, panel) => ({
      module,
      fn: "row_split_scalar",
      items: matrix.rows,
      block,
      args: [csr.rowPtr, csr.colIdx, csr.values, x.panels[panel].buffer.address, buffer.address, stride * 4],
    }));
    return {
      run: () => calls.forEach((call) => device.parallel(call)),
      destroy: csr.free,
      facts: { block },
    };
  },
};
