/**
 * Tile-adaptive SpMM (hetu-gnn, Algorithm 3) on the CPU: dense tiles as small dense products, all other tiles
 * by their entries.
 *
 * @module
 */
import { denseTiles, placedValue, type TiledMatrix, tileMatrix } from "../../graph/tiles.ts";
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, type PlanArrays, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { sourceOffsets } from "./device_csr_wasm.ts";
import { refuseValues } from "./device_values.ts";
import { assertShapes } from "./operand_shapes.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

const TILE_SIZE = 32;
const TILE_AREA = TILE_SIZE * TILE_SIZE;

/** Uploads the dense tiles of each tile-row, as full 32 x 32 matrices in the arena. */
function uploadDense(
  device: WasmDevice,
  arrays: PlanArrays,
  { tiled, dense }: { readonly tiled: TiledMatrix; readonly dense: Uint8Array },
) {
  const { tileRows, tilePtr, tileCol, entryPtr, entryRow, entryCol, values } = tiled;
  const count = dense.reduce((sum, flag) => sum + flag, 0);
  const tiles = arrays.reserve("dense tiles", count * TILE_AREA * 4);
  const densePtr = new Uint32Array(tileRows + 1), denseCol = new Uint32Array(count);
  const packed = new Float32Array(TILE_AREA);
  let next = 0, entries = 0;
  for (let tileRow = 0; tileRow < tileRows; tileRow++) {
    for (let tile = tilePtr[tileRow]; tile < tilePtr[tileRow + 1]; tile++) {
      if (!dense[tile]) continue;
      packed.fill(0);
      for (let e = entryPtr[tile]; e < entryPtr[tile + 1]; e++) {
        packed[entryRow[e] * TILE_SIZE + entryCol[e]] = placedValue(values[e]);
      }
      device.write(tiles, packed, next * TILE_AREA * 4);
      denseCol[next++] = tileCol[tile];
      entries += entryPtr[tile + 1] - entryPtr[tile];
    }
    densePtr[tileRow + 1] = next;
  }
  return {
    count,
    entries,
    tiles: tiles.address,
    densePtr: arrays.upload("dense tiles of a tile-row", densePtr),
    denseCol: arrays.upload("dense tile column", denseCol),
  };
}

/** Uploads the entries of all other tiles, in tile order, in runs that share a row within a tile. */
function uploadSparse(
  arrays: PlanArrays,
  { tiled, dense, entries, stride }: {
    readonly tiled: TiledMatrix;
    readonly dense: Uint8Array;
    readonly entries: number;
    readonly stride: number;
  },
) {
  const { tileRows, tilePtr, tileCol, entryPtr, entryRow, entryCol, values } = tiled;
  const runPtr = new Uint32Array(tileRows + 1);
  const runRow = new Uint32Array(entries), runStart = new Uint32Array(entries + 1);
  const colIdx = new Uint32Array(entries), kept = new Float32Array(entries);
  let runs = 0, next = 0;
  for (let tileRow = 0; tileRow < tileRows; tileRow++) {
    for (let tile = tilePtr[tileRow]; tile < tilePtr[tileRow + 1]; tile++) {
      if (dense[tile]) continue;
      for (let e = entryPtr[tile]; e < entryPtr[tile + 1]; e++) {
        if (e === entryPtr[tile] || entryRow[e] !== entryRow[e - 1]) {
          runRow[runs] = tileRow * TILE_SIZE + entryRow[e];
          runStart[runs++] = next;
        }
        colIdx[next] = tileCol[tile] * TILE_SIZE + entryCol[e];
        kept[next++] = values[e];
      }
    }
    runPtr[tileRow + 1] = runs;
  }
  runStart[runs] = next;
  return {
    runPtr: arrays.upload("runs of a tile-row", runPtr),
    runRow: arrays.upload("run row", runRow.subarray(0, runs)),
    runStart: arrays.upload("run start", runStart.subarray(0, runs + 1)),
    sources: arrays.upload("sparse sources", sourceOffsets(colIdx, stride)),
    values: arrays.upload("sparse values", kept),
  };
}

/** Kernel `block-sparse@wasm`; see `assembly/block_sparse.ts`. */
export const blockSparseWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "block-sparse",
  backend: "wasm",
  origin: { paper: "hetu-gnn", section: "Algorithm 3" },
  mapping:
    "a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix times 32 " +
    "rows of X in register tiles of 4 x 8, a sparse one goes entry by entry (a thread stands for many warps)",
  source: module.digest,
  parameters: {
    threshold: {
      meaning: "percent of a tile's 1,024 places that must hold entries, and more, for it to be dense",
      default: 5,
      range: [0, 100],
    },
  },
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 10 }),
  prepare(device, operands, { threshold }) {
    refuseValues("block-sparse", operands);
    assertShapes(operands);
    const { matrix, x, y } = operands;
    return planOnWasm(device, module, (arrays) => {
      const { address, stride } = wholePanel(y);
      const tiled = tileMatrix(matrix);
      const dense = denseTiles(tiled, threshold / 100);
      const { count, entries, tiles, densePtr, denseCol } = uploadDense(device, arrays, { tiled, dense });
      const sparseEntries = tiled.values.length - entries;
      const sparse = uploadSparse(arrays, { tiled, dense, entries: sparseEntries, stride });
      const multiplyAdds = (count * TILE_AREA + sparseEntries) * y.cols;
      const call = {
        module,
        fn: "block_sparse",
        items: y.cols === 0 ? 0 : tiled.tileRows,
        block: itemsPerBlock(tiled.tileRows, multiplyAdds, device.threads),
        args: [
          ...[matrix.rows, matrix.cols, densePtr, denseCol, tiles],
          ...[sparse.runPtr, sparse.runRow, sparse.runStart, sparse.sources, sparse.values],
          ...[wholePanel(x).address, address, stride],
        ],
      };
      return {
        run: () => device.parallel(call),
        facts: {
          tiles: dense.length,
          dense_tiles: count,
          dense_nnz_share: tiled.values.length === 0 ? 0 : entries / tiled.values.length,
        },
      };
    });
  },
};
