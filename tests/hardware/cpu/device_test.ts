import assert from "node:assert/strict";
import fc from "fast-check";
import { openWasmDevice, type WasmBuffer, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { probesWasm } from "../../../hardware/cpu/probes_bindings.ts";
import { DeviceError, OutOfMemoryError } from "../../../platform/errors.ts";

async function withDevice(
  memoryBytes: number | undefined,
  test: (device: WasmDevice) => void | Promise<void>,
) {
  const device = openWasmDevice({ threads: 1, ...(memoryBytes === undefined ? {} : { memoryBytes }) });
  try {
    await test(device);
  } finally {
    device.close();
  }
}

Deno.test("the ledger is exact: live is the sum of what is held, peak the most since the last reset", async () => {
  await withDevice(2 ** 20, (device) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 40_000 }), { maxLength: 60, size: "max" }), (sizes) => {
        const held: WasmBuffer[] = [];
        device.resetPeak();
        let live = 0, peak = 0;
        for (const size of sizes) {
          if (size <= 0) {
            const buffer = held.shift();
            if (buffer) live -= buffer.bytes, device.free(buffer);
          } else if (live + size <= 2 ** 19) {
            const buffer = device.allocate("any", size);
            assert.ok(buffer.bytes >= size && buffer.bytes % 4 === 0);
            held.push(buffer);
            live += buffer.bytes;
            peak = Math.max(peak, live);
          }
          assert.deepEqual(device.ledger, { live, peak });
        }
        for (const buffer of held) device.free(buffer);
        assert.equal(device.ledger.live, 0);
      }),
      { numRuns: 100 },
    );
  });
});

Deno.test("what is written comes back, also at an offset and after the memory has grown", async () => {
  await withDevice(undefined, async (device) => {
    const small = device.allocate("small", 16);
    device.write(small, Float32Array.of(1, 2, 3, 4));
    const large = device.allocate("large", 8 * 2 ** 20);
    device.write(large, Uint32Array.of(7, 8), large.bytes - 8);
    device.write(small, Float32Array.of(9), 8);
    assert.deepEqual(new Float32Array(await device.read(small)), Float32Array.of(1, 2, 9, 4));
    assert.deepEqual(new Uint32Array(await device.read(large)).slice(-2), Uint32Array.of(7, 8));
    device.clear(small);
    assert.deepEqual(new Float32Array(await device.read(small)), new Float32Array(4));
    assert.equal(small.address % 128, 0);
  });
});

Deno.test("a read may end before the buffer does, at any byte, and not after it", async () => {
  await withDevice(undefined, async (device) => {
    const buffer = device.allocate("x", 12);
    device.write(buffer, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    for (const bytes of [0, 1, 4, 7, 12]) {
      const wanted = Array.from({ length: bytes }, (_, i) => i + 1);
      assert.deepEqual([...new Uint8Array(await device.read(buffer, bytes))], wanted);
    }
    for (const bytes of [13, -1, 2.5, NaN]) await assert.rejects(device.read(buffer, bytes), DeviceError);
  });
});

Deno.test("a cap holds to the byte, and the error says what is taken", async () => {
  await withDevice(4096, (device) => {
    const whole = device.allocate("whole", 4096);
    assert.throws(() => device.allocate("more", 4), /oom \(device memory\): 4 KiB of 4 KiB are taken/);
    device.free(whole);
    device.free(device.allocate("whole again", 4096));
    assert.throws(() => device.allocate("too large", 4100), OutOfMemoryError);
    const [, gap] = [1024, 1024, 1536].map((bytes) => device.allocate("part", bytes));
    device.free(gap);
    assert.throws(
      () => device.allocate("more than the gap", 1028),
      /2\.50 KiB of 4 KiB are taken, the largest free range has 1 KiB.*raise --device-memory/,
    );
  });
  await withDevice(undefined, (device) => {
    // No more can be given to a device that has all addresses.
    assert.throws(() => device.allocate("huge", 2 ** 32 + 4), /Next: take a smaller graph/);
  });
});

Deno.test("memory beside the device's own belongs to no budget and no ledger, and overlaps none", async () => {
  for (const memoryBytes of [4096, undefined]) {
    await withDevice(memoryBytes, async (device) => {
      const own = device.allocate("own", 4096), before = device.ledger;
      const beside = device.allocateBeside("beside", 10_000)!;
      assert.deepEqual(device.ledger, before);
      device.write(own, new Uint8Array(4096).fill(1));
      device.write(beside, new Uint8Array(10_000).fill(2));
      assert.ok(new Uint8Array(await device.read(own)).every((byte) => byte === 1));
      device.free(own);
      device.free(beside);
      assert.equal(device.ledger.live, 0);
      assert.throws(() => device.free(beside), DeviceError);
      assert.equal(device.allocateBeside("too much", 2 ** 32), undefined);
    });
  }
});

Deno.test("memory beside a device that may take all addresses leaves it half of those that are free", async () => {
  await withDevice(undefined, (device) => {
    assert.equal(device.allocateBeside("more than half", 2 ** 31), undefined);
    const beside = device.allocateBeside("a third", 2 ** 32 / 3)!;
    assert.equal(device.allocateBeside("more than half of the rest", 2 ** 32 / 3), undefined);
    device.free(beside);
  });
});

Deno.test("above 4 GiB the cell reads oom (wasm32)", async () => {
  await withDevice(undefined, (device) => {
    assert.throws(
      () => device.allocate("huge", 2 ** 32 + 4),
      (error) => error instanceof OutOfMemoryError && /oom \(wasm32\)/.test(error.message),
    );
    assert.deepEqual(device.ledger, { live: 0, peak: 0 });
  });
});

Deno.test("a kernel reads a buffer to its end that is the last of a full arena", async () => {
  await withDevice(undefined, async (device) => {
    await device.load(probesWasm);
    const bytes = 128, out = device.allocate("sums", 16);
    device.allocate("all but a few", 2 ** 32 - 8 * bytes);
    let last: WasmBuffer | undefined;
    for (;;) {
      try {
        last = device.allocate("the last one", bytes);
      } catch (error) {
        assert.ok(error instanceof OutOfMemoryError);
        break;
      }
    }
    device.write(last!, new Uint32Array(bytes / 4).fill(1));
    const sweep = { base: last!.address, bytes, repeats: 1, out: out.address };
    device.parallel(probesWasm.call("sweep", { items: 1, block: 1 }, sweep));
    const sums = new Uint32Array(await device.read(out));
    assert.equal(sums.reduce((sum, lane) => sum + lane), bytes / 4);
  });
});

Deno.test("freed buffers, foreign buffers and writes past the end are refused", async () => {
  await withDevice(undefined, async (device) => {
    const buffer = device.allocate("x", 8);
    assert.throws(() => device.write(buffer, new Float32Array(3)), DeviceError);
    assert.throws(() => device.write(buffer, new Float32Array(1), 8), DeviceError);
    assert.throws(() => device.write(buffer, new Float32Array(1), -4), DeviceError);
    assert.throws(() => device.write(buffer, new Float32Array(1), 2), DeviceError);
    device.free(buffer);
    assert.throws(() => device.free(buffer), DeviceError);
    assert.throws(() => buffer.address, DeviceError);
    assert.throws(() => device.clear(buffer), DeviceError);
    await assert.rejects(device.read(buffer), DeviceError);
    await withDevice(undefined, (other) => {
      const foreign = other.allocate("foreign", 4);
      assert.throws(() => device.free(foreign), DeviceError);
    });
  });
});

Deno.test("traps and refused memory are typed where they are guarded, other errors stay what they are", async () => {
  await withDevice(undefined, async (device) => {
    const failing = (error: Error) => device.guard("try", () => Promise.reject(error));
    await assert.rejects(failing(new WebAssembly.RuntimeError("unreachable")), DeviceError);
    await assert.rejects(failing(new RangeError("Array buffer allocation failed")), OutOfMemoryError);
    const defects = [new TypeError("a defect"), new RangeError("Maximum call stack size exceeded")];
    for (const own of defects) await assert.rejects(failing(own), (error) => error === own);
    assert.equal(await device.guard("try", () => 5), 5);
  });
});

Deno.test("time runs the work as often as it is told, and counts wall milliseconds", async () => {
  await withDevice(undefined, async (device) => {
    let calls = 0;
    const start = performance.now();
    const ms = await device.time(() => {
      calls++;
      const end = performance.now() + 2;
      while (performance.now() < end);
    }, 5);
    assert.equal(calls, 5);
    assert.ok(ms >= 10 && ms <= performance.now() - start, `${ms} ms`);
  });
});

Deno.test("a device of WebAssembly takes 4 GiB at most, however much it is given", async () => {
  for (const memoryBytes of [undefined, 2 ** 32, 2 ** 33]) {
    await withDevice(memoryBytes, ({ limits }) => assert.equal(limits.memoryBytes, 2 ** 32));
  }
});

Deno.test("a device without memory opens, and refuses every byte", async () => {
  await withDevice(0, (device) => {
    assert.throws(() => device.allocate("x", 4), /oom \(device memory\): 0 B of 0 B are taken/);
  });
});

Deno.test("a device that is closed has freed what it held", () => {
  const device = openWasmDevice({ threads: 1 }), buffer = device.allocate("x", 8);
  device.close();
  assert.equal(device.ledger.live, 0);
  assert.throws(() => buffer.address, DeviceError);
});

Deno.test("the name of a device ends with the number of its threads", () => {
  for (const [threads, text] of [[1, "(1 thread)"], [2, "(2 threads)"]] as const) {
    const device = openWasmDevice({ threads });
    assert.ok(device.name.endsWith(` ${text}`), device.name);
    device.close();
  }
});

Deno.test("impossible devices are refused", () => {
  const threads = [0, 1.5, 1025], memory = [-1, NaN];
  for (
    const options of [
      ...threads.map((threads) => ({ threads })),
      ...memory.map((memoryBytes) => ({ memoryBytes })),
    ]
  ) {
    assert.throws(() => openWasmDevice(options), DeviceError);
  }
});
