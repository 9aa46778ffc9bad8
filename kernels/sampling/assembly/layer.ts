// First steps of drawing a layer, the same for all kinds of sampler. Imported by other modules, not compiled
// by itself.
// Work items are blocks of 256 rows, one row per destination. Every export takes the address of one record of
// words, as `plans/layer_wasm.ts` lays it out. The number of rows is `sizes above + numbered above`; the rows
// become the kept ids of the layer's own ID map.
import { drawWith } from "./draws.ts";

/** Rows of a block. */
export const BLOCK: u32 = 256;

/** Offsets and columns of the graph. */
export let graphPtr: usize, graphCols: usize;
/**
 * Arrays of the layer: {rows, entries}, ids of the rows and later of all columns, drawn ids and their values,
 * offsets of rows.
 */
export let sizes: usize, unique: usize, ids: usize, values: usize, rowPtr: usize;
/** Entries of each block, then of all blocks before it. */
export let sums: usize;

let vertices: usize, sizesAbove: usize, countersAbove: usize, key: usize, scratch: usize;
let scratchBytes: u32;

// @ts-ignore: decorator
@inline
export function word(record: usize, i: usize): u32 {
  return load<u32>(record + (i << 2));
}

/** First word of the record that belongs to the kind of sampler. */
export const OWN: usize = 14;

export function open(record: usize): void {
  vertices = word(record, 0);
  sizesAbove = word(record, 1);
  countersAbove = word(record, 2);
  graphPtr = word(record, 3);
  graphCols = word(record, 4);
  key = word(record, 5);
  sizes = word(record, 6);
  unique = word(record, 7);
  ids = word(record, 8);
  values = word(record, 9);
  rowPtr = word(record, 10);
  sums = word(record, 11);
  scratch = word(record, 12);
  scratchBytes = word(record, 13);
}

/**
 * Writes the number of destinations and returns it. Every thread may call it; the thread with the first block
 * writes.
 */
export function receive(begin: u32): u32 {
  const rows = load<u32>(sizesAbove) + load<u32>(countersAbove);
  if (begin == 0) store<u32>(sizes, rows);
  return rows;
}

/** Copies the destination of a row into the layer. */
// @ts-ignore: decorator
@inline
export function keep(row: u32): u32 {
  const v = load<u32>(vertices + (<usize>row << 2));
  store<u32>(unique + (<usize>row << 2), v);
  return v;
}

/** Prepares drawing for a block; returns the address of its scratch memory after the words of its draws. */
export function drawIn(block: u32): usize {
  const room = scratch + <usize>block * scratchBytes;
  drawWith(key, room);
  return room;
}

/** Computes the prefix sum over the blocks, on one thread. */
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
