// Two levels of sectored, set-associative LRU caches under the address streams of a CSR SpMM: one L1 a multiprocessor, one
// L2 for all. The caller lays out the memory; `run` makes some turns, and between two calls all state is kept.
//
// A cache is an array of sets. A set is 16 bytes, of which four hold its most recently used way, and four arrays of its
// ways: tags (line numbers, 4 bytes), states (4: valid sectors in bits 0 to 3, dirty ones in bits 4 to 7), and two of
// links (2 each), to the ways used next more and next less recently. The links close a ring: the neighbour of the newest
// is the oldest, so that a miss takes no search. Tags are padded to whole blocks with tags that never match.

const LINE_SHIFT: u64 = 7;
const SECTOR_SHIFT: u64 = 5;
const SLOT_BYTES: usize = 20;
/** Tags are compared sixteen at a time. */
const BLOCK: usize = 64;
const HEADER: usize = 16;
/** Indices that a warp loads at once. */
const WARP: u32 = 32;

let rowPtr: usize, colIdx: usize, slots: usize, taken: usize;
let rows: u32, units: u64, panels: u32, sms: u32, warps: u32, blockWarps: u32;
let rowBytes: u64, panelBytes: u64;
let panelMajor: bool, staged: bool, globalSums: bool;
let colIdxAt: u64, valuesAt: u64, xAt: u64, yAt: u64;

let l1: usize, l1Sets: u64, l1TagBytes: usize, l1Bytes: usize;
let l2: usize, l2Sets: u64, l2TagBytes: usize;

let loadSectors: u64, l1Hits: u64, storeSectors: u64, dramReads: u64, dramWrites: u64;

/** Where things lie in this memory. `slots` holds 20 bytes a resident warp, `taken` 8 bytes a multiprocessor, both zero. */
export function place(rowPtr_: usize, colIdx_: usize, slots_: usize, taken_: usize): void {
  rowPtr = rowPtr_;
  colIdx = colIdx_;
  slots = slots_;
  taken = taken_;
}

/** Where things lie in the simulated card's memory, in bytes; rowPtr lies at 0. */
export function addresses(colIdxAt_: f64, valuesAt_: f64, xAt_: f64, yAt_: f64): void {
  colIdxAt = <u64>colIdxAt_;
  valuesAt = <u64>valuesAt_;
  xAt = <u64>xAt_;
  yAt = <u64>yAt_;
}

/** The launch: a warp takes one unit, a row in one panel of feature columns. */
export function launch(
  rows_: u32, rowBytes_: u32, panelBytes_: u32, panels_: u32, sms_: u32, warps_: u32, blockWarps_: u32,
  panelMajor_: u32, staged_: u32, globalSums_: u32,
): void {
  rows = rows_;
  rowBytes = rowBytes_;
  panelBytes = panelBytes_;
  panels = panels_;
  units = <u64>rows_ * panels;
  sms = sms_;
  warps = warps_;
  blockWarps = blockWarps_;
  panelMajor = panelMajor_ != 0;
  staged = staged_ != 0;
  globalSums = globalSums_ != 0;
}

/** Empties both levels: `sms` L1 caches one behind the other at `l1_`, the L2 at `l2_`; `setBytes(ways)` bytes a set. */
export function caches(l1_: usize, l1Sets_: u32, l1Ways: u32, l2_: usize, l2Sets_: u32, l2Ways: u32): void {
  l1 = l1_;
  l1Sets = l1Sets_;
  l1TagBytes = tagBytes(l1Ways);
  l1Bytes = l1Sets_ * setBytes(l1Ways);
  l2 = l2_;
  l2Sets = l2Sets_;
  l2TagBytes = tagBytes(l2Ways);
  for (let sm: u32 = 0; sm < sms; sm++) empty(l1_ + sm * l1Bytes, l1Sets_, l1Ways);
  empty(l2_, l2Sets_, l2Ways);
}

function tagBytes(ways: u32): usize {
  return <usize>((ways + 15) & ~15) << 2;
}

/** Bytes of one set. */
function setBytes(ways: u32): usize {
  return HEADER + 3 * tagBytes(ways);
}

function empty(cache: usize, sets: u32, ways: u32): void {
  const tags = tagBytes(ways);
  for (let set: u32 = 0; set < sets; set++, cache += setBytes(ways)) {
    memory.fill(cache, 0, setBytes(ways));
    memory.fill(cache + HEADER, 0xff, tags);
    const links = cache + HEADER + 2 * tags;
    for (let way: u32 = 0; way < ways; way++) {
      store<u16>(links + (way << 1), <u16>((way + ways - 1) % ways));
      store<u16>(links + (tags >> 1) + (way << 1), <u16>((way + 1) % ways));
    }
  }
}

/** Fibonacci hashing, then the high part of a product: as even as a remainder, without the aliasing of strides. */
// @ts-ignore: decorator
@inline
function setOf(line: u32, sets: u64): usize {
  return <usize>((<u64>(line * 0x9e3779b1) * sets) >> 32);
}

/** The way that holds `line`, or -1. */
// @ts-ignore: decorator
@inline
function find(set: usize, tags: usize, line: u32): i32 {
  const wanted = i32x4.splat(line);
  for (let at: usize = 0; at < tags; at += BLOCK) {
    const a = i32x4.eq(v128.load(set + at, HEADER), wanted);
    const b = i32x4.eq(v128.load(set + at, HEADER + 16), wanted);
    const c = i32x4.eq(v128.load(set + at, HEADER + 32), wanted);
    const d = i32x4.eq(v128.load(set + at, HEADER + 48), wanted);
    const equal = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
    if (v128.any_true(equal)) return <i32>(at >> 2) + ctz(i8x16.bitmask(equal));
  }
  return -1;
}

/** Makes `way` the most recently used of its set. */
// @ts-ignore: decorator
@inline
function touch(set: usize, tags: usize, way: u32): void {
  const newest = load<u32>(set);
  if (way == newest) return;
  const newer = set + HEADER + 2 * tags, older = newer + (tags >> 1);
  const oldest = load<u16>(newer + (newest << 1));
  store<u32>(set, way);
  // The ring turns by one: all links stay.
  if (way == oldest) return;
  const before = load<u16>(newer + (way << 1)), after = load<u16>(older + (way << 1));
  store<u16>(older + (<u32>before << 1), after);
  store<u16>(newer + (<u32>after << 1), before);
  store<u16>(older + (<u32>oldest << 1), <u16>way);
  store<u16>(newer + (way << 1), oldest);
  store<u16>(older + (way << 1), <u16>newest);
  store<u16>(newer + (newest << 1), <u16>way);
}

/** Turns the ring by one, so that the least recently used way becomes the newest, and gives it to `line`. */
// @ts-ignore: decorator
@inline
function replace(set: usize, tags: usize, line: u32): u32 {
  const way = load<u16>(set + HEADER + 2 * tags + (load<u32>(set) << 1));
  store<u32>(set, way);
  store<u32>(set + (<u32>way << 2), line, HEADER);
  return way;
}

/** Some sectors of one line at the L2. A store needs no fetch: it counts as a hit and leaves dirty sectors. */
function atL2(line: u32, sectors: u32, store_: bool): void {
  const set = l2 + setOf(line, l2Sets) * (HEADER + 3 * l2TagBytes);
  let way = find(set, l2TagBytes, line);
  let state: u32 = 0;
  if (way < 0) {
    way = replace(set, l2TagBytes, line);
    dramWrites += popcnt(load<u32>(set + l2TagBytes + (way << 2), HEADER) >> 4);
  } else {
    touch(set, l2TagBytes, way);
    state = load<u32>(set + l2TagBytes + (way << 2), HEADER);
  }
  if (store_) state |= sectors | (sectors << 4);
  else {
    dramReads += popcnt(sectors & ~state);
    state |= sectors;
  }
  store<u32>(set + l2TagBytes + (way << 2), state, HEADER);
}

/** Loads of one line's sectors by a warp of one multiprocessor; what its L1 lacks comes through the L2. */
// @ts-ignore: decorator
@inline
function atL1(cache: usize, line: u32, sectors: u32): void {
  const set = cache + setOf(line, l1Sets) * (HEADER + 3 * l1TagBytes);
  let way = find(set, l1TagBytes, line);
  let state: u32 = 0;
  if (way < 0) way = replace(set, l1TagBytes, line);
  else {
    touch(set, l1TagBytes, way);
    state = load<u32>(set + l1TagBytes + (way << 2), HEADER);
  }
  const missing = sectors & ~state;
  loadSectors += popcnt(sectors);
  l1Hits += popcnt(sectors & state);
  if (missing) {
    store<u32>(set + l1TagBytes + (way << 2), state | sectors, HEADER);
    atL2(line, missing, false);
  }
}

/** Bits of the sectors of `line` that bytes [begin, end) touch. */
// @ts-ignore: decorator
@inline
function sectorsOf(line: u64, begin: u64, end: u64): u32 {
  const base = line << LINE_SHIFT;
  const first = begin > base ? <u32>((begin - base) >> SECTOR_SHIFT) : 0;
  const last = end < base + 128 ? <u32>((end - 1 - base) >> SECTOR_SHIFT) : 3;
  return (0xf >> (3 - last)) & (0xf << first);
}

function read(cache: usize, begin: u64, end: u64): void {
  for (let line = begin >> LINE_SHIFT; line <= (end - 1) >> LINE_SHIFT; line++) {
    atL1(cache, <u32>line, sectorsOf(line, begin, end));
  }
}

/** Stores go through the L1 without a place in it. */
function write(begin: u64, end: u64): void {
  for (let line = begin >> LINE_SHIFT; line <= (end - 1) >> LINE_SHIFT; line++) {
    const sectors = sectorsOf(line, begin, end);
    storeSectors += popcnt(sectors);
    atL2(<u32>line, sectors, true);
  }
}

/** Gives a free warp its multiprocessor's next unit; false where there is none. Blocks of units go round the machine. */
function takeUnit(slot: usize, sm: u32, cache: usize): bool {
  const count = load<u64>(taken + (<usize>sm << 3));
  const unit = ((count / blockWarps) * sms + sm) * blockWarps + count % blockWarps;
  if (unit >= units) return false;
  store<u64>(taken + (<usize>sm << 3), count + 1);
  const row = <u32>(panelMajor ? unit % rows : unit / panels);
  const panel = <u32>(panelMajor ? unit / rows : unit % panels);
  const begin = load<u32>(rowPtr + (<usize>row << 2));
  store<u32>(slot, row);
  store<u32>(slot, panel, 4);
  store<u32>(slot, begin, 8);
  store<u32>(slot, begin, 12);
  store<u32>(slot, load<u32>(rowPtr + (<usize>row << 2), 4), 16);
  const at = <u64>row << 2;
  read(cache, at, at + 4);
  read(cache, at + 4, at + 8);
  return true;
}

/** One warp's turn: one stored entry of its row, or the start of a row that has none. False where it has nothing to do. */
function turn(slot: usize, sm: u32): bool {
  const cache = l1 + sm * l1Bytes;
  if (load<u32>(slot, 12) == load<u32>(slot, 16) && !takeUnit(slot, sm, cache)) return false;
  const begin = load<u32>(slot, 8), entry = load<u32>(slot, 12), end = load<u32>(slot, 16);
  const offset = load<u32>(slot, 4) * panelBytes;
  const bytes = min(panelBytes, rowBytes - offset);
  const y = yAt + load<u32>(slot) * rowBytes + offset;
  if (begin == end) {
    write(y, y + bytes);
    return true;
  }
  if (!staged || ((entry - begin) & (WARP - 1)) == 0) {
    const first = <u64>entry << 2;
    const last = staged ? <u64>min(entry + WARP, end) << 2 : first + 4;
    read(cache, colIdxAt + first, colIdxAt + last);
    read(cache, valuesAt + first, valuesAt + last);
  }
  const x = xAt + load<u32>(colIdx + (<usize>entry << 2)) * rowBytes + offset;
  // Most reads are of one whole line.
  if (bytes == 128 && (x & 127) == 0) atL1(cache, <u32>(x >> LINE_SHIFT), 0xf);
  else read(cache, x, x + bytes);
  if (globalSums && entry > begin) read(cache, y, y + bytes);
  if (globalSums || entry + 1 == end) write(y, y + bytes);
  store<u32>(slot, entry + 1, 12);
  return true;
}

/** At most `rounds` turns of every resident warp, warp by warp over all multiprocessors; false once all work is done. */
export function run(rounds: u32): bool {
  for (let round: u32 = 0; round < rounds; round++) {
    let busy = false;
    let slot = slots;
    for (let warp: u32 = 0; warp < warps; warp++) {
      for (let sm: u32 = 0; sm < sms; sm++, slot += SLOT_BYTES) {
        if (turn(slot, sm)) busy = true;
      }
    }
    if (!busy) return false;
  }
  return true;
}

/** Writes back what is dirty in the L2, and five counts of sectors to `out`, as float64. */
export function finish(out: usize): void {
  for (let set: u64 = 0; set < l2Sets; set++) {
    const states = l2 + <usize>set * (HEADER + 3 * l2TagBytes) + HEADER + l2TagBytes;
    for (let at: usize = 0; at < l2TagBytes; at += 4) dramWrites += popcnt(load<u32>(states + at) >> 4);
  }
  store<f64>(out, <f64>loadSectors);
  store<f64>(out, <f64>l1Hits, 8);
  store<f64>(out, <f64>storeSectors, 16);
  store<f64>(out, <f64>dramReads, 24);
  store<f64>(out, <f64>dramWrites, 32);
}
