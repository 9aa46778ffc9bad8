import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { computePipeline } from "../../../hardware/webgpu/pipeline.ts";
import { DeviceError, OutOfMemoryError } from "../../../platform/errors.ts";
import { testOnNewDevice } from "./any_adapter.ts";

const ADD_ONE = `
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&data)) { data[id.x] += 1u; }
}`;

async function addOne(device: WebGpuDevice, buffer: WebGpuBuffer): Promise<() => void> {
  const pipeline = await computePipeline(device, { label: "add one", source: ADD_ONE });
  const group = device.bindGroup(pipeline, [buffer]);
  return () => device.dispatch(pipeline, group, [Math.ceil(buffer.bytes / 256), 1, 1]);
}

async function words(device: WebGpuDevice, buffer: WebGpuBuffer): Promise<number[]> {
  return [...new Uint32Array(await device.read(buffer))];
}

testOnNewDevice("what is written is read back, at any offset and from any kind of array", async (device) => {
  for (const length of [1, 3, 4, 5, 1000, 1001, 65_537]) {
    const buffer = device.allocate("bytes", length + 8);
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + 1) & 255);
    device.write(buffer, new Uint8Array(buffer.bytes));
    device.write(buffer, data, 8);
    const back = new Uint8Array(await device.read(buffer));
    assert.deepEqual(back.subarray(8, 8 + length), data);
    assert.deepEqual(back.subarray(0, 8), new Uint8Array(8));
    device.free(buffer);
  }
  const shared = new Float32Array(new SharedArrayBuffer(32)).fill(2.5);
  const buffer = device.allocate("shared", 16);
  device.write(buffer, shared.subarray(2, 6));
  assert.deepEqual([...new Float32Array(await device.read(buffer))], [2.5, 2.5, 2.5, 2.5]);
});

testOnNewDevice("a read may end before the buffer does, at any byte, and not after it", async (device) => {
  const buffer = device.allocate("x", 12);
  device.write(buffer, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  for (const bytes of [0, 1, 4, 7, 12]) {
    const wanted = Array.from({ length: bytes }, (_, i) => i + 1);
    assert.deepEqual([...new Uint8Array(await device.read(buffer, bytes))], wanted);
  }
  for (const bytes of [13, -1, 2.5, NaN]) await assert.rejects(device.read(buffer, bytes), DeviceError);
});

testOnNewDevice("a write larger than the staging piece arrives whole", async (device) => {
  const count = 17 * 2 ** 20;
  const data = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 2654435761));
  const buffer = device.allocate("large", count * 4);
  device.write(buffer, data);
  const back = new Uint32Array(await device.read(buffer));
  assert(data.every((word, i) => back[i] === word));
});

testOnNewDevice("the ledger counts live and peak bytes", (device) => {
  assert.deepEqual(device.ledger, { live: 0, peak: 0 });
  const a = device.allocate("a", 1000), b = device.allocate("b", 5);
  assert.deepEqual([a.bytes, b.bytes], [1000, 8]);
  device.free(a);
  assert.deepEqual(device.ledger, { live: 8, peak: 1008 });
  device.resetPeak();
  assert.deepEqual(device.ledger, { live: 8, peak: 8 });
  return Promise.resolve();
});

testOnNewDevice("clear sets every byte to zero, in the order of the queued work", async (device) => {
  const buffer = device.allocate("data", 1024);
  device.write(buffer, new Uint32Array(256).fill(7));
  const increment = await addOne(device, buffer);
  increment();
  device.clear(buffer);
  increment();
  increment();
  assert.deepEqual(await words(device, buffer), Array(256).fill(2));
});

testOnNewDevice(
  "clear zeroes all of a buffer and nothing else, in a pass and outside of one",
  async (device) => {
    // 2^20 words are the most that are cleared within a pass.
    for (const count of [1, 63, 64, 65, 1000, 2 ** 20, 2 ** 20 + 1]) {
      const own = device.allocate("cleared", 4 * count), other = device.allocate("other", 4 * count);
      for (const buffer of [own, other]) device.write(buffer, new Uint32Array(count).fill(7));
      const [increment, opensPass] = [await addOne(device, own), await addOne(device, other)];
      for (const before of [opensPass, () => {}]) {
        before();
        device.clear(own);
        increment();
        assert(new Uint32Array(await device.read(own)).every((word) => word === 1), `${count} words`);
      }
      assert(new Uint32Array(await device.read(other)).every((word) => word === 8), `beside ${count} words`);
      for (const buffer of [own, other]) device.free(buffer);
    }
  },
);

testOnNewDevice("a uniform, which no kernel could write, is cleared too", async (device) => {
  const source = `@group(0) @binding(0) var<uniform> given: vec4u;
    @group(0) @binding(1) var<storage, read_write> seen: vec4u;
    @compute @workgroup_size(1) fn main() { seen += given + 1u; }`;
  const pipeline = await computePipeline(device, { label: "add", source });
  const given = device.uniform("given", Uint32Array.of(1, 2, 3, 4)), seen = device.allocate("seen", 16);
  device.clear(seen);
  const group = device.bindGroup(pipeline, [given, seen]);
  device.dispatch(pipeline, group, [1, 1, 1]);
  device.clear(given);
  device.dispatch(pipeline, group, [1, 1, 1]);
  assert.deepEqual(await words(device, seen), [3, 4, 5, 6]);
});

testOnNewDevice("a write does not overtake work that was queued before it", async (device) => {
  const buffer = device.allocate("data", 256);
  device.write(buffer, new Uint32Array(64));
  (await addOne(device, buffer))();
  device.write(buffer, Uint32Array.of(50), 4);
  assert.deepEqual((await words(device, buffer)).slice(0, 3), [1, 50, 1]);
});

testOnNewDevice("a shader that does not compile is a DeviceError that names the line", async (device) => {
  const source = "@compute @workgroup_size(1)\nfn main() {\n  let x: f32 = missing;\n}";
  await assert.rejects(
    () => device.guard("prepare", () => computePipeline(device, { label: "broken", source })),
    (error: Error) =>
      error instanceof DeviceError && /"broken".*line 3, column 16.*missing/.test(error.message),
  );
  await assert.rejects(() => computePipeline(device, { label: "broken", source }), /line 3/);
  await device.finish();
});

testOnNewDevice("a pipeline is compiled once for a source and its constants", async (device) => {
  const source = "override N: u32 = 1u;\n@compute @workgroup_size(N) fn main() {}";
  const pipeline = (n: number) => computePipeline(device, { label: "p", source, constants: { N: n } });
  assert.equal(await pipeline(2), await pipeline(2));
  assert.notEqual(await pipeline(2), await pipeline(4));
});

testOnNewDevice(
  "guard throws what the device reports and takes back what its work allocated",
  async (device) => {
    const kept = device.allocate("kept", 64);
    await assert.rejects(
      () =>
        device.guard("copy past the end", () => {
          const small = device.allocate("small", 16);
          const encoder = device.gpu.createCommandEncoder();
          encoder.copyBufferToBuffer(small.gpu, 0, kept.gpu, 0, 64);
          device.gpu.queue.submit([encoder.finish()]);
        }),
      (error: Error) => error instanceof DeviceError && error.message.startsWith("Cannot copy past the end"),
    );
    assert.equal(device.ledger.live, 64);
    assert.equal(await device.guard("nothing wrong", () => 3), 3);
    await assert.rejects(
      () => device.guard("own error", () => Promise.reject(new RangeError("mine"))),
      RangeError,
    );
  },
);

testOnNewDevice("an error that no guard caught is thrown by finish, once", async (device) => {
  device.gpu.createBuffer({ size: device.gpu.limits.maxBufferSize + 4, usage: GPUBufferUsage.STORAGE });
  await assert.rejects(() => device.finish(), DeviceError);
  await device.finish();
});

testOnNewDevice("more than the cap, or than one buffer may be, is out of memory", (device) => {
  const held = device.allocate("held", 600);
  assert.throws(() => device.allocate("more", 600), OutOfMemoryError);
  device.free(held);
  device.allocate("fits now", 600);
  assert.throws(() => device.allocate("huge", device.gpu.limits.maxBufferSize + 4), OutOfMemoryError);
  return Promise.resolve();
}, { memoryBytes: 1000 });

testOnNewDevice("freed, foreign and oversized buffers are refused", async (device) => {
  const buffer = device.allocate("gone", 64);
  device.free(buffer);
  for (
    const use of [
      () => device.write(buffer, new Uint32Array(1)),
      () => device.clear(buffer),
      () => device.free(buffer),
    ]
  ) {
    assert.throws(use, DeviceError);
  }
  await assert.rejects(() => device.read(buffer), DeviceError);
  const live = device.allocate("live", 64), wide = device.allocate("wide", 8192);
  assert.throws(() => device.write(live, new Uint32Array(17)), DeviceError);
  assert.throws(() => device.write(live, new Uint32Array(1), -4), DeviceError);
  await assert.rejects(() => addOne(device, wide), /binding limit of 4 KiB/);
}, { bindingBytes: 4096 });

testOnNewDevice("a lost or closed device says so", async (device) => {
  const buffer = device.allocate("data", 64);
  device.gpu.destroy();
  await device.gpu.lost;
  await assert.rejects(
    () => device.finish(),
    (error: Error) => error instanceof DeviceError && /lost/.test(error.message),
  );
  await assert.rejects(() => device.read(buffer), DeviceError);
  await assert.rejects(() => device.guard("work", () => 1), DeviceError);
  assert.throws(() => device.allocate("more", 4), /lost device/);
});

testOnNewDevice(
  "a copy within the device is queued in order, refuses what does not fit, and waits for nothing",
  async (device) => {
    const [from, to] = ["from", "to"].map((label) => device.allocate(label, 16));
    device.write(from, Uint32Array.of(1, 2, 3, 4));
    device.write(to, new Uint32Array(4));
    const run = await addOne(device, from), before = device.waits;
    device.copy({ buffer: from, byteOffset: 4 }, { buffer: to }, 8);
    run();
    device.copy({ buffer: from, byteOffset: 12 }, { buffer: to, byteOffset: 12 }, 4);
    for (const bytes of [20, -4]) {
      assert.throws(
        () => device.copy({ buffer: from }, { buffer: to }, bytes),
        DeviceError,
      );
    }
    assert.throws(() => device.copy({ buffer: from, byteOffset: 12 }, { buffer: to }, 8), DeviceError);
    assert.equal(device.waits, before);
    assert.deepEqual(await words(device, to), [2, 3, 0, 5]);
    assert.equal(device.waits, before + 1);
    await device.finish();
    assert.equal(device.waits, before + 2);
  },
);

/** Makes the `method` of an object fail as `failed` does while `isFailing` holds. */
function failing<Host extends object>(
  host: Host,
  method: keyof Host,
  { failed, isFailing }: { failed: (...given: unknown[]) => unknown; isFailing: () => boolean },
): void {
  const works = (host[method] as (...given: unknown[]) => unknown).bind(host);
  const either = (...given: unknown[]) => isFailing() ? failed(...given) : works(...given);
  Object.defineProperty(host, method, { value: either, configurable: true });
}

testOnNewDevice(
  "a buffer that finds no room is the error of the work that needs it, and of no later work",
  async (device) => {
    let isFailing = true;
    const { gpu } = device, createBuffer = gpu.createBuffer.bind(gpu);
    // The adapter refuses it as it refuses one without room: later, and with an invalid buffer.
    const failed = () => createBuffer({ size: gpu.limits.maxBufferSize + 4, usage: GPUBufferUsage.STORAGE });
    failing(gpu, "createBuffer", { failed, isFailing: () => isFailing });
    const buffer = device.allocate("no room", 64);
    isFailing = false;
    await assert.rejects(
      () => device.guard("prepare a kernel", () => addOne(device, buffer)),
      (error: Error) => {
        assert.match(error.message, /^Cannot prepare a kernel: found .*\bsize\b/);
        return error instanceof DeviceError;
      },
    );
    device.free(buffer);
    await device.finish();
  },
);

testOnNewDevice(
  "a pipeline that a driver has no memory for is compiled anew the next time",
  async (device) => {
    let isFailing = true;
    class GPUOutOfMemoryError extends Error {}
    const { gpu } = device, scopes: GPUErrorFilter[] = [];
    failing(gpu, "pushErrorScope", {
      failed: (scope) => void scopes.push(scope as GPUErrorFilter),
      isFailing: () => isFailing,
    });
    failing(gpu, "popErrorScope", {
      failed: () => {
        const error = scopes.pop() === "out-of-memory" ? new GPUOutOfMemoryError("full") : null;
        return Promise.resolve(error);
      },
      isFailing: () => isFailing,
    });
    const buffer = device.allocate("data", 256);
    device.write(buffer, new Uint32Array(64));
    await assert.rejects(addOne(device, buffer), (error: Error) => {
      assert.match(error.message, /^Cannot compile "add one": found full/);
      return error instanceof OutOfMemoryError;
    });
    isFailing = false;
    (await addOne(device, buffer))();
    assert.deepEqual(await words(device, buffer), Array(64).fill(1));
  },
);

testOnNewDevice("work that throws while it is timed costs no later work", async (device) => {
  if (!device.gpu.features.has("timestamp-query")) return;
  const buffer = device.allocate("data", 256);
  device.write(buffer, new Uint32Array(64));
  const increment = await addOne(device, buffer);
  const half = () => {
    increment();
    throw new RangeError("mine");
  };
  await assert.rejects(() => device.batch(half, 1), /mine/);
  await assert.rejects(() => device.timeParts([increment, half]), /mine/);
  await device.finish();
  assert.deepEqual(await words(device, buffer), Array(64).fill(3));
});

/** Work during which the adapter takes the device away, just as it is submitted. */
const WAITS: Readonly<Record<string, (device: WebGpuDevice, run: () => void) => Promise<unknown>>> = {
  read: (device) => device.read(device.allocate("data", 64)),
  finish: (device) => device.finish(),
  "timed work": (device, run) => device.batch(run, 1),
  "timed parts": (device, run) =>
    device.gpu.features.has("timestamp-query") ? device.timeParts([run, run]) : device.batch(run, 1),
};
for (const [name, wait] of Object.entries(WAITS)) {
  testOnNewDevice(`a device that is lost as its ${name} begins says so`, async (device) => {
    const run = await addOne(device, device.allocate("words", 256));
    await device.finish();
    const { gpu } = device, submit = gpu.queue.submit.bind(gpu.queue);
    const failed = (commands: unknown) => {
      submit(commands as GPUCommandBuffer[]);
      gpu.destroy();
      isFailing = false;
    };
    let isFailing = true;
    failing(gpu.queue, "submit", { failed, isFailing: () => isFailing });
    await assert.rejects(() => wait(device, run), (error: Error) => {
      assert.match(error.message, /lost device/);
      return error instanceof DeviceError;
    });
    // Dawn answers what it was asked before the loss, and crashes where the tests' thread has ended.
    await delay(50);
  });
}

testOnNewDevice("submissions are as short as a dispatch may be", async (device) => {
  const run = await addOne(device, device.allocate("words", 256)), { gpu } = device;
  const submit = gpu.queue.submit.bind(gpu.queue);
  let submissions = 0;
  gpu.queue.submit = (commands) => {
    submissions++;
    submit(commands);
  };
  const submissionsAt = async (work: number) => {
    device.dispatchWork = work;
    submissions = 0;
    // A dispatch of unstated work counts as a 256th of a submission.
    for (let call = 0; call < 300; call++) run();
    await device.finish();
    return submissions;
  };
  const pipeline = await computePipeline(device, { label: "add one", source: ADD_ONE });
  const group = device.bindGroup(pipeline, [device.allocate("more", 256)]);
  assert.equal(await submissionsAt(1e6), 2);
  device.dispatchWork = 1e6;
  submissions = 0;
  for (let call = 0; call < 8; call++) device.dispatch(pipeline, group, [1, 1, 1], 5e5);
  await device.finish();
  assert.equal(submissions, 4);
});
