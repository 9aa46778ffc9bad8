/**
 * Tile-adaptive SpMM (hetu-gnn, Algorithm 3) on the CPU: dense tiles as small dense products, all other tiles
 * by their entries.
 *
 * @module
 */
import { denseTiles, tileMatrix } from "../../../graph/tiles.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { refuseValues } from "../device_values.ts";
import { assertShapes } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { blockSparse, THRESHOLD } from "./kernel.ts";
import { TILE_AREA, uploadDense, uploadSparse } from "./packed_tiles_wasm.ts";

/** Kernel `block-sparse@wasm`; see `assembly.ts`. */
export const blockSparseWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", blockSparse, {
  source: spmmWasm.digest,
  parameters: { threshold: THRESHOLD },
  prepare(device, operands, { threshold }) {
    refuseValues(blockSparse.id, operands);
    assertShapes(operands);
    const { matrix, x, y } = operands;
    return planOnWasm(device, spmmWasm, (arrays) => {
      const { address, stride } = wholePanel(y);
      const tiled = tileMatrix(matrix), all = tiled.values.length;
      const dense = denseTiles(tiled, threshold / 100);
      const packed = uploadDense(device, arrays, { tiled, dense });
      const entries = all - packed.entries;
      const multiplyAdds = (packed.count * TILE_AREA + entries) * y.cols;
      const tileRows = {
        items: y.cols === 0 ? 0 : tiled.tileRows,
        block: itemsPerBlock(tiled.tileRows, multiplyAdds, device.threads),
      };
      const call = spmmWasm.call("block_sparse", tileRows, {
        rowCount: matrix.rows,
        colCount: matrix.cols,
        ...packed.args,
        ...uploadSparse(arrays, { tiled, dense }, { entries, stride }),
        x: wholePanel(x).address,
        y: address,
        stride,
      });
      return {
        run: () => device.parallel(call),
        facts: {
          tiles: dense.length,
          dense_tiles: packed.count,
          dense_nnz_share: all === 0 ? 0 : packed.entries / all,
        },
      };
    });
  },
});
