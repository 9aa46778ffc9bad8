// ids, values = the entries of each row in the columns that were drawn for the layer.
// FastGCN's sampling of one layer.
// Record: layer.ts; its own words are {layer size, 1 / size, ends, inverse, values of the graph or 0,
// vertices, times}. How often each vertex was drawn is counted in `times`. Scratch of a block of rows or of
// draws: draws.
import { next, start } from "../../assembly/draws.ts";
import {
  BLOCK, drawIn, graphCols, graphPtr, ids, keep, open, OWN, receive, rowPtr, scan, sizes, sums,
  unique, values, word,
} from "../../assembly/layer.ts";
export { scan };

const CLEARED: usize = 65536;

let layerSize: u32, share: f32, ends: usize, inverse: usize, graphValues: usize, vertices: u32, times: usize;

function openImportance(record: usize): void {
  open(record);
  layerSize = word(record, OWN);
  share = load<f32>(record + (OWN << 2), 4);
  ends = word(record, OWN + 2);
  inverse = word(record, OWN + 3);
  graphValues = word(record, OWN + 4);
  vertices = word(record, OWN + 5);
  times = word(record, OWN + 6);
}

/** Clears the counts of the last batch; work items are pieces of 64 KiB. */
export function clear(begin: usize, end: usize, record: usize): void {
  openImportance(record);
  const from = begin * CLEARED, to = min(end * CLEARED, <usize>vertices << 2);
  memory.fill(times + from, 0, to - from);
}

/** Draws vertices; work items are blocks of 256 draws, draw i with the stream of number i. */
export function pick(begin: u32, end: u32, record: usize): void {
  openImportance(record);
  if (load<u64>(ends + (<usize>vertices << 3)) == 0) return;
  for (let block = begin; block < end; block++) {
    drawIn(block);
    for (let i = block * BLOCK, stop = min(i + BLOCK, layerSize); i < stop; i++) {
      start(i);
      const upper = <u64>(next() >> 11);
      const wanted = upper << 32 | <u64>next();
      // The drawn vertex is the last one whose range begins at or before the drawn number; an empty range
      // begins where the next one does.
      let low: u32 = 0, high = vertices;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (load<u64>(ends + (<usize>middle << 3)) <= wanted) low = middle;
        else high = middle;
      }
      atomic.add<u32>(times + (<usize>low << 2), 1);
    }
  }
}

// @ts-ignore: decorator
@inline
function timesOf(entry: usize): u32 {
  return load<u32>(times + (<usize>load<u32>(graphCols + entry) << 2));
}

/** Copies the destinations, and counts the entries of each block in drawn columns. */
export function count(begin: u32, end: u32, record: usize): void {
  openImportance(record);
  const rows = receive(begin);
  for (let block = begin; block < end; block++) {
    let sum: u32 = 0;
    for (let row = block * BLOCK, stop = min(row + BLOCK, rows); row < stop; row++) {
      const at = graphPtr + (<usize>keep(row) << 2);
      for (let e = <usize>load<u32>(at) << 2, last = <usize>load<u32>(at, 4) << 2; e < last; e += 4) {
        sum += <u32>(timesOf(e) != 0);
      }
    }
    store<u32>(sums + (<usize>block << 2), sum);
  }
}

/** Writes the entries in drawn columns, weighted. */
export function restrict(begin: u32, end: u32, record: usize): void {
  openImportance(record);
  const rows = load<u32>(sizes);
  for (let block = begin; block < end; block++) {
    const firstRow = block * BLOCK, stop = min(firstRow + BLOCK, rows);
    if (firstRow >= stop) break;
    let to = <usize>load<u32>(sums + (<usize>block << 2)) << 2;
    for (let row = firstRow; row < stop; row++) {
      const v = load<u32>(unique + (<usize>row << 2)), at = graphPtr + (<usize>v << 2);
      for (let e = <usize>load<u32>(at) << 2, last = <usize>load<u32>(at, 4) << 2; e < last; e += 4) {
        const drawn = timesOf(e);
        if (drawn == 0) continue;
        const u = load<u32>(graphCols + e);
        const weight = <f32>drawn * share * load<f32>(inverse + (<usize>u << 2));
        store<u32>(ids + to, u);
        store<f32>(values + to, graphValues != 0 ? weight * load<f32>(graphValues + e) : weight);
        to += 4;
      }
      store<u32>(rowPtr + (<usize>row << 2), <u32>(to >> 2), 4);
    }
  }
}
