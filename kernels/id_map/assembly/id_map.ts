// unique[local[i]] = ids[i], local ids 0 to m - 1.
// ID maps by a hash table with atomics (fastgl, Algorithm 2, and DGL).
// Work items are blocks of 1024 ids. Every export takes the address of one record of words, as `Record` in
// table_wasm.ts lays it out. The table holds pairs (id + 1, value), 0 for a free slot; probing is linear and
// goes round. Ids are below 2^32 - 1.
// `counters` holds {ids numbered here, whether the table was full, atomics, probes}; n and the kept ids come
// from `sizes`.

const BLOCK: u32 = 1024;
const CLEARED: usize = 65536;
const GOLDEN: u32 = 0x9e3779b1;
/** Number beyond every local id. */
const NO_ID: u32 = 0xffffffff;

let sizes: usize, ids: usize, unique: usize, local: usize, counters: usize, table: usize, sums: usize;
let slots: u32, shift: u32, kept: u32, n: u32;
let probes: u32 = 0, atomics: u32 = 0;

// @ts-ignore: decorator
@inline
function word(record: usize, i: usize): u32 {
  return load<u32>(record + (i << 2));
}

function open(record: usize): void {
  sizes = word(record, 0);
  ids = word(record, 1);
  unique = word(record, 2);
  local = word(record, 3);
  counters = word(record, 4);
  table = word(record, 5);
  sums = word(record, 6);
  slots = word(record, 7);
  shift = word(record, 8);
  kept = load<u32>(sizes);
  n = load<u32>(sizes, 4);
  probes = 0;
  atomics = 0;
}

function count(): void {
  if (atomics != 0) atomic.add<u32>(counters + 8, atomics);
  if (probes != 0) atomic.add<u32>(counters + 12, probes);
}

// @ts-ignore: decorator
@inline
function full(): bool {
  return atomic.load<u32>(counters + 4) != 0;
}

// @ts-ignore: decorator
@inline
function home(id: u32): u32 {
  return shift != 0 ? (id * GOLDEN) >> shift : id % slots;
}

/**
 * Inserts an id and returns its slot, with the lowest bit set where this call took the slot; 0 where the
 * table is full.
 */
// @ts-ignore: decorator
@inline
function insert(id: u32): usize {
  const key = id + 1, end = slots, base = table;
  let slot = home(id);
  for (let tried: u32 = 0; tried < end; tried++) {
    const at = base + (<usize>slot << 3);
    const old = atomic.cmpxchg<u32>(at, 0, key);
    probes++;
    atomics++;
    if (old == 0) return at | 1;
    if (old == key) return at;
    slot = slot + 1 == end ? 0 : slot + 1;
  }
  atomic.store<u32>(counters + 4, 1);
  return 0;
}

/** Slot of an id in the table; 0 where the id is absent. */
// @ts-ignore: decorator
@inline
function find(id: u32): usize {
  const key = id + 1, end = slots, base = table;
  let slot = home(id);
  for (let tried: u32 = 0; tried < end; tried++) {
    const at = base + (<usize>slot << 3), old = load<u32>(at);
    probes++;
    if (old == key) return at;
    if (old == 0) return 0;
    slot = slot + 1 == end ? 0 : slot + 1;
  }
  return 0;
}

/** Empties the table and the counters; work items are pieces of 64 KiB. */
export function clear(begin: usize, end: usize, record: usize): void {
  open(record);
  if (begin == 0) memory.fill(counters, 0, 16);
  const bytes = <usize>slots << 3;
  const from = begin * CLEARED, to = min(end * CLEARED, bytes);
  memory.fill(table + from, 0, to - from);
}

/** Fused-Map: enters the kept ids with their positions as values. */
export function keep(begin: u32, end: u32, record: usize): void {
  open(record);
  for (let i = begin * BLOCK, stop = min(end * BLOCK, kept); i < stop; i++) {
    const at = insert(load<u32>(unique + (<usize>i << 2)));
    if (at == 0) break;
    store<u32>(at & ~1, i, 4);
  }
  count();
}

/** Fused-Map: enters ids; the thread that takes a slot numbers its id. */
export function fused(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let i = begin * BLOCK, stop = min(end * BLOCK, n); i < stop; i++) {
    const id = load<u32>(ids + (<usize>i << 2));
    const at = insert(id);
    if (at == 0) break;
    if ((at & 1) == 0) continue;
    const number = kept + atomic.add<u32>(counters, 1);
    atomics++;
    store<u32>(at ^ 1, number, 4);
    store<u32>(unique + (<usize>number << 2), id);
  }
  count();
}

/**
 * Fused-Map whose counter is advanced once per block: `local` of the block lists the slots taken until they
 * get numbers.
 */
export function fusedGrouped(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let block = begin; block < end; block++) {
    const first = block * BLOCK, stop = min(first + BLOCK, n);
    const taken = local + (<usize>first << 2);
    let wins: u32 = 0;
    for (let i = first; i < stop; i++) {
      const at = insert(load<u32>(ids + (<usize>i << 2)));
      if (at == 0) {
        count();
        return;
      }
      if ((at & 1) == 0) continue;
      store<u32>(taken + (<usize>wins << 2), at ^ 1);
      wins++;
    }
    if (wins == 0) continue;
    const base = kept + atomic.add<u32>(counters, wins);
    atomics++;
    for (let win: u32 = 0; win < wins; win++) {
      const at: usize = load<u32>(taken + (<usize>win << 2));
      store<u32>(at, base + win, 4);
      store<u32>(unique + (<usize>(base + win) << 2), load<u32>(at) - 1);
    }
  }
  count();
}

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

/** Last step of both maps: translates every id by a lookup in the table. */
export function translate(begin: u32, end: u32, record: usize): void {
  open(record);
  for (let i = begin * BLOCK, stop = min(end * BLOCK, n); i < stop; i++) {
    const at = find(load<u32>(ids + (<usize>i << 2)));
    store<u32>(local + (<usize>i << 2), at == 0 ? NO_ID : load<u32>(at, 4));
  }
  count();
}
