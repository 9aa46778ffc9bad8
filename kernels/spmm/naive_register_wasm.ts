/**
 * SpMM with the sum in one register: the second baseline of memory-aware aggregation.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { planRows } from "./row_plan_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Kernel `naive-register@wasm`; see `assembly/naive.ts`. */
export const naiveRegisterWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "naive-register",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of rows; four columns of a row share a register and read all its entries, " +
    "so that columns and weights are read once for each four features (a GPU's thread has one)",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) => planRows(device, operands, { module, fn: "naive_register" }),
};
