// ids, values = the most visited vertices of the walks from each row, and their shares.
// Random walks of one layer.
// Record: layer.ts; its own words are {fanout, length, walks, reciprocals, slots of ids, slots of values}. A
// block draws into its own slots, as many as its rows can keep at most; they are moved together once all
// blocks are drawn.
// Scratch of a block: draws, then twice as many words as there are steps.
import { below, start, WORDS } from "../../assembly/draws.ts";
import {
  BLOCK, drawIn, graphCols, graphPtr, ids, keep, open, OWN, receive, rowPtr, scan, sizes, sums,
  values, word,
} from "../../assembly/layer.ts";
import { shellSort } from "../../assembly/shell_sort.ts";
export { scan };

let fanout: u32, length: u32, walks: u32, reciprocals: usize, slotIds: usize, slotValues: usize;
/** Vertices in the order of the steps, sorted later; then each vertex once, with its visits in `times`. */
let visited: usize, times: usize;

function openWalks(record: usize): void {
  open(record);
  fanout = word(record, OWN);
  length = word(record, OWN + 1);
  walks = word(record, OWN + 2);
  reciprocals = word(record, OWN + 3);
  slotIds = word(record, OWN + 4);
  slotValues = word(record, OWN + 5);
}

/** Number of slots of the blocks before a block. */
// @ts-ignore: decorator
@inline
function slotsBefore(block: u32): usize {
  return <usize>block * (BLOCK * min(fanout, length * walks)) << 2;
}

/** Draws an entry of a vertex's row, if the row has any; returns the address for the next draw. */
// @ts-ignore: decorator
@inline
function drawEntry(v: u32, to: usize): usize {
  const at = graphPtr + (<usize>v << 2), first = load<u32>(at), degree = load<u32>(at, 4) - first;
  if (degree == 0) return to;
  store<u32>(to, first + below(degree));
  return to + 4;
}

/**
 * Walks from v: all walks take their first step, then all their second, ...; the columns of a step are read
 * together, so that no read waits for another.
 */
function walkFrom(v: u32): usize {
  start(v);
  let to = visited, from = visited;
  for (let taken: u32 = 0; taken < length; taken++) {
    const begin = to;
    if (taken == 0) for (let walk: u32 = 0; walk < walks; walk++) to = drawEntry(v, to);
    else for (; from < begin; from += 4) to = drawEntry(load<u32>(from), to);
    for (let e = begin; e < to; e += 4) store<u32>(e, load<u32>(graphCols + (<usize>load<u32>(e) << 2)));
  }
  return to;
}

/** Leaves each visited vertex but `v` once, ascending, with its visits; returns the bytes of either array. */
function tally(last: usize, v: u32): usize {
  shellSort(visited, last, 0);
  let runs: usize = 0;
  for (let from = visited; from < last;) {
    const u = load<u32>(from), first = from;
    do from += 4; while (from < last && load<u32>(from) == u);
    if (u == v) continue;
    store<u32>(visited + runs, u);
    store<u32>(times + runs, <u32>((from - first) >> 2));
    runs += 4;
  }
  return runs;
}

/** Counts the vertices with at least a given number of visits. */
// @ts-ignore: decorator
@inline
function atLeast(visits: u32, runs: usize): u32 {
  let count: u32 = 0;
  for (let run: usize = 0; run < runs; run += 4) count += <u32>(load<u32>(times + run) >= visits);
  return count;
}

/** Walks from every row of a block. The row's offset within its block is left in `rowPtr`. */
export function walk(begin: u32, end: u32, record: usize): void {
  openWalks(record);
  const rows = receive(begin), steps = length * walks;
  for (let block = begin; block < end; block++) {
    visited = drawIn(block) + WORDS;
    times = visited + (<usize>steps << 2);
    let slot = slotsBefore(block);
    const first = slot;
    for (let row = block * BLOCK, stop = min(row + BLOCK, rows); row < stop; row++) {
      const v = keep(row), runs = tally(walkFrom(v), v);
      // The threshold is the largest number of visits that as many vertices as are kept reach; of the
      // vertices with exactly that many, the first are kept.
      let least: u32 = 0, ties: u32 = 0;
      if (<u32>(runs >> 2) > fanout) {
        for (let bit: u32 = 0x80000000 >> clz(steps); bit > 0; bit >>= 1) {
          if (atLeast(least | bit, runs) >= fanout) least |= bit;
        }
        ties = fanout - atLeast(least + 1, runs);
      }
      const kept = slot;
      let total: u32 = 0;
      for (let run: usize = 0; run < runs; run += 4) {
        const visits = load<u32>(times + run);
        if (visits < least) continue;
        if (visits == least) {
          if (ties == 0) continue;
          ties--;
        }
        store<u32>(slotIds + slot, load<u32>(visited + run));
        store<u32>(slotValues + slot, visits);
        total += visits;
        slot += 4;
      }
      const share = load<f32>(reciprocals + (<usize>total << 2));
      for (let at = slotValues + kept, last = slotValues + slot; at < last; at += 4) {
        store<f32>(at, <f32>load<u32>(at) * share);
      }
      store<u32>(rowPtr + (<usize>row << 2), <u32>((slot - first) >> 2), 4);
    }
    store<u32>(sums + (<usize>block << 2), <u32>((slot - first) >> 2));
  }
}

/** Moves the entries of the blocks together. */
export function pack(begin: u32, end: u32, record: usize): void {
  openWalks(record);
  const rows = load<u32>(sizes);
  for (let block = begin; block < end; block++) {
    const firstRow = block * BLOCK, stop = min(firstRow + BLOCK, rows);
    if (firstRow >= stop) break;
    const before = load<u32>(sums + (<usize>block << 2)), to = <usize>before << 2;
    const bytes = <usize>load<u32>(rowPtr + (<usize>stop << 2)) << 2;
    memory.copy(ids + to, slotIds + slotsBefore(block), bytes);
    memory.copy(values + to, slotValues + slotsBefore(block), bytes);
    for (let row = firstRow; row < stop; row++) {
      const at = rowPtr + (<usize>row << 2);
      store<u32>(at, load<u32>(at, 4) + before, 4);
    }
  }
}
