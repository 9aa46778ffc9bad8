/**
 * Tiled matrix in the arena: dense tiles packed as full matrices, the entries of all others in runs.
 *
 * @module
 */
import { placedValue, type TiledMatrix } from "../../../graph/tiles.ts";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { PlanArrays } from "../../plans/plan_wasm.ts";
import { sourceOffsets } from "../plans/device_csr_wasm.ts";
import { TILE } from "./kernel.ts";

/** Places of a tile. */
export const TILE_AREA: number = TILE * TILE;

/** Tiled matrix with a flag for each tile: whether it is dense. */
export interface FlaggedTiles {
  /** Tiled matrix. */
  readonly tiled: TiledMatrix;
  /** 1 for each dense tile, else 0. */
  readonly dense: Uint8Array;
}

/** Dense tiles in the arena. */
export interface DenseTiles {
  /** Number of dense tiles. */
  readonly count: number;
  /** Entries of the dense tiles. */
  readonly entries: number;
  /** Addresses of the packed tiles, of their offsets by tile-row and of their tile columns. */
  readonly args: Readonly<Record<"tiles" | "densePtr" | "denseCol", number>>;
}

/** Uploads the dense tiles of each tile-row, as full 32 x 32 matrices in the arena. */
export function uploadDense(
  device: WasmDevice,
  arrays: PlanArrays,
  { tiled, dense }: FlaggedTiles,
): DenseTiles {
  const { tileRows, tilePtr, tileCol, entryPtr, entryRow, entryCol, values } = tiled;
  const count = sumOf(dense);
  const tiles = arrays.reserve("dense tiles", count * TILE_AREA * 4);
  const densePtr = new Uint32Array(tileRows + 1), denseCol = new Uint32Array(count);
  const packed = new Float32Array(TILE_AREA);
  let next = 0, entries = 0;
  for (let tileRow = 0; tileRow < tileRows; tileRow++) {
    for (let tile = tilePtr[tileRow]; tile < tilePtr[tileRow + 1]; tile++) {
      if (!dense[tile]) continue;
      packed.fill(0);
      for (let e = entryPtr[tile]; e < entryPtr[tile + 1]; e++) {
        packed[entryRow[e] * TILE + entryCol[e]] = placedValue(values[e]);
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
    args: {
      tiles: tiles.address,
      densePtr: arrays.upload("dense tiles of a tile-row", densePtr),
      denseCol: arrays.upload("dense tile column", denseCol),
    },
  };
}

/** Addresses of the runs by tile-row, of the runs' rows and beginnings, and of the entries. */
export type SparseTiles = Readonly<Record<"runPtr" | "runRow" | "runStart" | "sources" | "values", number>>;

/**
 * Uploads the `entries` entries of all other tiles, in tile order, in runs that share a row within a tile;
 * rows of X are `stride` bytes apart, and `ahead` zeros follow the sources.
 */
export function uploadSparse(
  arrays: PlanArrays,
  { tiled, dense }: FlaggedTiles,
  { entries, stride, ahead = 0 }: {
    readonly entries: number;
    readonly stride: number;
    readonly ahead?: number;
  },
): SparseTiles {
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
          runRow[runs] = tileRow * TILE + entryRow[e];
          runStart[runs++] = next;
        }
        colIdx[next] = tileCol[tile] * TILE + entryCol[e];
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
    sources: arrays.upload("sparse sources", sourceOffsets(colIdx, stride, ahead)),
    values: arrays.upload("sparse values", kept),
  };
}
