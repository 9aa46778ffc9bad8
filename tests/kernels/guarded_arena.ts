/**
 * Guards behind all buffers of a device of CPU threads, which share one memory: a kernel that writes behind a
 * buffer would else write into another one, such as the scratch of another thread.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmBuffer, WasmDevice } from "../../hardware/cpu/device.ts";
import type { Device } from "../../hardware/device.ts";
import { replaceAllocation } from "../hardware/replaced_allocation.ts";

/** Words of a guard: more than the bytes of the widest rows of the tests. */
const GUARD_WORDS = 1024;
/** Bits of a NaN. */
const NAN_BITS = 0x7fc0_0000;
/** Every other word of a guard is a negative zero, which also changes where 0 is added to it. */
const PATTERN = Uint32Array.from({ length: GUARD_WORDS }, (_, i) => i % 2 === 0 ? 0x8000_0000 : 0xa5a5_a5a5);

/**
 * Makes buffers of a device begin as NaN and end at a guard, which is read when they are freed; disposing of
 * the result ends that. Devices whose buffers share no memory that the host sees get none: an adapter drops
 * what a kernel writes outside its bindings, and buffers between inaccessible pages have their own guards.
 */
export function guardArena(device: Device): Disposable {
  return device.view ? guarded(device as WasmDevice) : { [Symbol.dispose]: () => {} };
}

function guarded(device: WasmDevice): Disposable {
  const { free } = device;
  const whole = new Map<WasmBuffer, WasmBuffer>();
  const replaced = replaceAllocation(device, (allocate) => (label, bytes) => {
    const own = Math.max(4, 4 * Math.ceil(bytes / 4));
    const held = allocate(label, own + PATTERN.byteLength);
    device.write(held, new Uint32Array(own / 4).fill(NAN_BITS));
    device.write(held, PATTERN, own);
    // All else, such as the memory that it lies in, is that of the held buffer.
    const buffer: WasmBuffer = Object.create(held, {
      bytes: { value: own },
      address: { get: () => held.address },
    });
    whole.set(buffer, held);
    return buffer;
  });
  device.free = (buffer) => {
    const held = whole.get(buffer);
    if (held === undefined) return free.call(device, buffer);
    const found = device.view!(held, held.bytes).slice(buffer.bytes);
    assert.deepEqual(new Uint32Array(found.buffer), PATTERN, `bytes behind "${buffer.label}"`);
    whole.delete(buffer);
    free.call(device, held);
  };
  return {
    [Symbol.dispose]() {
      replaced[Symbol.dispose]();
      device.free = free;
    },
  };
}
