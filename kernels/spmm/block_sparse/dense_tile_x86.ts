/**
 * Machine code of a dense tile times its rows of X: as a dense product, or by its entries alone.
 *
 * @module
 */
import { low, mem, vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import {
  multiply,
  type ProductRegisters,
  tileColumns,
  tileRows,
} from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import type { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { TILE } from "./kernel.ts";

/**
 * Adds the product of a tile, `left`, and its rows of X, `right`, to rows of Y, `result`; `right` advances.
 */
export function addDenseTile(
  kernel: KernelBuilder,
  tail: TailMask,
  columns: number,
  product: ProductRegisters,
): void {
  const { a, isa } = kernel, height = tileRows(isa), advanced = [product.result, product.resultEnd];
  for (const register of advanced) a.push(register);
  multiply(kernel, tail, {
    columns,
    leftRow: 4 * TILE,
    leftTerm: 4,
    rightTerm: 4 * columns,
    rightPanel: 4 * tileColumns(isa),
    adds: true,
    // The last tile-row may have any number of rows.
    heights: [height, TILE % height, 1],
  }, product);
  for (const register of advanced.toReversed()) a.pop(register);
}

/** Adds the same product from the entries alone: places whose bits are 0 store none. `left` advances. */
export function addTileEntries(
  kernel: KernelBuilder,
  columns: number,
  { left, leftTerms, right, result, resultEnd }: ProductRegisters,
): void {
  const { a } = kernel, rowBytes = 4 * columns;
  const row = kernel.general("row of Y"), at = kernel.general("place of the tile");
  const end = kernel.general("end of the tile's row"), source = kernel.general("row of X");
  const y = kernel.general("columns of Y"), x = kernel.general("columns of X");
  const last = kernel.general("end of the row of Y");
  const [value, term] = ["value", "product"].map((name) => vec(128, kernel.vector(name).n));
  a.mov(row, result);
  loop(
    kernel,
    { name: "entry_row", at: row, end: resultEnd, step: rowBytes, along: [[left, 4 * TILE]] },
    () => {
      a.mov(at, left);
      a.lea(end, mem(left, 0, leftTerms));
      a.mov(source, right);
      loop(kernel, { name: "place", at, end, step: 4, along: [[source, rowBytes]] }, () => {
        const skip = a.label("no_entry");
        a.mov(low(last), mem(at));
        a.test(low(last), low(last));
        a.je(skip);
        a.vbroadcastss(value, mem(at));
        a.mov(x, source);
        a.mov(y, row);
        a.lea(last, mem(row, rowBytes));
        loop(kernel, { name: "quad", at: y, end: last, step: 16, along: [[x, 16]] }, () => {
          a.vmulps(term, value, mem(x));
          a.vaddps(term, term, mem(y));
          a.vmovups(mem(y), term);
        });
        a.bind(skip);
      });
    },
  );
  kernel.release(row, at, end, source, y, x, last);
  for (const { n } of [value, term]) kernel.release(vec(kernel.bits, n));
}
