import assert from "node:assert/strict";
import {
  allocateMatrix,
  firstDifference,
  freeMatrix,
  panelCols,
  poisonMatrix,
  readMatrix,
  uploadMatrix,
  viewMatrix,
} from "../../hardware/dense.ts";
import { roundNumbers } from "../../hardware/number_format.ts";
import { openWasmDevice, type WasmBuffer, type WasmDevice } from "../../hardware/cpu/device.ts";
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";

Deno.test("a matrix that one binding holds has one panel; a larger one panels of at most 64 columns that fit", () => {
  assert.equal(panelCols(1000, 602, 2 ** 30), 602);
  assert.equal(panelCols(1000, 602, 1000 * 602 * 4), 64);
  assert.equal(panelCols(1000, 602, 1000 * 16 * 4), 16);
  assert.equal(panelCols(1000, 602, 1000 * 19 * 4), 16);
  assert.throws(() => panelCols(1000, 602, 1000 * 3 * 4), OutOfMemoryError);
  assert.equal(panelCols(0, 602, 16), 4);
});

Deno.test("what is uploaded comes back, whatever the width", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  for (const cols of [1, 3, 4, 5, 64, 65, 130]) {
    const data = Float32Array.from({ length: 7 * cols }, (_, i) => i + 0.5);
    const matrix = uploadMatrix(device, "x", 7, cols, data);
    assert.deepEqual(await readMatrix(device, matrix), data);
    freeMatrix(device, matrix);
  }
  assert.equal(device.ledger.live, 0);
  device.close();
});

Deno.test("fewer or more numbers than a matrix has are refused, whatever the padding", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  for (const cols of [1, 3, 4, 65]) {
    for (const count of [0, 7 * cols - 1, 7 * cols + 1]) {
      const upload = () => uploadMatrix(device, "x", 7, cols, new Float32Array(count));
      assert.throws(upload, (error) => {
        assert.ok(error instanceof UsageError, String(error));
        return error.message.includes(`found ${count} numbers, wanted ${7 * cols}`);
      });
      assert.equal(device.ledger.live, 0);
    }
  }
  device.close();
});

Deno.test("a matrix of bf16 holds the rounded numbers in half the bytes, in one panel or several", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  const narrow = {
    backend: "webgpu",
    limits: { ...device.limits, bindingBytes: 7 * 64 * 2 },
    allocate: device.allocate.bind(device),
    write: device.write.bind(device),
    free: device.free.bind(device),
  } as unknown as WasmDevice;
  for (const [on, cols] of [[device, 3], [device, 4], [device, 65], [narrow, 65], [narrow, 130]] as const) {
    const data = Float32Array.from({ length: 7 * cols }, (_, i) => Math.sin(i));
    const matrix = uploadMatrix(on, "x", 7, cols, data, "bf16");
    assert.equal(matrix.panels.length, on === narrow ? Math.ceil(cols / 64) : 1);
    const bytes = sumOf(matrix.panels, ({ buffer }) => buffer.bytes);
    assert.equal(bytes, sumOf(matrix.panels, ({ stride }) => 7 * stride * 2));
    const rounded = roundNumbers("bf16", data);
    assert.deepEqual(await readMatrix(device, matrix), rounded);
    assert.deepEqual(await viewMatrix(device, matrix), rounded);
    assert.equal(await firstDifference(device, matrix, data), undefined);
    const changed = data.with(cols + 1, 7);
    assert.deepEqual(await firstDifference(device, matrix, changed), {
      row: 1,
      col: 1,
      got: rounded[cols + 1],
      wanted: 7,
    });
    poisonMatrix(device, matrix);
    assert.ok((await readMatrix(device, matrix)).every(Number.isNaN));
    freeMatrix(device, matrix);
  }
  assert.equal(device.ledger.live, 0);
  device.close();
});

Deno.test("of a buffer that is larger than its panel only the panel is copied back", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
  const buffer = device.allocate("shared", 4096);
  device.write(buffer, Float32Array.from({ length: 1024 }, (_, i) => i));
  const copied: number[] = [];
  const counting = {
    read: async (from: WasmBuffer, bytes?: number) => {
      const copy = await device.read(from, bytes);
      copied.push(copy.byteLength);
      return copy;
    },
  } as unknown as WasmDevice;
  const matrix = { rows: 5, cols: 3, panels: [{ firstCol: 0, cols: 3, stride: 4, buffer }] };
  const wanted = Float32Array.of(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18);
  assert.deepEqual(await readMatrix(counting, matrix), wanted);
  assert.deepEqual(await readMatrix(counting, { ...matrix, rows: 0 }), new Float32Array());
  assert.deepEqual(copied, [80, 0]);
  device.close();
});

Deno.test("a matrix whose last panel does not fit leaves nothing allocated", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 100 * 64 * 4 });
  // Bindings of a fifth of the memory: the panels fit one by one, not together.
  const narrow = {
    backend: "webgpu",
    limits: { ...device.limits, bindingBytes: 100 * 16 * 4 },
    allocate: device.allocate.bind(device),
    free: device.free.bind(device),
  } as unknown as WasmDevice;
  assert.throws(() => allocateMatrix(narrow, "x", 100, 160), OutOfMemoryError);
  assert.equal(device.ledger.live, 0);
  device.close();
});

Deno.test("a matrix on a CPU is reserved in one piece, or refused before a part of it is", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 }), asked: number[] = [];
  const counting = {
    backend: device.backend,
    limits: device.limits,
    allocate: (label: string, bytes: number) => {
      asked.push(bytes);
      return device.allocate(label, bytes);
    },
  } as unknown as WasmDevice;
  assert.throws(() => allocateMatrix(counting, "x", 2 ** 12, 128), OutOfMemoryError);
  assert.deepEqual(asked, [2 ** 21]);
  device.close();
});
