/**
 * Plan of the blocked kernel for form `tn`: threads share parts of the terms, and stripes of the result where
 * there are few parts.
 *
 * @module
 */
import type { Plan } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import type { Multiplication } from "../plans/multiplication_wasm.ts";
import { registerTiles, TILE_ROWS } from "./register_tile.ts";
import { CHUNK, divideTerms } from "./term_division.ts";

/**
 * Plans a product whose A is transposed. The division of the terms depends on the shape alone, and parts are
 * added in order, so that the result has the same bits on any number of threads.
 */
export function planSplitTerms(
  { device, arrays, rows, inner, cols, a, b, c, epilogue }: Multiplication,
): Omit<Plan, "destroy"> {
  const tiles = registerTiles(rows, cols);
  const { parts, partTerms, partBytes, stripes, stripeTiles } = divideTerms({
    tiles,
    tileRows: TILE_ROWS,
    inner,
    stride: c.stride,
  });
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
