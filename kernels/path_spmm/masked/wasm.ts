/**
 * If-else baseline on the CPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { assertShapes } from "../../spmm/operand_shapes.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { pathSpmmWasm } from "../path_spmm_bindings.ts";
import { touchedByMask } from "../touched.ts";
import { activeFlags } from "./active_flags.ts";
import { masked } from "./kernel.ts";

/**
 * Kernel `masked@wasm`; see `assembly.ts`. With wide features, entries are tested once per pass of 32
 * columns.
 */
export const maskedWasm: KernelOn<"wasm", PathSpmmOperandsOf> = kernelOn("wasm", masked, {
  source: pathSpmmWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, pathSpmmWasm, (arrays) => {
      assertShapes(operands);
      const { matrix, path, x, y } = operands;
      const { address, stride } = wholePanel(y);
      const touched = touchedByMask(operands, 1);
      const block = itemsPerBlock(matrix.rows, touched.edge_tests * y.cols, device.threads);
      const items = y.cols === 0 ? 0 : matrix.rows;
      const call = pathSpmmWasm.call("masked", { items, block }, {
        flags: arrays.upload("active", activeFlags(path, matrix.rows)),
        rowPtr: arrays.upload("rowPtr", matrix.rowPtr),
        colIdx: arrays.upload("colIdx", matrix.colIdx),
        values: matrix.values ? arrays.upload("values", matrix.values) : 0,
        x: wholePanel(x).address,
        y: address,
        stride,
      });
      return { run: () => device.parallel(call), facts: { block, ...touched } };
    }),
});
