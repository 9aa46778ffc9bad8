import assert from "node:assert/strict";
import { probesWasm } from "../../../../hardware/cpu/probes_bindings.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/wasm_device.ts";
import { openX86Device, type X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { FarMemory, usualMemoryBytes } from "../../../../hardware/cpu/x86/far_memory.ts";
import { PAGE_BYTES } from "../../../../hardware/cpu/x86/memory_pages.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { OutOfMemoryError } from "../../../../platform/errors.ts";
import { whereFree } from "../../../platform/free_memory.ts";
import { emitIncrement } from "./increment.ts";
import { residentBytesAt } from "./mapping.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const KIB = 2 ** 10, MIB = 2 ** 20, GIB = 2 ** 30;
/** Bytes from which a buffer is large. */
const LARGE = 64 * MIB, SMALL = LARGE / 2;
const LAYOUT = new ArgumentLayout({ words: "u64" });

/** Tests a device of 6 GiB, of whose 4 GiB near memory nobody has touched anything. */
function testFar(name: string, test: (device: X86Device) => void | Promise<void>): void {
  Deno.test({
    name,
    ignore: NO_MACHINE_CODE !== undefined,
    fn: async () => {
      const device = openX86Device({ threads: 2, memoryBytes: 6 * GIB });
      try {
        await test(device);
      } finally {
        device.close();
      }
    },
  });
}

/**
 * Takes half of near memory, so that large buffers lie in far memory from then on, by many that are not large
 * and have no pages before they are written.
 */
function takeHalf(device: X86Device): WasmBuffer[] {
  return takeNear(device, 2 * GIB);
}

/** Takes so many bytes of near memory. */
function takeNear(device: X86Device, bytes: number): WasmBuffer[] {
  return Array.from({ length: bytes / SMALL }, () => device.allocate("part of near memory", SMALL));
}

function isFar({ address }: WasmBuffer): boolean {
  return address >= 4 * GIB;
}

testFar("large buffers leave half of near memory to others and lie in far memory then", (device) => {
  const first = device.allocate("first", LARGE), half = takeHalf(device);
  assert.ok(![first, ...half].some(isFar));
  const large = device.allocate("large", LARGE), small = device.allocate("small", LARGE - 4);
  assert.deepEqual([isFar(large), isFar(small), large.address % 128], [true, false, 0]);
  assert.equal(device.ledger.live, 2 * GIB + 3 * LARGE - 4);
  const near = device.allocateNear("for WebAssembly", LARGE);
  assert.ok(!isFar(near));
  for (const buffer of [first, ...half, large, small, near]) device.free(buffer);
  assert.equal(device.ledger.live, 0);
});

testFar("what is written to far memory comes back, also after it has grown", async (device) => {
  takeHalf(device);
  const first = device.allocate("first", LARGE);
  device.write(first, Uint32Array.of(1, 2), LARGE - 8);
  const second = device.allocate("second", 2 * LARGE);
  device.write(second, Uint32Array.of(3));
  assert.deepEqual(new Uint32Array(await device.read(first)).slice(-2), Uint32Array.of(1, 2));
  assert.deepEqual(new Uint32Array(await device.read(second, 4)), Uint32Array.of(3));
  device.clear(second);
  assert.deepEqual(new Uint32Array(await device.read(second, 4)), Uint32Array.of(0));
  const { address } = first;
  device.free(first);
  assert.equal(device.allocate("again", LARGE).address, address);
});

testFar("a large buffer has its pages at once, and gives them back", (device) => {
  takeHalf(device);
  const buffer = device.allocate("large", LARGE);
  // Of the whole pages, which are a mapping of their own: they are advised to be large.
  const middle = device.pointer(buffer.address) + BigInt(LARGE / 2), slack = 2 * PAGE_BYTES;
  assert.ok(Math.abs(residentBytesAt(middle) - LARGE) <= slack, `${residentBytesAt(middle)}`);
  device.free(buffer);
  assert.ok(residentBytesAt(middle) <= slack, `${residentBytesAt(middle)}`);
});

testFar("a buffer that is freed takes no page of those beside it", async (device) => {
  takeHalf(device);
  const [before, buffer, behind] = [1, 2, 3].map((word) => {
    const each = device.allocate("large", LARGE + 128);
    device.write(each, new Uint32Array(each.bytes / 4).fill(word));
    return each;
  });
  const middle = device.pointer(buffer.address) + BigInt(LARGE / 2), held = residentBytesAt(middle);
  device.free(buffer);
  // Pages that it shares with others stay, one at either end.
  assert.ok(residentBytesAt(middle) <= held - LARGE + 2 * PAGE_BYTES);
  for (const [each, word] of [[before, 1], [behind, 3]] as const) {
    assert.ok(new Uint32Array(await device.read(each)).every((found) => found === word));
  }
});

testFar("a large buffer of near memory has its pages at once, others when they are written", (device) => {
  const residentWith = ({ address }: WasmBuffer) => residentBytesAt(device.pointer(address));
  assert.ok(residentWith(device.allocate("small", LARGE - 4)) < LARGE / 2);
  // Some first bytes may lie in pages that were taken with the buffer before.
  assert.ok(residentWith(device.allocate("large", LARGE)) > LARGE - MIB);
});

testFar(
  "a large buffer is refused where it is not free twice, and leaves its addresses to the next",
  (device) => {
    const whereShort = (work: () => void) => whereFree(2 * LARGE - 128 * KIB, work);
    const allocate = () => device.allocate("large", LARGE);
    whereShort(() => assert.throws(allocate, /"large": found an array of 6\d(\.\d+)? MiB and a copy of it/));
    const first = whereFree(2 * LARGE, allocate);
    assert.equal(first.address, 128);
    // Its pages are there already.
    device.free(first);
    assert.equal(whereFree(0, allocate).address, 128);
    takeHalf(device);
    whereShort(() => assert.throws(allocate, OutOfMemoryError));
    const far = whereFree(2 * LARGE, allocate);
    assert.ok(isFar(far));
    whereFree(0, () => device.allocate("small", LARGE - 4));
  },
);

testFar(
  "where memory is short no copy of a large buffer is read, and nothing is lent beside",
  async (device) => {
    const large = device.allocate("large", LARGE);
    await assert.rejects(
      whereFree(0, () => device.read(large)),
      /read "large".*a copy of it, which takes 64 MiB/,
    );
    assert.equal((await whereFree(0, () => device.read(large, 8))).byteLength, 8);
    assert.equal(whereFree(0, () => device.allocateBeside("beside", 2 * LARGE)), undefined);
    device.free(device.allocateBeside("beside", 2 * LARGE)!);
  },
);

testFar("all threads run machine code on far memory, whose arguments lie in near memory", async (device) => {
  takeHalf(device);
  const words = LARGE / 4, buffer = device.allocate("words", LARGE);
  const block = device.allocate("arguments", LAYOUT.bytes);
  device.clear(buffer);
  device.write(block, LAYOUT.pack({ words: device.pointer(buffer.address) }));
  const code = device.install({ bytes: emitIncrement(), labels: new Map() } as never);
  device.execute({ code, block, items: words, itemsPerBlock: 4096 });
  assert.ok(new Uint32Array(await device.read(buffer)).every((word) => word === 1));
});

testFar("a kernel of WebAssembly is refused memory that it cannot reach", async (device) => {
  takeHalf(device);
  await device.load(probesWasm);
  const far = device.allocate("far", LARGE), out = device.allocate("sums", 16);
  const args = { base: far.address, bytes: 128, repeats: 1, out: out.address };
  assert.throws(
    () => probesWasm.call("sweep", { items: 1, block: 1 }, args),
    (error) => error instanceof OutOfMemoryError && /oom \(wasm32\)/.test(error.message),
  );
});

testFar("each limit refuses with its own words, and nothing stays taken", (device) => {
  const refused = (bytes: number, text: RegExp) =>
    assert.throws(
      () => device.allocate("wide", bytes),
      (error) => error instanceof OutOfMemoryError && text.test(error.message),
    );
  refused(4 * GIB + 4, /oom \(4 GiB an array\)/);
  const held = [...takeHalf(device), ...takeHalf(device)];
  refused(
    3 * GIB,
    /oom \(device memory\): 4 GiB of 6 GiB are taken, the largest free range has 2 GiB.*raise --device-memory/,
  );
  assert.throws(() => device.allocateNear("more", LARGE), /oom \(wasm32\).*Next: take a smaller graph/);
  for (const buffer of held) device.free(buffer);
  assert.deepEqual(device.ledger.live, 0);
});

testFar(
  "memory beside the device's own leaves half of what is free in near memory, and is in no ledger",
  (device) => {
    const near = device.allocateBeside("small", 4096)!;
    takeHalf(device);
    device.allocateNear("all but a little", GIB + GIB / 2);
    const { live } = device.ledger, beside = device.allocateBeside("beside", 300 * MIB)!;
    assert.deepEqual([isFar(near), isFar(beside), device.ledger.live], [false, true, live]);
    device.free(near);
    device.free(beside);
    assert.equal(device.allocateBeside("too much", 8 * GIB), undefined);
  },
);

Deno.test("operands of machine code may take half the memory in whole GiB, and 4 GiB at least", () => {
  assert.equal(usualMemoryBytes(2 * GIB), 4 * GIB);
  assert.equal(usualMemoryBytes(33.5 * GIB), 16 * GIB);
  assert.equal(usualMemoryBytes(34 * GIB), 17 * GIB);
  assert.equal(usualMemoryBytes(0), 4 * GIB);
});

Deno.test({
  name: "operands of machine code may take 4 GiB where the program may not ask for the memory",
  permissions: { sys: false },
  fn: () => assert.equal(usualMemoryBytes(), 4 * GIB),
});

Deno.test({
  name: "far memory is refused where it is not free twice, or the system has no such array",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const far = new FarMemory(), free = Deno.systemMemoryInfo().available;
    assert.throws(() => far.reserve("wide", Math.ceil(0.6 * free)), OutOfMemoryError);
    const small = far.reserve("small", 4096);
    assert.deepEqual([small.address % 128, far.pointer(small.address) % 128n], [0, 0n]);
    assert.equal(far.pointer(small.address + 4096) - far.pointer(small.address), 4096n);
    small.release();
  },
});
