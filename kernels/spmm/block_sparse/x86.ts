/**
 * Tile-adaptive SpMM (hetu-gnn, Algorithm 3) in machine code: dense tiles at the rate of a dense product, all
 * other tiles by their entries.
 *
 * @module
 */
import { denseTiles, tileMatrix } from "../../../graph/tiles.ts";
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { refuseValues } from "../device_values.ts";
import { panelOf } from "../plans/tuned_panel_x86.ts";
import { assertInBounds } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitBlockSparse, TILES_LAYOUT } from "./code_x86.ts";
import { blockSparse, THRESHOLD } from "./kernel.ts";
import { TILE_AREA, uploadDense, uploadSparse } from "./packed_tiles_wasm.ts";
import { RUN_AHEAD } from "./sparse_run_x86.ts";

/** Shapes that stand for all others in the kernel's source. */
const SOURCE_SHAPES = [4, 16, 68, 256].map((columns) => ({ columns }));

/** Kernel `block-sparse@x86`; see `code_x86.ts`. */
export const blockSparseX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", blockSparse, {
  source: emittedSource(SOURCE_SHAPES, emitBlockSparse),
  phases: { "rows of tiles": phaseOfRows(emitBlockSparse) },
  parameters: { threshold: THRESHOLD },
  prepare(device, operands, { threshold }) {
    refuseValues(blockSparse.id, operands);
    assertInBounds(operands);
    const { matrix, x, y } = operands;
    return planInArena(device, (arrays) => {
      const { address, stride } = wholePanel(y);
      const tiled = tileMatrix(matrix), all = tiled.values.length;
      const dense = denseTiles(tiled, threshold / 100);
      const packed = uploadDense(device, arrays, { tiled, dense });
      const entries = all - packed.entries;
      const facts = {
        tiles: dense.length,
        dense_tiles: packed.count,
        dense_nnz_share: all === 0 ? 0 : packed.entries / all,
      };
      if (y.cols === 0 || matrix.rows === 0) return { run: () => {}, facts };
      const multiplyAdds = (packed.count * TILE_AREA + entries) * y.cols;
      const tileRows = {
        items: tiled.tileRows,
        block: itemsPerBlock(tiled.tileRows, multiplyAdds, device.threads),
      };
      const sparse = uploadSparse(arrays, { tiled, dense }, { entries, stride, ahead: RUN_AHEAD });
      const shape = { columns: stride / 4 };
      const code = emittedCode(device, emitBlockSparse, { ...shape, ...panelOf(device, matrix, shape) });
      const { densePtr, denseCol, tiles } = packed.args,
        { runPtr, runRow, runStart, sources, values } = sparse;
      const run = machineCall(device, arrays, { code, layout: TILES_LAYOUT }, tileRows, {
        rowCount: matrix.rows,
        colCount: matrix.cols,
        densePtr: device.pointer(densePtr),
        denseCol: device.pointer(denseCol),
        tiles: device.pointer(tiles),
        runPtr: device.pointer(runPtr),
        runRow: device.pointer(runRow),
        runStart: device.pointer(runStart),
        sources: device.pointer(sources),
        values: device.pointer(values),
        x: device.pointer(wholePanel(x).address),
        y: device.pointer(address),
      });
      return { run, facts };
    });
  },
});
