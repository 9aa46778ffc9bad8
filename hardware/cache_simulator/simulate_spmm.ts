/**
 * Cache hit rates of a CSR SpMM on a card that need not be present: an estimate of its hardware counters by a
 * set-associative LRU simulation of all address streams.
 *
 * @module
 */
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import { namedExports } from "../../platform/wasm/bindings.ts";
import { cacheSignatures } from "./cache_bindings.ts";
import { type CacheGeometry, type CacheShape, type ScaledGeometry, scaleGeometry } from "./cache_geometry.ts";
import type { KernelModel } from "./kernel_model.ts";
import { plural } from "../../platform/text/plural.ts";

/** A product y = A x with an r x c matrix A in CSR and float32 operands, on a card. */
export interface SpmmSimulation {
  /** r + 1 offsets into `colIdx`. */
  readonly rowPtr: Uint32Array;
  /** Columns of the stored entries. */
  readonly colIdx: Uint32Array;
  /** Columns of x and y. */
  readonly width: number;
  /** Card whose caches are simulated. */
  readonly card: CacheGeometry;
  /** Loads and stores of the kernel. */
  readonly kernelModel: KernelModel;
  /**
   * First panels of a panel-major kernel that are simulated; all when absent. Panels come one after the
   * other, and each begins with none of its columns in the caches; from the second on multiprocessors with
   * heavy rows lag behind, and several panels share the caches.
   */
  readonly panels?: number;
  /** Bytes of x here over bytes of x in the reproduced experiment; by default 1, the card at full size. */
  readonly cacheScale?: number;
}

/** Sector lookups of one level. */
export interface LevelCounts {
  /** Sectors looked up. */
  readonly sectors: number;
  /** Sectors that needed nothing from the next level. */
  readonly hits: number;
  /** `hits / sectors`, from 0 to 1; 0 where nothing was looked up. */
  readonly hitRate: number;
}

/** Counts of a simulation. */
export interface CacheCounts {
  /** Sectors that the warps loaded and stored, each at most once per warp and instruction. */
  readonly accesses: number;
  /**
   * Loads at the L1 caches of all multiprocessors (Nsight Compute: `l1tex__t_sector_hit_rate`, global loads).
   */
  readonly l1: LevelCounts;
  /**
   * Missed loads and all stores at the L2; a store always hits, as it fetches nothing
   * (`lts__t_sector_hit_rate`).
   */
  readonly l2: LevelCounts;
  /** Loads among the L2's lookups. */
  readonly l2Reads: LevelCounts;
  /** Bytes fetched from memory. */
  readonly dramReadBytes: number;
  /** Bytes of dirty sectors written back, including those left at the end. */
  readonly dramWriteBytes: number;
  /** Sum of both directions, for a roofline. */
  readonly dramBytes: number;
  /** Geometry that was simulated. */
  readonly geometry: ScaledGeometry;
}

const PAGE = 65_536;
const ADDRESS_SPACE = 65_536 * PAGE;
/** Bytes that are fetched at a time: a quarter of a line (Nsight Compute documentation). */
const SECTOR = 32;
/** Alignment of the driver's allocations in bytes. */
const ALIGNMENT = 512;
/** Turns between two looks at the event loop, about a tenth of a second. */
const TURNS_A_SLICE = 2 ** 19;

/**
 * Simulates one SpMM launch from cold caches, as a profiler measures it. Row v of A is computed by one warp a
 * panel; blocks of consecutive rows go round the multiprocessors, each of which works on `residentWarps` rows
 * at a time; in a turn each warp of each multiprocessor, in round robin, does one stored entry. A warp's
 * instruction asks for each sector once. L1: sectors, LRU, no place for stores. L2: sectors, LRU, write-back.
 * Sets are chosen by a hash, as in hardware. Deterministic; on one thread. Memory: the CSR arrays once more.
 *
 * @throws {UsageError} for arrays that are no CSR matrix, or sizes that make no sense or pass 256 GiB.
 * @throws {OutOfMemoryError} where the arrays do not fit into wasm32's 4 GiB.
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { PUBLISHED_CARDS, ROW_SPLIT, simulateSpmm } from "gnn-repro/hardware";
 * const source = Uint32Array.from({ length: 1000 }, (_, v) => v), target = source.map((v) => (v + 1) % 1000);
 * const { rowPtr, colIdx } = csrFromEdges({ vertices: 1000, source, target, symmetrise: true });
 * const { l2 } = await simulateSpmm({
 *   rowPtr, colIdx, width: 128,
 *   card: PUBLISHED_CARDS["titan-rtx"], kernelModel: ROW_SPLIT,
 * });
 * if (!(l2.hitRate > 0 && l2.hitRate < 1)) throw new Error("a share of the sectors that L2 was asked for");
 * ```
 */
export async function simulateSpmm(simulation: SpmmSimulation): Promise<CacheCounts> {
  const { rowPtr, colIdx, width, card, kernelModel, cacheScale = 1 } = simulation;
  const geometry = scaleGeometry(card, cacheScale);
  const cols = checkProduct(simulation);
  const { sms, residentWarps, l1, l2 } = geometry;
  const slots = sms * residentWarps;

  const here = new Layout(16);
  const at = {
    counts: here.add(40),
    rowPtr: here.add(rowPtr.byteLength),
    colIdx: here.add(colIdx.byteLength),
    slots: here.add(20 * slots),
    taken: here.add(8 * sms),
    l1: here.add(sms * cacheStateBytes(l1)),
    l2: here.add(cacheStateBytes(l2)),
  };
  const memory = reserve(here.end);
  new Uint32Array(memory.buffer, at.rowPtr, rowPtr.length).set(rowPtr);
  new Uint32Array(memory.buffer, at.colIdx, colIdx.length).set(colIdx);

  const there = new Layout(ALIGNMENT);
  there.add(rowPtr.byteLength);
  const addresses = {
    colIdxAt: there.add(colIdx.byteLength),
    valuesAt: there.add(colIdx.byteLength),
    xAt: there.add(4 * width * cols),
    yAt: there.add(4 * width * (rowPtr.length - 1)),
  };

  const { module } = await loadWasm(new URL("./cache.wasm", import.meta.url));
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  const cache = namedExports(instance, cacheSignatures);
  cache.place({ rowPtr: at.rowPtr, colIdx: at.colIdx, slots: at.slots, taken: at.taken });
  cache.addresses(addresses);
  cache.launch({
    rows: rowPtr.length - 1,
    rowBytes: 4 * width,
    panelBytes: 4 * kernelModel.panelColumns,
    panels: Math.min(simulation.panels ?? Infinity, Math.ceil(width / kernelModel.panelColumns)),
    sms,
    warps: residentWarps,
    blockWarps: kernelModel.blockWarps,
    panelMajor: Number(kernelModel.order === "panel-major"),
    staged: Number(kernelModel.indexLoads === "staged"),
    globalSums: Number(kernelModel.partialSums === "global"),
  });
  cache.caches({ l1: at.l1, l1Sets: l1.sets, l1Ways: l1.ways, l2: at.l2, l2Sets: l2.sets, l2Ways: l2.ways });
  const rounds = Math.max(1, Math.floor(TURNS_A_SLICE / slots));
  while (cache.run({ rounds })) await new Promise((resolve) => setTimeout(resolve));
  cache.finish({ out: at.counts });
  const [loads, l1Hits, stores, dramReads, dramWrites] = new Float64Array(memory.buffer, at.counts, 5);
  const missed = loads - l1Hits;
  return {
    accesses: loads + stores,
    l1: level(loads, l1Hits),
    l2: level(missed + stores, missed + stores - dramReads),
    l2Reads: level(missed, missed - dramReads),
    dramReadBytes: dramReads * SECTOR,
    dramWriteBytes: dramWrites * SECTOR,
    dramBytes: (dramReads + dramWrites) * SECTOR,
    geometry,
  };
}

function level(sectors: number, hits: number): LevelCounts {
  return { sectors, hits, hitRate: sectors === 0 ? 0 : hits / sectors };
}

/** Layout of arrays one behind the other, from 0; each begins at a multiple of an alignment. */
class Layout {
  end = 0;
  constructor(readonly alignment: number) {}
  add(bytes: number): number {
    const begin = this.end;
    this.end = Math.ceil((begin + bytes) / this.alignment) * this.alignment;
    return begin;
  }
}

/**
 * Bytes of a cache's state, like `setBytes` in the module's source: a header, and twelve bytes a way, padded
 * to blocks of sixteen.
 */
function cacheStateBytes({ sets, ways }: CacheShape): number {
  return sets * (16 + 12 * 16 * Math.ceil(ways / 16));
}

function reserve(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (cause) {
    throw new OutOfMemoryError({
      action: "simulate a cache",
      current: `${formatBytes(bytes)} of arrays and cache lines`,
      wanted: `at most ${formatBytes(ADDRESS_SPACE)}, as far as this machine has them`,
      next: "simulate a stand-in with cacheScale",
    }, { cause });
  }
}

/** Checks the arrays and sizes; returns the number of columns in use. */
function checkProduct({ rowPtr, colIdx, width, kernelModel, panels }: SpmmSimulation): number {
  const fail = (current: string, wanted: string): never => {
    throw new UsageError({
      action: "simulate an SpMM",
      current,
      wanted,
      next: "pass a CSR matrix, its feature width and a kernel model",
    });
  };
  const { panelColumns, blockWarps, order } = kernelModel;
  if (panels !== undefined && order !== "panel-major") {
    fail(`${plural(panels, "panel")} of a ${order} kernel`, "a panel-major kernel, or all panels");
  }
  for (const [name, value] of Object.entries({ width, panelColumns, blockWarps, panels: panels ?? 1 })) {
    if (!Number.isInteger(value) || value < 1 || value > 2 ** 20) {
      fail(`${name} ${value}`, "a whole number from 1 to 2^20");
    }
  }
  if (rowPtr.length === 0 || rowPtr[0] !== 0) fail("row offsets that begin elsewhere", "0 as the first");
  for (let row = 1; row < rowPtr.length; row++) {
    if (rowPtr[row] < rowPtr[row - 1]) fail(`row ${row - 1} with a negative length`, "ascending offsets");
  }
  const entries = rowPtr[rowPtr.length - 1];
  if (entries !== colIdx.length) {
    fail(plural(colIdx.length, "entry", "entries"), `${entries}, the last row offset`);
  }
  let cols = 0;
  for (let e = 0; e < entries; e++) if (colIdx[e] >= cols) cols = colIdx[e] + 1;

  // Line numbers have 32 bits.
  const bytes = 4 * width * (cols + rowPtr.length) + 8 * entries + rowPtr.byteLength;
  if (bytes >= 2 ** 38) fail(`${formatBytes(bytes)} of operands`, "less than 256 GiB");
  return cols;
}
