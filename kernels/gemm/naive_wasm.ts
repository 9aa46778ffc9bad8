/**
 * Dense multiplication on the CPU with scalar loads: the simplest right program.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GemmOperandsOf } from "./gemm.ts";

const module = await loadWasm(new URL("./gemm.wasm", import.meta.url));

/** `naive@wasm`; see `assembly/gemm.ts`. */
export const gemmNaiveWasm: KernelOn<"wasm", GemmOperandsOf> = {
  id: "naive",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows and computes one entry of the result after the other",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 3 }),
  prepare: (device, { a, b, c, rows, inner, cols }) =>
    planOnWasm(device, module, () => {
      const left = wholePanel(a), right = wholePanel(b), result = wholePanel(c);
      const call = {
        ...{ module, fn: "gemm_naive", items: cols === 0 ? 0 : rows },
        block: itemsPerBlock(rows, rows * inner * cols, device.threads),
        args: [
          ...[inner, left.address, left.stride, right.address],
          ...[result.address, result.stride],
        ],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
