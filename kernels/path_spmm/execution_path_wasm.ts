/**
 * Product on an execution path on the CPU.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { assertShapes } from "../spmm/operand_shapes.ts";
import { type PathSpmmOperandsOf, touchedByPath } from "./path_spmm.ts";

const module = await loadWasm(new URL("./path_spmm.wasm", import.meta.url));

/** Kernel `execution-path@wasm`; see `assembly/path_spmm.ts`. */
export const executionPathWasm: KernelOn<"wasm", PathSpmmOperandsOf> = {
  id: "execution-path",
  backend: "wasm",
  origin: { paper: "eppgcn", section: "Algorithm 2" },
  mapping:
    "a thread takes blocks of the path's rows; it gathers the rows of X that are not zero and writes those of Y",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, (arrays) => {
      assertShapes(operands);
      const { path, x, y } = operands;
      const { sources, targets, matrix } = path;
      const { address, stride } = wholePanel(y);
      const values = matrix.values ? arrays.upload("values", matrix.values) : 0;
      const block = itemsPerBlock(matrix.rows, nnz(matrix) * y.cols, device.threads);
      const call = {
        module,
        fn: "execution_path",
        items: y.cols === 0 ? 0 : matrix.rows,
        block,
        args: [
          arrays.upload("targets", targets),
          arrays.upload("rowPtr", matrix.rowPtr),
          arrays.upload("sources", matrix.colIdx.map((col) => sources[col] * stride)),
          ...[values, wholePanel(x).address, address, stride],
        ],
      };
      return { run: () => device.parallel(call), facts: { block, ...touchedByPath(operands) } };
    }),
};
