// ids = min(fanout, degree) different in-neighbours of each row      Uniform sampling of one layer, and the order of its rows.
// Items are blocks of 256 rows, one row a destination. Every export takes the address of one record of words, as
// `Record` in sampling_wasm.ts lays it out. Draws are those of graph/sampling/draws.ts: word i of vertex v is half (i & 1)
// of Threefry-2x32-20 of the layer's key and the counter (v, i >> 1).
// The rows are `sizes above + numbered above`; they become the kept ids of the layer's own ID map.

const BLOCK: u32 = 256;

let vertices: usize, sizesAbove: usize, countersAbove: usize, graphPtr: usize, graphCols: usize, key: usize;
let sizes: usize, unique: usize, ids: usize, local: usize, rowPtr: usize, sums: usize;
let fanout: u32;

// @ts-ignore: decorator
@inline
function word(record: usize, i: usize): u32 {
  return load<u32>(record + (i << 2));
}

function open(record: usize): void {
  vertices = word(record, 0);
  sizesAbove = word(record, 1);
  countersAbove = word(record, 2);
  graphPtr = word(record, 3);
  graphCols = word(record, 4);
  key = word(record, 5);
  sizes = word(record, 6);
  unique = word(record, 7);
  ids = word(record, 8);
  local = word(record, 9);
  rowPtr = word(record, 10);
  sums = word(record, 11);
  fanout = word(record, 12);
}

/** Copies the destinations to the kept ids, and counts the neighbours of each block. */
export function count(begin: u32, end: u32, record: usize): void {
  open(record);
  const rows = load<u32>(sizesAbove) + load<u32>(countersAbove), most = fanout;
  if (begin == 0) store<u32>(sizes, rows);
  for (let block = begin; block < end; block++) {
    let sum: u32 = 0;
    for (let row = block * BLOCK, stop = min(row + BLOCK, rows); row < stop; row++) {
      const v = load<u32>(vertices + (<usize>row << 2));
      store<u32>(unique + (<usize>row << 2), v);
      const at = graphPtr + (<usize>v << 2);
      sum += min(most, load<u32>(at, 4) - load<u32>(at));
    }
    store<u32>(sums + (<usize>block << 2), sum);
  }
}

/** One thread adds up the blocks. */
export function scan(begin: u32, end: u32, record: usize): void {
  open(record);
  let sum: u32 = 0;
  for (let block: u32 = 0, blocks = (load<u32>(sizes) + BLOCK - 1) / BLOCK; block < blocks; block++) {
    const at = sums + (<usize>block << 2), drawn = load<u32>(at);
    store<u32>(at, sum);
    sum += drawn;
  }
  store<u32>(sizes, sum, 4);
  store<u32>(rowPtr, 0);
}

let key0: u32, key1: u32, vertex: u32, drawn: u32, spare: u32;

/** The next word of the vertex. */
function next(): u32 {
  const i = drawn++;
  if ((i & 1) == 1) return spare;
  const key2 = 0x1bd11bda ^ key0 ^ key1;
  let x = vertex + key0, y = (i >> 1) + key1;
  // Even and odd groups of four rounds have rotations of their own; a word of the key follows each.
  x += y; y = rotl(y, 13) ^ x; x += y; y = rotl(y, 15) ^ x; x += y; y = rotl(y, 26) ^ x; x += y; y = rotl(y, 6) ^ x;
  x += key1; y += key2 + 1;
  x += y; y = rotl(y, 17) ^ x; x += y; y = rotl(y, 29) ^ x; x += y; y = rotl(y, 16) ^ x; x += y; y = rotl(y, 24) ^ x;
  x += key2; y += key0 + 2;
  x += y; y = rotl(y, 13) ^ x; x += y; y = rotl(y, 15) ^ x; x += y; y = rotl(y, 26) ^ x; x += y; y = rotl(y, 6) ^ x;
  x += key0; y += key1 + 3;
  x += y; y = rotl(y, 17) ^ x; x += y; y = rotl(y, 29) ^ x; x += y; y = rotl(y, 16) ^ x; x += y; y = rotl(y, 24) ^ x;
  x += key1; y += key2 + 4;
  x += y; y = rotl(y, 13) ^ x; x += y; y = rotl(y, 15) ^ x; x += y; y = rotl(y, 26) ^ x; x += y; y = rotl(y, 6) ^ x;
  x += key2; y += key0 + 5;
  spare = y;
  return x;
}

/** Uniform below a bound, from 1; draws of the incomplete last run are thrown away. */
// @ts-ignore: decorator
@inline
function below(bound: u32): u32 {
  let draw = next();
  if (draw >= 0 - bound) {
    const partial = (0 - bound) % bound;
    while (partial != 0 && draw >= 0 - partial) draw = next();
  }
  return draw % bound;
}

/** Draws entries of the graph for every row of a block, in ascending order (Floyd), then reads their columns together. */
export function draw(begin: u32, end: u32, record: usize): void {
  open(record);
  key0 = load<u32>(key);
  key1 = load<u32>(key, 4);
  const rows = load<u32>(sizes), most = fanout;
  for (let block = begin; block < end; block++) {
    const firstRow = block * BLOCK, stop = min(firstRow + BLOCK, rows);
    if (firstRow >= stop) break;
    const from = load<u32>(sums + (<usize>block << 2));
    let to = from;
    for (let row = firstRow; row < stop; row++) {
      vertex = load<u32>(unique + (<usize>row << 2));
      const at = graphPtr + (<usize>vertex << 2);
      const first = load<u32>(at), degree = load<u32>(at, 4) - first;
      const places = ids + (<usize>to << 2);
      if (degree <= most) {
        for (let i: u32 = 0; i < degree; i++) store<u32>(places + (<usize>i << 2), first + i);
        to += degree;
      } else {
        drawn = 0;
        for (let taken: u32 = 0; taken < most; taken++) {
          const last = degree - most + taken, place = first + below(last + 1);
          let hole = places + (<usize>taken << 2), before: u32 = 0;
          while (hole > places && (before = load<u32>(hole - 4)) > place) hole -= 4;
          if (hole > places && before == place) {
            store<u32>(places + (<usize>taken << 2), first + last);
            continue;
          }
          for (let e = places + (<usize>taken << 2); e > hole; e -= 4) store<u32>(e, load<u32>(e - 4));
          store<u32>(hole, place);
        }
        to += most;
      }
      store<u32>(rowPtr + (<usize>row << 2), to, 4);
    }
    for (let e = ids + (<usize>from << 2), last = ids + (<usize>to << 2); e < last; e += 4) {
      store<u32>(e, load<u32>(graphCols + (<usize>load<u32>(e) << 2)));
    }
  }
}

/** Sorts the local ids of each row: they were in the order of global ids. */
export function sort(begin: u32, end: u32, record: usize): void {
  open(record);
  const rows = load<u32>(sizes);
  for (let row = begin * BLOCK, stop = min(end * BLOCK, rows); row < stop; row++) {
    const at = rowPtr + (<usize>row << 2);
    const first = local + (<usize>load<u32>(at) << 2), last = local + (<usize>load<u32>(at, 4) << 2);
    for (let e = first + 4; e < last; e += 4) {
      const col = load<u32>(e);
      let hole = e, before: u32 = 0;
      while (hole > first && (before = load<u32>(hole - 4)) > col) {
        store<u32>(hole, before);
        hole -= 4;
      }
      store<u32>(hole, col);
    }
  }
}
