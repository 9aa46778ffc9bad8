/**
 * Row-split SpMM on the CPU with scalar loads: the simplest mapping, the baseline of the other kernels.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { planRows } from "./row_plan_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Kernel `row-split-scalar@wasm`; see `assembly/row_split.ts`. */
export const rowSplitScalarWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "row-split-scalar",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows and computes one entry of the result after the other",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) => planRows(device, operands, { module, fn: "row_split_scalar" }),
};
