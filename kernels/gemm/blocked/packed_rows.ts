/**
 * Plan of the blocked kernel for forms `nn` and `nt`: threads share the rows of the result; B is packed anew
 * in each run.
 *
 * @module
 */
import type { Plan } from "../../kernel.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import type { Multiplication } from "../plans/multiplication_wasm.ts";
import { registerTiles } from "./register_tile.ts";

/** Columns of a packed panel, as in `assembly/register_tile.ts`. */
const PANEL_COLS = 8;
/**
 * Tiles that use a panel one after the other: their part of A, 96 rows of at most 1,024, fits a second-level
 * cache.
 */
const BLOCK_TILES = 16;
const BLOCKS_A_THREAD = 8;

/** Plans a product whose A is not transposed. */
export function planPackedRows(
  { device, arrays, form, rows, inner, cols, a, b, c, epilogue }: Multiplication,
): Omit<Plan, "destroy"> {
  const tiles = registerTiles(rows, cols);
  const packed = arrays.reserve("packed B", inner * c.stride);
  const panels = { items: tiles === 0 ? 0 : Math.ceil(cols / PANEL_COLS), block: 1 };
  const into = { inner, b: b.address, stride: c.stride, packed: packed.address };
  const pack = form === "nt"
    ? gemmWasm.call("gemm_pack_transposed", panels, { ...into, cols, bStride: b.stride })
    : gemmWasm.call("gemm_pack", panels, into);
  const even = Math.ceil(tiles / (device.threads * BLOCKS_A_THREAD));
  const block = Math.max(1, Math.min(BLOCK_TILES, even));
  const multiply = gemmWasm.call("gemm_blocked", { items: tiles, block }, {
    rowCount: rows,
    inner,
    a: a.address,
    aStride: a.stride,
    packed: packed.address,
    c: c.address,
    stride: c.stride,
    epilogue,
  });
  return {
    run: () => {
      device.parallel(pack);
      device.parallel(multiply);
    },
    facts: { block, packed_bytes: packed.bytes },
  };
}
