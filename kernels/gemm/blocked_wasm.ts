/**
 * Dense multiplication on the CPU in register tiles over packed panels.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GemmOperandsOf } from "./gemm.ts";

const module = await loadWasm(new URL("./gemm.wasm", import.meta.url));

/** Rows of a register tile and columns of a packed panel, as in `assembly/gemm.ts`. */
const TILE_ROWS = 6;
const PANEL_COLS = 8;
/** Tiles that use a panel one after the other: their part of A, 96 rows of at most 1,024, fits a second cache. */
const BLOCK_TILES = 16;
const BLOCKS_A_THREAD = 8;

/** `blocked@wasm`; see `assembly/gemm.ts`. Goto and van de Geijn (TOMS 2008), without the packing of A. */
export const gemmBlockedWasm: KernelOn<"wasm", GemmOperandsOf> = {
  id: "blocked",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "each run packs B into panels of 8 columns; a thread takes blocks of rows in register tiles of 6 x 8",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, { a, b, c, rows, inner, cols }) =>
    planOnWasm(device, module, (arrays) => {
      const left = wholePanel(a), right = wholePanel(b), result = wholePanel(c);
      const packed = arrays.reserve("packed B", inner * result.stride);
      const tiles = cols === 0 ? 0 : Math.ceil(rows / TILE_ROWS);
      const even = Math.ceil(tiles / (device.threads * BLOCKS_A_THREAD));
      const pack = {
        ...{ module, fn: "gemm_pack", items: tiles === 0 ? 0 : Math.ceil(cols / PANEL_COLS), block: 1 },
        args: [inner, right.address, result.stride, packed.address],
      };
      const multiply = {
        ...{ module, fn: "gemm_blocked", items: tiles, block: Math.max(1, Math.min(BLOCK_TILES, even)) },
        args: [
          ...[rows, inner, left.address, left.stride, packed.address],
          ...[result.address, result.stride],
        ],
      };
      return {
        run: () => {
          device.parallel(pack);
          device.parallel(multiply);
        },
        facts: { block: multiply.block, packed_bytes: packed.bytes },
      };
    }),
};
