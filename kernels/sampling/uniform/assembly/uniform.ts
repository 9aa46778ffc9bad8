// ids = min(fanout, degree) different in-neighbours of each row      Uniform sampling of one layer.
// Record: layer.ts; its own words are {fanout}. Scratch of a block: draws, then a word for each of the
// fan-out, in whole vectors.
import { below, start, WORDS } from "../../assembly/draws.ts";
import {
  BLOCK, drawIn, graphCols, graphPtr, ids, keep, open, OWN, receive, rowPtr, scan, sizes, sums,
  unique, word,
} from "../../assembly/layer.ts";
export { scan };

/** Copies the destinations, and counts the neighbours of each block. */
export function count(begin: u32, end: u32, record: usize): void {
  open(record);
  const rows = receive(begin), most = word(record, OWN);
  for (let block = begin; block < end; block++) {
    let sum: u32 = 0;
    for (let row = block * BLOCK, stop = min(row + BLOCK, rows); row < stop; row++) {
      const at = graphPtr + (<usize>keep(row) << 2);
      sum += min(most, load<u32>(at, 4) - load<u32>(at));
    }
    store<u32>(sums + (<usize>block << 2), sum);
  }
}

/**
 * Draws entries of the graph for every row of a block (Floyd's algorithm), then reads their columns together.
 */
export function draw(begin: u32, end: u32, record: usize): void {
  open(record);
  const rows = load<u32>(sizes), most = word(record, OWN);
  for (let block = begin; block < end; block++) {
    const firstRow = block * BLOCK, stop = min(firstRow + BLOCK, rows);
    if (firstRow >= stop) break;
    const places = drawIn(block) + WORDS;
    const from = load<u32>(sums + (<usize>block << 2));
    let to = from;
    for (let row = firstRow; row < stop; row++) {
      const v = load<u32>(unique + (<usize>row << 2)), at = graphPtr + (<usize>v << 2);
      const first = load<u32>(at), degree = load<u32>(at, 4) - first;
      const drawn = ids + (<usize>to << 2);
      if (degree <= most) {
        for (let i: u32 = 0; i < degree; i++) store<u32>(drawn + (<usize>i << 2), first + i);
        to += degree;
      } else {
        start(v);
        // No position is 2^32 - 1, so vectors are compared whole, including the lanes of draws still to come.
        for (let i: usize = 0; i < <usize>most << 2; i += 16) v128.store(places + i, i32x4.splat(-1));
        for (let taken: usize = 0; taken < <usize>most << 2; taken += 4) {
          const last = degree - most + <u32>(taken >> 2), place = below(last + 1);
          let seen = i32x4.splat(0);
          for (let i: usize = 0; i < taken; i += 16) {
            seen = v128.or(seen, i32x4.eq(v128.load(places + i), i32x4.splat(place)));
          }
          const free = select<u32>(last, place, v128.any_true(seen));
          store<u32>(places + taken, free);
          store<u32>(drawn + taken, first + free);
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
