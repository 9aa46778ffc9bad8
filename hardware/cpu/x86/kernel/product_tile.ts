/**
 * Tiles of a dense product `C = A B`: rows by two or four vectors of columns of C stay in registers over all
 * terms.
 *
 * @module
 */
import { type Gpr, mem } from "../assembler/operand.ts";
import type { InstructionSet } from "../instruction_set.ts";
import { type ColumnVector, columnVectors } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import { loop } from "./loop.ts";
import { Panel } from "./panel.ts";
import type { TailMask } from "./tail_mask.ts";

/** Vectors of columns of a tile unless the shape of a product has others. */
const TILE_VECTORS = 2;
/** Rows by vectors of columns: what the registers hold beside those of B and one factor of A. */
const TILE_ROWS: Readonly<Record<InstructionSet, Readonly<Partial<Record<number, number>>>>> = {
  avx2: { 2: 6 },
  avx512: { 2: 14, 4: 6 },
};
/** Terms in the body of a tile's loop. */
const UNROLL = 4;

/** Numbers of vectors of columns that tiles can have, the usual one first. */
export function tileVectors(isa: InstructionSet): readonly number[] {
  return Object.keys(TILE_ROWS[isa]).map(Number);
}

/**
 * Rows of a tile.
 *
 * @throws {RangeError} where there is no tile of so many vectors.
 */
export function tileRows(isa: InstructionSet, vectors: number = TILE_VECTORS): number {
  const rows = TILE_ROWS[isa][vectors];
  if (rows === undefined) throw new RangeError(`no tile of ${vectors} vectors for ${isa}`);
  return rows;
}

/** Columns of a tile. */
export function tileColumns(isa: InstructionSet, vectors: number = TILE_VECTORS): number {
  return vectors * (isa === "avx512" ? 16 : 8);
}

/** Distances in bytes within the operands of a product, and what its tiles do. */
export interface ProductLayout {
  /** Columns of C, padding included: a multiple of 4. */
  readonly columns: number;
  /** Bytes from one row of A to the next. */
  readonly leftRow: number;
  /** Bytes from one term of A to the next. */
  readonly leftTerm: number;
  /** Bytes from one row of B, a term, to the next; in a packed B within a panel. */
  readonly rightTerm: number;
  /** Vectors of columns of a tile; {@linkcode TILE_VECTORS} when absent. */
  readonly vectors?: number;
  /** Bytes from the first column of a tile's width in B to the first column of the next tile's. */
  readonly rightPanel: number;
  /** Whether the product is added to C. */
  readonly adds: boolean;
  /**
   * Rows of a tile, as many as the registers hold, then of tiles for the rows that such tiles leave; the last
   * ones leave none.
   */
  readonly heights: readonly number[];
  /** Emits a change of a tile's sums before they are stored. */
  readonly end?: (sums: Panel) => void;
}

/** Registers of a product; those that a function advances are named there. */
export interface ProductRegisters {
  /** First row of A. */
  readonly left: Gpr;
  /** Bytes from the first term of a row of A to behind the last one. */
  readonly leftTerms: Gpr;
  /** First term of the columns in B. */
  readonly right: Gpr;
  /** First row of C. */
  readonly result: Gpr;
  /** Address behind the last row of C. */
  readonly resultEnd: Gpr;
  /** Address of other numbers, one a column of C. */
  readonly ofColumns?: Gpr;
}

/** Emits one tile; `left` and `right` advance to the end of their terms. */
function tile(
  kernel: KernelBuilder,
  tail: TailMask,
  {
    rows,
    vectors,
    shape: { columns, leftRow, leftTerm, rightTerm, adds, end },
    left,
    leftEnd,
    right,
    result,
  }:
    & { readonly rows: number; readonly vectors: readonly ColumnVector[]; readonly shape: ProductLayout }
    & { readonly leftEnd: Gpr }
    & Pick<ProductRegisters, "left" | "right" | "result">,
): void {
  const rowBytes = 4 * columns;
  using sums = new Panel(kernel, vectors, tail, rows);
  if (!adds) sums.clear();
  for (let row = 0; row < rows && adds; row++) sums.load({ base: result, bytes: row * rowBytes }, row);
  const along = [[right, rightTerm]] as const;
  {
    using terms = new Panel(kernel, vectors, tail);
    const factor = kernel.vector("factor");
    loop(kernel, { name: "term", at: left, end: leftEnd, step: leftTerm, along, unroll: UNROLL }, (u) => {
      terms.load({ base: right, bytes: u * rightTerm });
      for (let row = 0; row < rows; row++) {
        kernel.a.vbroadcastss(factor, mem(left, row * leftRow + u * leftTerm));
        sums.accumulatePanel(row, factor, terms);
      }
    });
    kernel.release(factor);
  }
  end?.(sums);
  for (let row = 0; row < rows; row++) {
    sums.store({ base: result, bytes: row * rowBytes }, { set: row });
  }
}

/** Emits all rows in the columns of one tile. */
function strips(
  kernel: KernelBuilder,
  tail: TailMask,
  { vectors, shape, ...registers }:
    & { readonly vectors: readonly ColumnVector[]; readonly shape: ProductLayout }
    & ProductRegisters,
): void {
  const { a } = kernel, rowBytes = 4 * shape.columns;
  const left = kernel.general("row of A"), result = kernel.general("row of C");
  const tilesEnd = kernel.general("end of tiles"), leftEnd = kernel.general("last term of A");
  const term = kernel.general("term of A"), right = kernel.general("term of B");
  a.mov(left, registers.left);
  a.mov(result, registers.result);
  for (const rows of shape.heights) {
    const along = [[left, rows * shape.leftRow]] as const;
    a.lea(tilesEnd, mem(registers.resultEnd, -(rows - 1) * rowBytes));
    loop(kernel, { name: "tile", at: result, end: tilesEnd, step: rows * rowBytes, along }, () => {
      a.mov(term, left);
      a.mov(right, registers.right);
      a.lea(leftEnd, mem(left, 0, registers.leftTerms));
      tile(kernel, tail, { rows, vectors, shape, left: term, leftEnd, right, result });
    });
  }
  kernel.release(left, result, tilesEnd, leftEnd, term, right);
}

/**
 * Emits a product. `right`, `result`, `resultEnd` and `ofColumns` advance by all columns of full tiles
 * ({@linkcode fullTiles}).
 */
export function multiply(
  kernel: KernelBuilder,
  tail: TailMask,
  shape: ProductLayout,
  registers: ProductRegisters,
): void {
  const { a, isa, lanes } = kernel, { right, result, resultEnd, ofColumns } = registers;
  const width = tileColumns(isa, shape.vectors), full = fullTiles(isa, shape.columns, shape.vectors);
  const rest = shape.columns % width;
  if (full > 0) {
    const vectors = columnVectors(width, lanes, "mask"), end = kernel.general("end of full panels");
    a.movabs(end, BigInt(full * shape.rightPanel));
    a.add(end, right);
    const advancing = ofColumns ? [result, resultEnd, ofColumns] : [result, resultEnd];
    const along = advancing.map((register) => [register, 4 * width] as const);
    loop(kernel, { name: "panel", at: right, end, step: shape.rightPanel, along }, () => {
      strips(kernel, tail, { vectors, shape, ...registers });
    });
    kernel.release(end);
  }
  if (rest > 0) {
    strips(kernel, tail, { vectors: columnVectors(rest, lanes, "mask"), shape, ...registers });
  }
}

/** Number of tiles side by side whose columns are all in C. */
export function fullTiles(isa: InstructionSet, columns: number, vectors?: number): number {
  return Math.floor(columns / tileColumns(isa, vectors));
}
