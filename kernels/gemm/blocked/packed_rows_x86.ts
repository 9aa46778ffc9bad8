/**
 * Plan of the blocked kernel in machine code for forms `nn` and `nt`: threads share the rows of the result; B
 * is packed anew in each run.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { tileRows } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import type { Plan } from "../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../plans/plan_wasm.ts";
import { machineCall, planOfRows, prepareCall } from "../../plans/plan_x86.ts";
import { type RowCall, rowCall } from "../../plans/row_work.ts";
import { endRows, type MultiplicationX86 } from "../plans/multiplication_x86.ts";
import { BLOCKED_LAYOUT, emitBlocked } from "./code_x86.ts";
import {
  emitPack,
  emitPackTransposed,
  PACK_LAYOUT,
  PACK_TRANSPOSED_LAYOUT,
  type PackShape,
  panelCount,
  panelTerm,
} from "./pack_x86.ts";

/** Terms of a panel that are used at once. */
const DEPTH = 1024;
/** Bytes of A whose tiles use a panel one after the other: they fit a second-level cache beside it. */
const BLOCK_BYTES = 256 * 1024;
const BLOCKS_A_THREAD = 8;

/** Plans a product whose A is not transposed, with tiles of so many vectors of columns; two when absent. */
export function planPackedRowsX86(
  multiplication: MultiplicationX86,
  vectors?: number,
): Omit<Plan, "destroy"> {
  const { device, arrays, rows, inner, cols, a, c, ending } = multiplication;
  const { isa } = device, height = tileRows(isa, vectors), columns = c.stride / 4;
  const tile = vectors === undefined ? {} : { vectors };
  const tiles = cols === 0 ? 0 : Math.ceil(rows / height);
  // Tiles are counted by the panels that they read, so that panels without terms have a length, too.
  const panel = Math.max(1, inner) * panelTerm(isa, vectors);
  const packed = arrays.reserve("packed B", panelCount(isa, columns, vectors) * panel);
  const pack = packing(multiplication, { ...tile, panel, packed: device.pointer(packed.address) });
  const even = Math.ceil(tiles / (device.threads * BLOCKS_A_THREAD));
  const cached = Math.floor(BLOCK_BYTES / (height * 4 * Math.max(1, Math.min(inner, DEPTH))));
  const block = Math.max(1, Math.min(cached, even));
  const calls: RowCall[] = [];
  const codes = new Set<MachineCode>();
  // What draws random numbers is a pass of its own; other epilogues end the sums before they are stored.
  const inTiles = ending?.dropout ? undefined : ending, bias = inTiles?.bias;
  // A product without terms writes zeros.
  for (let first = 0; (first === 0 || first < inner) && tiles > 0; first += DEPTH) {
    const last = first + DEPTH >= inner;
    const code = emittedCode(device, emitBlocked, {
      columns,
      row: a.stride,
      panel,
      adds: first > 0,
      biased: last && bias !== undefined,
      activated: last && inTiles !== undefined && inTiles.negativeSlope !== 1,
      ...tile,
    });
    codes.add(code);
    const call = prepareCall(device, arrays, { code, layout: BLOCKED_LAYOUT }, { items: tiles, block }, {
      a: device.pointer(a.address + 4 * first),
      packed: device.pointer(packed.address + first * panelTerm(isa, vectors)),
      c: device.pointer(c.address),
      rows,
      terms: 4 * Math.min(DEPTH, inner - first),
      bias: bias ? device.pointer(wholePanel(bias).address) : 0n,
      slope: inTiles?.negativeSlope ?? 1,
    });
    calls.push(rowCall(call, height, 1));
  }
  const end = inTiles ? undefined : endRows(multiplication);
  // Where B is A, a row of the result needs all of it.
  const reads = a.address === multiplication.b.address ? [] : [a.address];
  const work = { rows, reads, before: pack, calls: [...calls, ...end?.rowWork?.calls ?? []] };
  const codeBytes = sumOf(codes, ({ bytes }) => bytes.length);
  return {
    ...planOfRows(device, work),
    facts: { block, packed_bytes: packed.bytes, code_bytes: codeBytes },
  };
}

/** Prepares the packing of B. */
function packing(
  { device, arrays, form, rows, inner, cols, b, c }: MultiplicationX86,
  { packed, ...panels }: Pick<PackShape, "panel" | "vectors"> & { readonly packed: bigint },
): () => void {
  if (rows === 0 || inner === 0 || cols === 0) return () => {};
  const { threads } = device, columns = c.stride / 4;
  const shape = { columns, row: b.stride, ...panels }, into = { b: device.pointer(b.address), packed };
  const items = form === "nt" ? columns : inner;
  const call = { items, block: itemsPerBlock(items, inner * columns, threads) };
  if (form !== "nt") {
    return machineCall(
      device,
      arrays,
      { code: emittedCode(device, emitPack, shape), layout: PACK_LAYOUT },
      call,
      into,
    );
  }
  const code = emittedCode(device, emitPackTransposed, { ...shape, cols });
  return machineCall(device, arrays, { code, layout: PACK_TRANSPOSED_LAYOUT }, call, {
    ...into,
    terms: inner,
  });
}
