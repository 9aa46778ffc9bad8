/**
 * Device of CPU threads each of whose buffers has a guard behind it: a kernel of WebAssembly, whose threads
 * share one memory, would else write into another buffer, such as the scratch of another thread.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmBuffer, WasmDevice } from "../../hardware/cpu/device.ts";

/** Words of a guard: more than the bytes of the widest rows of the tests. */
const GUARD_WORDS = 1024;
/** Bits of a NaN. */
const NAN_BITS = 0x7fc0_0000;

/**
 * Makes all later buffers of a device begin as NaN and end at a guard, which is read when they are freed.
 * Every other word of a guard is a negative zero, which also changes where 0 is added to it.
 */
export function guardArena(device: WasmDevice): void {
  const allocate = device.allocate.bind(device), free = device.free.bind(device);
  const pattern = Uint32Array.from(
    { length: GUARD_WORDS },
    (_, i) => i % 2 === 0 ? 0x8000_0000 : 0xa5a5_a5a5,
  );
  const whole = new Map<WasmBuffer, WasmBuffer>();
  device.allocate = (label, bytes) => {
    const own = Math.max(4, 4 * Math.ceil(bytes / 4));
    const held = allocate(label, own + pattern.byteLength);
    device.write(held, new Uint32Array(own / 4).fill(NAN_BITS));
    device.write(held, pattern, own);
    const buffer: WasmBuffer = { label, bytes: own, address: held.address };
    whole.set(buffer, held);
    return buffer;
  };
  device.free = (buffer) => {
    const held = whole.get(buffer);
    assert.ok(held, `"${buffer.label}" is not held`);
    const found = device.view!(held, held.bytes).slice(buffer.bytes);
    assert.deepEqual(new Uint32Array(found.buffer), pattern, `bytes behind "${buffer.label}"`);
    whole.delete(buffer);
    free(held);
  };
}
