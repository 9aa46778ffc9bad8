/**
 * A small module for tests, assembled by hand: `add(begin, end, counts, bias)` adds `bias + 1` to the word of
 * each item at `counts`, and `trap(begin, end, at)` traps in the range that holds item `at`.
 *
 * @module
 */
import { compileWasm } from "../../../platform/wasm/module.ts";

const I32 = 0x7f;
const add = [
  ...[0, 0x03, 0x40], // loop
  ...[0x20, 0, 0x20, 1, 0x49, 0x04, 0x40], // if begin < end
  ...[0x20, 2, 0x20, 0, 0x41, 2, 0x74, 0x6a], // counts + begin * 4
  ...[0x20, 3, 0x41, 1, 0x6a, 0xfe, 0x1e, 2, 0, 0x1a], // atomically += bias + 1
  ...[0x20, 0, 0x41, 1, 0x6a, 0x21, 0, 0x0c, 1, 0x0b, 0x0b, 0x0b], // begin++, again
];
const trap = [
  // begin <= at < end
  ...[0, 0x20, 0, 0x20, 2, 0x4d, 0x20, 2, 0x20, 1, 0x49, 0x71, 0x04, 0x40, 0x00, 0x0b, 0x0b],
];
const text = (name: string) => [name.length, ...new TextEncoder().encode(name)];
const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const body = (code: readonly number[]) => [code.length, ...code];

/** The module's bytes. */
export const BYTES = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [2, 0x60, 4, I32, I32, I32, I32, 0, 0x60, 3, I32, I32, I32, 0]),
  ...section(2, [1, ...text("env"), ...text("memory"), 2, 3, 1, 0x80, 0x80, 4]),
  ...section(3, [2, 0, 1]),
  ...section(7, [2, ...text("add"), 0, 0, ...text("trap"), 0, 1]),
  ...section(10, [2, ...body(add), ...body(trap)]),
);

/** The module, compiled. */
export const testModule = await compileWasm("test.wasm", BYTES);
