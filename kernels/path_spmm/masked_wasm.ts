/**
 * If-else baseline on the CPU: the whole graph's product, with a test of every row and entry.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { assertShapes } from "../spmm/operand_shapes.ts";
import { activeFlags, type PathSpmmOperandsOf, touchedByMask } from "./path_spmm.ts";

const module = await loadWasm(new URL("./path_spmm.wasm", import.meta.url));

/**
 * Kernel `masked@wasm`; see `assembly/path_spmm.ts`. With wide features, entries are tested once per pass of
 * 32 columns.
 */
export const maskedWasm: KernelOn<"wasm", PathSpmmOperandsOf> = {
  id: "masked",
  backend: "wasm",
  origin: { paper: "eppgcn", section: "Figure 7" },
  mapping: "a thread takes blocks of all rows, tests each row, and each entry of a row that passes",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, (arrays) => {
      assertShapes(operands);
      const { matrix, path, x, y } = operands;
      const { address, stride } = wholePanel(y);
      const touched = touchedByMask(operands, 1);
      const values = matrix.values ? arrays.upload("values", matrix.values) : 0;
      const block = itemsPerBlock(matrix.rows, touched.edge_tests * y.cols, device.threads);
      const call = {
        module,
        fn: "masked",
        items: y.cols === 0 ? 0 : matrix.rows,
        block,
        args: [
          arrays.upload("active", activeFlags(path, matrix.rows)),
          arrays.upload("rowPtr", matrix.rowPtr),
          arrays.upload("colIdx", matrix.colIdx),
          ...[values, wholePanel(x).address, address, stride],
        ],
      };
      return { run: () => device.parallel(call), facts: { block, ...touched } };
    }),
};
