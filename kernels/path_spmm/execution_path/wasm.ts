/**
 * Product on an execution path on the CPU.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { entrySources } from "../../../graph/execution_paths.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { assertShapes } from "../../spmm/operand_shapes.ts";
import { sourceOffsets } from "../../spmm/plans/device_csr_wasm.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { pathSpmmWasm } from "../path_spmm_bindings.ts";
import { touchedByPath } from "../touched.ts";
import { executionPath } from "./kernel.ts";

/** Kernel `execution-path@wasm`; see `assembly.ts`. */
export const executionPathWasm: KernelOn<"wasm", PathSpmmOperandsOf> = kernelOn("wasm", executionPath, {
  source: pathSpmmWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, pathSpmmWasm, (arrays) => {
      assertShapes(operands);
      const { path, x, y } = operands, { targets, matrix } = path;
      const { address, stride } = wholePanel(y);
      const block = itemsPerBlock(matrix.rows, nnz(matrix) * y.cols, device.threads);
      const items = y.cols === 0 ? 0 : matrix.rows;
      const call = pathSpmmWasm.call("execution_path", { items, block }, {
        targets: arrays.upload("targets", targets),
        rowPtr: arrays.upload("rowPtr", matrix.rowPtr),
        sources: arrays.upload("sources", sourceOffsets(entrySources(path), stride)),
        values: matrix.values ? arrays.upload("values", matrix.values) : 0,
        x: wholePanel(x).address,
        y: address,
        stride,
      });
      return { run: () => device.parallel(call), facts: { block, ...touchedByPath(operands) } };
    }),
});
