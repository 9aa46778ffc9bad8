/**
 * Dense matrix multiplication on the CPU in register tiles over packed panels.
 *
 * @module
 */
import type { WasmBuffer, WasmDevice } from "../../hardware/cpu/device.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import { isIdentity } from "../epilogue/epilogue.ts";
import { uploadEpilogue } from "../epilogue/wasm.ts";
import type { KernelOn, Plan } from "../kernel.ts";
import { itemsPerBlock, type PlanArrays, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GemmOperands, GemmOperandsOf } from "./gemm.ts";
import { assertGemmOperands } from "./stored_shapes.ts";

const module = await loadWasm(new URL("./gemm.wasm", import.meta.url));

/** Rows of a register tile, columns of a packed panel and terms packed at once, as in `assembly/gemm.ts`. */
const TILE_ROWS = 6;
const PANEL_COLS = 8;
const CHUNK = 128;
/**
 * Tiles that use a panel one after the other: their part of A, 96 rows of at most 1,024, fits a second-level
 * cache.
 */
const BLOCK_TILES = 16;
const BLOCKS_A_THREAD = 8;

/**
 * Work items of a transposed product: more than threads, and few enough that adding their sums stays cheap.
 */
const ITEMS = 64;
/** Fewest terms of a part and fewest tiles of a stripe. */
const PART_TERMS = 8 * CHUNK;
const STRIPE_TILES = 8;
/** Most bytes of all partial sums together. */
const PARTIAL_BYTES = 32 * 2 ** 20;

/** Inputs of the planning of a multiplication. */
interface Multiplication {
  readonly device: WasmDevice;
  readonly arrays: PlanArrays;
  readonly operands: GemmOperands<WasmBuffer>;
  /** Address of the epilogue's parameters, or 0. */
  readonly end: number;
}

/** Plans forms `nn` and `nt`: threads share the rows of the result; B is packed anew in each run. */
function planRows({ device, arrays, operands, end }: Multiplication): Omit<Plan, "destroy"> {
  const { form = "nn", rows, inner, cols } = operands;
  const a = wholePanel(operands.a), b = wholePanel(operands.b), c = wholePanel(operands.c);
  const packed = arrays.reserve("packed B", inner * c.stride);
  const tiles = cols === 0 ? 0 : Math.ceil(rows / TILE_ROWS);
  const even = Math.ceil(tiles / (device.threads * BLOCKS_A_THREAD));
  const panels = { module, items: tiles === 0 ? 0 : Math.ceil(cols / PANEL_COLS), block: 1 };
  const pack = form === "nt"
    ? {
      ...panels,
      fn: "gemm_pack_transposed",
      args: [inner, cols, b.address, b.stride, c.stride, packed.address],
    }
    : { ...panels, fn: "gemm_pack", args: [inner, b.address, c.stride, packed.address] };
  const multiply = {
    module,
    fn: "gemm_blocked",
    items: tiles,
    block: Math.max(1, Math.min(BLOCK_TILES, even)),
    args: [rows, inner, a.address, a.stride, packed.address, c.address, c.stride, end],
  };
  return {
    run: () => {
      device.parallel(pack);
      device.parallel(multiply);
    },
    facts: { block: multiply.block, packed_bytes: packed.bytes },
  };
}

/**
 * Plans form `tn`: threads share parts of the terms, and stripes of the result where there are few parts. The
 * division of the terms depends on the shape alone, and parts are added in order, so that the result has the
 * same bits on any number of threads.
 */
function planTerms({ device, arrays, operands, end }: Multiplication): Omit<Plan, "destroy"> {
  const { rows, inner, cols } = operands;
  const a = wholePanel(operands.a), b = wholePanel(operands.b), c = wholePanel(operands.c);
  const tiles = cols === 0 ? 0 : Math.ceil(rows / TILE_ROWS);
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
  const multiply = {
    module,
    fn: "gemm_transposed",
    items,
    block: 1,
    args: [
      ...[rows, inner, stripes, stripeTiles, partTerms, a.address, a.stride, b.address, c.stride],
      ...[scratch.address, partials.address],
    ],
  };
  const sum = {
    module,
    fn: "gemm_sum",
    items: cols === 0 ? 0 : rows,
    block: itemsPerBlock(rows, rows * cols * (parts + 1), device.threads),
    args: [parts, partBytes, partials.address, c.address, c.stride, end],
  };
  return {
    run: () => {
      device.parallel(multiply);
      device.parallel(sum);
    },
    facts: { parts, stripes, packed_bytes: scratch.bytes, partial_bytes: partials.bytes },
  };
}

/**
 * Kernel `blocked@wasm`; see `assembly/gemm.ts`. The blocking is that of Goto and van de Geijn (TOMS 2008); A
 * is packed only where it is transposed.
 */
export const gemmBlockedWasm: KernelOn<"wasm", GemmOperandsOf> = {
  id: "blocked",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "B is packed into panels of 8 columns; a thread takes blocks of rows in register tiles of 6 x 8, " +
    "or, where A is transposed, parts of the terms, whose sums are added in order",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, (arrays) => {
      assertGemmOperands(operands);
      const { epilogue, form } = operands;
      const end = epilogue && !isIdentity(epilogue) ? uploadEpilogue(arrays, epilogue) : 0;
      const multiplication = { device, arrays, operands, end };
      return form === "tn" ? planTerms(multiplication) : planRows(multiplication);
    }),
};
