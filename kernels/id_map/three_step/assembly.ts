// unique[rank of first place] = id: the three-step map of DGL on the table of assembly/table.ts.
import {
  atomics, BLOCK, count, counters, find, full, ids, insert, kept, n, open, sums, unique,
} from "../assembly/table.ts";

/** Id at a position in the kept ids followed by the others. */
// @ts-ignore: decorator
@inline
function placed(place: u32): u32 {
  return place < kept ? load<u32>(unique + (<usize>place << 2)) : load<u32>(ids + (<usize>(place - kept) << 2));
}

/**
 * Three-step map, step 1: enters every id; values become the complement of the first position, so that 0 is
 * beyond all.
 */
export function enter(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let place = begin * BLOCK, stop = min(end * BLOCK, kept + n); place < stop; place++) {
    const at = insert(placed(place)) & ~1;
    if (at == 0) break;
    const value = ~place;
    for (let old = atomic.load<u32>(at, 4); old < value;) {
      const seen = atomic.cmpxchg<u32>(at, old, value, 4);
      atomics++;
      if (seen == old) break;
      old = seen;
    }
  }
  count();
}

/** Tests whether a position is the first occurrence of its id; returns the slot of that id, or 0. */
// @ts-ignore: decorator
@inline
function firstAt(place: u32): usize {
  const at = find(placed(place));
  return at != 0 && load<u32>(at, 4) == ~place ? at : 0;
}

/** Three-step map, step 2a: counts the first occurrences in each block. */
export function flag(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let block = begin; block < end; block++) {
    let firsts: u32 = 0;
    for (let place = block * BLOCK, stop = min(place + BLOCK, kept + n); place < stop; place++) {
      if (firstAt(place) != 0) firsts++;
    }
    store<u32>(sums + (<usize>block << 2), firsts);
  }
  count();
}

/** Three-step map, step 2b: one thread computes the prefix sum over the blocks. */
export function scan(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  let sum: u32 = 0;
  for (let block: u32 = 0, blocks = (kept + n + BLOCK - 1) / BLOCK; block < blocks; block++) {
    const at = sums + (<usize>block << 2), firsts = load<u32>(at);
    store<u32>(at, sum);
    sum += firsts;
  }
  store<u32>(counters, sum - kept);
}

/**
 * Three-step map, step 2c: numbers the first occurrences in their order. A number is never the complement of
 * a position.
 */
export function assign(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let block = begin; block < end; block++) {
    const first = block * BLOCK, stop = min(first + BLOCK, kept + n);
    if (first >= stop) break;
    let number = load<u32>(sums + (<usize>block << 2));
    for (let place = first; place < stop; place++) {
      const at = firstAt(place);
      if (at == 0) continue;
      store<u32>(at, number, 4);
      store<u32>(unique + (<usize>number << 2), placed(place));
      number++;
    }
  }
  count();
}
