/**
 * Plan of the blocked kernel for form `tn`: threads share parts of the terms, and stripes of the result where
 * there are few parts.
 *
 * @module
 */
import type { Plan } from "../../kernel.ts";
import { itemsPerBlock } from "../../plan_wasm.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import type { Multiplication } from "../plans/multiplication_wasm.ts";
import { registerTiles, TILE_ROWS } from "./register_tile.ts";

/** Terms packed at once, as in `assembly/gemm.ts`. */
const CHUNK = 128;
/** Work items of a product: more than threads, and few enough that adding their sums stays cheap. */
const ITEMS = 64;
/** Fewest terms of a part and fewest tiles of a stripe. */
const PART_TERMS = 8 * CHUNK;
const STRIPE_TILES = 8;
/** Most bytes of all partial sums together. */
const PARTIAL_BYTES = 32 * 2 ** 20;

/**
 * Plans a product whose A is transposed. The division of the terms depends on the shape alone, and parts are
 * added in order, so that the result has the same bits on any number of threads.
 */
export function planSplitTerms(
  { device, arrays, rows, inner, cols, a, b, c, epilogue }: Multiplication,
): Omit<Plan, "destroy"> {
  const tiles = registerTiles(rows, cols);
  const partBytes = tiles * TILE_ROWS * c.stride;
  const most = Math.max(1, Math.min(ITEMS, Math.floor(PARTIAL_BYTES / Math.max(1, partBytes))));
  const wanted = Math.max(1, Math.min(most, Math.ceil(inner / PART_TERMS)));
  const partTerms = Math.max(1, Math.ceil(inner / wanted / CHUNK)) * CHUNK;
  const parts = Math.ceil(inner / partTerms);
  const stripeTiles = Math.max(STRIPE_TILES, Math.ceil(tiles * Math.max(1, parts) / ITEMS));
  const stripes = Math.ceil(tiles / stripeTiles);
  const items = parts * stripes;
  const scratch = arrays.reserve("packed A and B", items * CHUNK * (4 * TILE_ROWS + c.stride));
  const partials = arrays.reserve("partial sums", parts * partBytes);
  const multiply = gemmWasm.call("gemm_transposed", { items, block: 1 }, {
    rowCount: rows,
    inner,
    stripes,
    stripeTiles,
    partTerms,
    a: a.address,
    aStride: a.stride,
    b: b.address,
    stride: c.stride,
    scratch: scratch.address,
    partials: partials.address,
  });
  const block = itemsPerBlock(rows, rows * cols * (parts + 1), device.threads);
  const sum = gemmWasm.call("gemm_sum", { items: cols === 0 ? 0 : rows, block }, {
    parts,
    partBytes,
    partials: partials.address,
    c: c.address,
    stride: c.stride,
    epilogue,
  });
  return {
    run: () => {
      device.parallel(multiply);
      device.parallel(sum);
    },
    facts: { parts, stripes, packed_bytes: scratch.bytes, partial_bytes: partials.bytes },
  };
}
