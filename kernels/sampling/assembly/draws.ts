// Random draws of graph/sampling/draws.ts: word i of a stream is half (i & 1) of Threefry-2x32-20 of the
// layer's key and the counter (stream, i >> 1), eight words at once. Imported by other modules, not compiled
// by itself.
import { first, second, threefry } from "../../assembly/threefry.ts";

/** Bytes of the words of a stream that are drawn at once: eight words. */
export const WORDS: usize = 32;

let key0: u32, key1: u32, stream: u32, drawn: u32, words: usize;

/** Sets the address of the layer's key, and that of {@link WORDS} bytes that no other thread uses. */
export function drawWith(key: usize, room: usize): void {
  key0 = load<u32>(key);
  key1 = load<u32>(key, 4);
  words = room;
}

/** Begins the stream of a vertex. */
// @ts-ignore: decorator
@inline
export function start(vertex: u32): void {
  stream = vertex;
  drawn = 0;
}

function fill(block: u32): void {
  threefry(i32x4.splat(stream), i32x4.add(i32x4.splat(block), i32x4(0, 1, 2, 3)), key0, key1);
  v128.store(words, v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  v128.store(words, v128.shuffle<i32>(first, second, 2, 6, 3, 7), 16);
}

/** Draws the next 32 random bits. */
// @ts-ignore: decorator
@inline
export function next(): u32 {
  const i = drawn++;
  if ((i & 7) == 0) fill(i >> 1);
  return load<u32>(words + (<usize>(i & 7) << 2));
}

/**
 * Draws a number uniformly below a bound, which is at least 1; draws of the incomplete last run are rejected.
 */
// @ts-ignore: decorator
@inline
export function below(bound: u32): u32 {
  let draw = next();
  if (draw >= 0 - bound) {
    // A bare 0 at the left is signed, and makes the remainder one.
    const partial = (<u32>0 - bound) % bound;
    while (partial != 0 && draw >= 0 - partial) draw = next();
  }
  return draw % bound;
}
