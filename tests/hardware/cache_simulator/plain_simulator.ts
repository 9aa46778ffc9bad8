/**
 * The cache simulator once more, slow and plain, to hold the compiled one against: sets are maps in order of
 * use, and the warps' requests are written down as lists of byte ranges.
 *
 * @module
 */
import type { CacheShape, ScaledGeometry } from "../../../hardware/cache_simulator/cache_geometry.ts";
import type { KernelModel } from "../../../hardware/cache_simulator/kernel_model.ts";

/** A request of one warp instruction: bytes [begin, end). */
export interface Request {
  readonly store: boolean;
  readonly begin: number;
  readonly end: number;
}

/** One product. */
export interface PlainProduct {
  readonly rowPtr: Uint32Array;
  readonly colIdx: Uint32Array;
  readonly width: number;
  readonly kernelModel: KernelModel;
}

/** Sectors counted. */
export interface PlainCounts {
  readonly loads: number;
  readonly l1Hits: number;
  readonly stores: number;
  readonly dramReads: number;
  readonly dramWrites: number;
}

interface Line {
  valid: Set<number>;
  dirty: Set<number>;
}

class Cache {
  readonly sets: Map<number, Line>[];
  constructor(readonly shape: CacheShape, readonly evicted: (line: Line) => void) {
    this.sets = Array.from({ length: shape.sets }, () => new Map<number, Line>());
  }

  /** The line, now the most recently used of its set; the set's oldest one goes where there is no room. */
  use(number: number): Line {
    const set = this.sets[Math.floor((Math.imul(number, 0x9e3779b1) >>> 0) * this.shape.sets / 2 ** 32)];
    let line = set.get(number);
    if (line) set.delete(number);
    else {
      line = { valid: new Set(), dirty: new Set() };
      if (set.size === this.shape.ways) {
        const [oldest, content] = set.entries().next().value!;
        set.delete(oldest);
        this.evicted(content);
      }
    }
    set.set(number, line);
    return line;
  }
}

/** Sectors that a request touches, grouped by line. */
export function byLine({ begin, end }: Request): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (let sector = Math.floor(begin / 32); sector * 32 < end; sector++) {
    const line = Math.floor(sector / 4);
    lines.set(line, [...lines.get(line) ?? [], sector]);
  }
  return lines;
}

/** Requests of one warp, turn by turn, for one row in one panel. */
function* unitTurns(product: PlainProduct, row: number, panel: number): Generator<Request[]> {
  const { rowPtr, colIdx, width, kernelModel } = product;
  const place = (...sizes: number[]) => sizes.reduce((at, bytes) => Math.ceil((at + bytes) / 512) * 512, 0);
  const cols = colIdx.reduce((most, col) => Math.max(most, col + 1), 0);
  const sizes = [4 * rowPtr.length, 4 * colIdx.length, 4 * colIdx.length, 4 * width * cols];
  const [ids, values, x, y] = [1, 2, 3, 4].map((count) => place(...sizes.slice(0, count)));
  const load = (begin: number, bytes: number): Request => ({ store: false, begin, end: begin + bytes });
  const column = panel * kernelModel.panelColumns;
  const bytes = 4 * Math.min(kernelModel.panelColumns, width - column);
  const sums = y + 4 * (row * width + column);
  const save: Request = { store: true, begin: sums, end: sums + bytes };

  const start = [load(4 * row, 4), load(4 * row + 4, 4)];
  const entries = [...colIdx.subarray(rowPtr[row], rowPtr[row + 1])];
  if (entries.length === 0) yield [...start, save];
  for (const [i, col] of entries.entries()) {
    const requests = i === 0 ? start : [];
    const e = rowPtr[row] + i;
    const count = kernelModel.indexLoads === "broadcast" ? 1 : Math.min(32, entries.length - i);
    if (kernelModel.indexLoads === "broadcast" || i % 32 === 0) {
      requests.push(load(ids + 4 * e, 4 * count), load(values + 4 * e, 4 * count));
    }
    requests.push(load(x + 4 * (col * width + column), bytes));
    const inMemory = kernelModel.partialSums === "global";
    if (inMemory && i > 0) requests.push(load(sums, bytes));
    if (inMemory || i === entries.length - 1) requests.push(save);
    yield requests;
  }
}

/** All requests in the order in which they are made, with the multiprocessor that makes them. */
export function* requests(
  product: PlainProduct,
  { sms, residentWarps }: { readonly sms: number; readonly residentWarps: number },
): Generator<readonly [sm: number, request: Request]> {
  const { kernelModel } = product;
  const rows = product.rowPtr.length - 1;
  const panels = Math.ceil(product.width / kernelModel.panelColumns);
  const units: [row: number, panel: number][] = [];
  if (kernelModel.order === "panel-major") {
    for (let panel = 0; panel < panels; panel++) {
      for (let row = 0; row < rows; row++) units.push([row, panel]);
    }
  } else {
    for (let row = 0; row < rows; row++) {
      for (let panel = 0; panel < panels; panel++) units.push([row, panel]);
    }
  }
  const queues = Array.from(
    { length: sms },
    (_, sm) => units.filter((_, i) => Math.floor(i / kernelModel.blockWarps) % sms === sm),
  );
  const idle = function* (): Generator<Request[]> {};
  const warps = Array.from({ length: residentWarps * sms }, idle);
  for (let busy = true; busy;) {
    busy = false;
    for (let warp = 0; warp < warps.length; warp++) {
      const sm = warp % sms;
      let turn = warps[warp].next();
      if (turn.done) {
        const unit = queues[sm].shift();
        if (!unit) continue;
        warps[warp] = unitTurns(product, ...unit);
        turn = warps[warp].next();
      }
      busy = true;
      for (const request of turn.value!) yield [sm, request];
    }
  }
}

/** Simulates a product. */
export function simulatePlainly(product: PlainProduct, geometry: ScaledGeometry): PlainCounts {
  const count = { loads: 0, l1Hits: 0, stores: 0, dramReads: 0, dramWrites: 0 };
  const l1 = Array.from({ length: geometry.sms }, () => new Cache(geometry.l1, () => {}));
  const l2 = new Cache(geometry.l2, ({ dirty }) => count.dramWrites += dirty.size);
  for (const [sm, request] of requests(product, geometry)) {
    for (const [number, sectors] of byLine(request)) {
      if (request.store) {
        count.stores += sectors.length;
        const line = l2.use(number);
        for (const sector of sectors) {
          line.valid.add(sector);
          line.dirty.add(sector);
        }
        continue;
      }
      count.loads += sectors.length;
      const near = l1[sm].use(number);
      const missing = sectors.filter((sector) => !near.valid.has(sector));
      count.l1Hits += sectors.length - missing.length;
      if (missing.length === 0) continue;
      const far = l2.use(number);
      for (const sector of missing) {
        if (!far.valid.has(sector)) count.dramReads++;
        near.valid.add(sector);
        far.valid.add(sector);
      }
    }
  }
  for (const set of l2.sets) for (const { dirty } of set.values()) count.dramWrites += dirty.size;
  return count;
}
