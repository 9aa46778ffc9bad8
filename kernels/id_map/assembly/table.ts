// Hash table of all ID maps, in memory that threads share. Imported by other modules, not compiled by itself.
// Work items are blocks of 1024 ids. Every export takes the address of one record of words, as
// `plans/map_wasm.ts` lays it out. The table holds pairs (id + 1, value), 0 for a free slot; probing is
// linear and goes round. Ids are below 2^32 - 1. `counters` holds {ids numbered here, whether the table was
// full, atomics, probes}; n and the kept ids come from `sizes`.

/** Ids of a block. */
export const BLOCK: u32 = 1024;
const CLEARED: usize = 65536;
const GOLDEN: u32 = 0x9e3779b1;
/** Number beyond every local id. */
const NO_ID: u32 = 0xffffffff;

let sizes: usize;
/** Arrays of the record. */
export let ids: usize, unique: usize, local: usize, counters: usize;
let table: usize;
/** First occurrences in each block, then in all blocks before it. */
export let sums: usize;
let slots: u32, shift: u32;
/** Number of kept ids, and of other ids. */
export let kept: u32, n: u32;
let probes: u32 = 0;
/** Atomic operations of one call. */
export let atomics: u32 = 0;

// @ts-ignore: decorator
@inline
function word(record: usize, i: usize): u32 {
  return load<u32>(record + (i << 2));
}

export function open(record: usize): void {
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

export function count(): void {
  if (atomics != 0) atomic.add<u32>(counters + 8, atomics);
  if (probes != 0) atomic.add<u32>(counters + 12, probes);
}

// @ts-ignore: decorator
@inline
export function full(): bool {
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
export function insert(id: u32): usize {
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
export function find(id: u32): usize {
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

/** Last step of both maps: translates every id by a lookup in the table. */
export function translate(begin: u32, end: u32, record: usize): void {
  open(record);
  for (let i = begin * BLOCK, stop = min(end * BLOCK, n); i < stop; i++) {
    const at = find(load<u32>(ids + (<usize>i << 2)));
    store<u32>(local + (<usize>i << 2), at == 0 ? NO_ID : load<u32>(at, 4));
  }
  count();
}
