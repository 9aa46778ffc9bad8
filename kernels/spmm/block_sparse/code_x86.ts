/**
 * Machine code of block-sparse SpMM: dense tiles as dense products, the entries of all others in runs.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { type ArgumentNames, emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { clearMemory, testFinite } from "../../../hardware/cpu/x86/kernel/memory_range.ts";
import type { ProductRegisters } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { addDenseTile, addTileEntries } from "./dense_tile_x86.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { TILE } from "./kernel.ts";
import { addRun } from "./sparse_run_x86.ts";

/** Sizes of the matrix, and addresses of its tiles, of X and of Y. */
export const TILES_LAYOUT = new ArgumentLayout({
  rowCount: "u64",
  colCount: "u64",
  densePtr: "u64",
  denseCol: "u64",
  tiles: "u64",
  runPtr: "u64",
  runRow: "u64",
  runStart: "u64",
  sources: "u64",
  values: "u64",
  x: "u64",
  y: "u64",
});

/** Names of the arguments. */
type TileArgument = ArgumentNames<typeof TILES_LAYOUT.types, "u64">;

/**
 * Emits the kernel for rows of `columns` floats; work items are tile-rows. A zero of a dense tile is not an
 * entry and must not be multiplied by a feature that is not finite: dense tiles whose sums are not finite are
 * summed once more, by their entries.
 */
export function emitBlockSparse(
  isa: InstructionSet,
  { columns, panel }: Pick<CsrShape, "columns" | "panel">,
): MachineCode {
  const rowBytes = 4 * columns;
  return emitKernel(isa, TILES_LAYOUT, (kernel) => {
    const { a, begin: tileRow, end } = kernel;
    const all = columnVectors(columns, kernel.lanes, "mask"), tail = new TailMask(kernel, all);
    const out = kernel.general("row of Y"), outEnd = kernel.general("end of rows of Y");
    const load = (name: TileArgument, index: typeof out, ahead = 0) => {
      const base = kernel.argument(name), word = kernel.general(`${name} of the item`);
      a.mov(low(word), mem(base, 4 * ahead, times(index, 4)));
      kernel.release(base);
      return word;
    };
    /** Loads an address and adds `index * bytes`. */
    const placed = (name: TileArgument, index: typeof out, bytes: number) => {
      const base = kernel.argument(name), place = kernel.general(`${name} of the item`);
      a.mov(place, index);
      kernel.multiply(place, bytes);
      a.add(place, base);
      kernel.release(base);
      return place;
    };
    const denseTiles = (add: (product: ProductRegisters) => void) => {
      const t = load("densePtr", tileRow), last = load("densePtr", tileRow, 1);
      loop(kernel, { name: "dense_tile", at: t, end: last, step: 1 }, () => {
        const column = load("denseCol", t), left = placed("tiles", t, 4 * TILE * TILE);
        const right = placed("x", column, TILE * rowBytes), depth = kernel.argument("colCount");
        const most = kernel.general("most columns");
        kernel.multiply(column, TILE);
        a.sub(depth, column);
        a.mov(most, TILE);
        a.cmp(depth, most);
        a.cmovg(depth, most);
        a.shl(depth, 2);
        kernel.release(column, most);
        const product = { left, leftTerms: depth, right, result: out, resultEnd: outEnd };
        kernel.onStack([tileRow, end, t, last], () => add(product));
        kernel.release(left, right, depth);
      });
      kernel.release(t, last);
    };
    /** Finds the rows of Y, of which the last tile-row has fewer. */
    const place = () => {
      const rows = kernel.argument("rowCount"), first = kernel.general("first row");
      const y = kernel.argument("y");
      a.mov(first, tileRow);
      kernel.multiply(first, TILE);
      a.lea(outEnd, mem(first, TILE));
      a.cmp(outEnd, rows);
      a.cmovg(outEnd, rows);
      for (const [to, row] of [[out, first], [outEnd, outEnd]]) {
        a.mov(to, row);
        kernel.multiply(to, rowBytes);
        a.add(to, y);
      }
      kernel.release(rows, first, y);
    };
    loop(kernel, { name: "tile_row", at: tileRow, end, step: 1 }, () => {
      const finite = a.label("finite_sums");
      place();
      clearMemory(kernel, out, outEnd);
      const firstTile = load("densePtr", tileRow), lastTile = load("densePtr", tileRow, 1);
      a.cmp(firstTile, lastTile);
      kernel.release(firstTile, lastTile);
      a.je(finite);
      denseTiles((product) => addDenseTile(kernel, tail, columns, product));
      testFinite(kernel, out, outEnd);
      a.jnp(finite);
      clearMemory(kernel, out, outEnd);
      denseTiles((product) => addTileEntries(kernel, columns, product));
      a.bind(finite);
      const run = load("runPtr", tileRow), lastRun = load("runPtr", tileRow, 1);
      loop(kernel, { name: "run", at: run, end: lastRun, step: 1 }, () => {
        const row = load("runRow", run), y = placed("y", row, rowBytes);
        kernel.release(row);
        const entry = load("runStart", run), last = load("runStart", run, 1);
        const sources = kernel.argument("sources"), values = kernel.argument("values");
        a.sub(values, sources);
        for (const place of [entry, last]) a.lea(place, mem(sources, 0, times(place, 4)));
        kernel.release(sources);
        const x = kernel.argument("x");
        addRun(kernel, tail, all, { first: entry, last, values, x, y }, panel);
        kernel.release(y, entry, last, values, x);
      });
      kernel.release(run, lastRun);
    });
  });
}
