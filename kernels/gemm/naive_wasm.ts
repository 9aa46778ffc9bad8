/**
 * Dense matrix multiplication on the CPU with scalar loads: the simplest correct kernel.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import { isIdentity } from "../epilogue/epilogue.ts";
import { uploadEpilogue } from "../epilogue/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GemmOperandsOf } from "./gemm.ts";
import { assertGemmOperands } from "./stored_shapes.ts";

const module = await loadWasm(new URL("./gemm.wasm", import.meta.url));

/** Kernel `naive@wasm`; see `assembly/gemm.ts`. */
export const gemmNaiveWasm: KernelOn<"wasm", GemmOperandsOf> = {
  id: "naive",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows and computes one entry of the result after the other",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 3 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, (arrays) => {
      assertGemmOperands(operands);
      const { form = "nn", epilogue, rows, inner, cols } = operands;
      const a = wholePanel(operands.a), b = wholePanel(operands.b), c = wholePanel(operands.c);
      const end = epilogue && !isIdentity(epilogue) ? uploadEpilogue(arrays, epilogue) : 0;
      const call = {
        module,
        fn: "gemm_naive",
        items: cols === 0 ? 0 : rows,
        block: itemsPerBlock(rows, rows * inner * cols, device.threads),
        args: [
          ...[inner, cols, a.address, ...(form === "tn" ? [4, a.stride] : [a.stride, 4])],
          ...[b.address, ...(form === "nt" ? [4, b.stride] : [b.stride, 4])],
          ...[c.address, c.stride, end],
        ],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
