/**
 * SpMM with the sums in memory: the naive kernel whose accesses equation 3 of fastgl counts.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { planRows } from "./row_plan_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Kernel `naive-rmw@wasm`; see `assembly/naive.ts`. */
export const naiveRmwWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "naive-rmw",
  backend: "wasm",
  origin: { paper: "fastgl", section: "equation 3" },
  mapping: "a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back " +
    "(on a CPU an analogue: the sum then lies in the first cache, where a GPU's lies in global memory)",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) => planRows(device, operands, { module, fn: "naive_rmw" }),
};
