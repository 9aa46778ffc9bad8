import assert from "node:assert/strict";
import type { WasmBuffer } from "../../../hardware/cpu/wasm_device.ts";
import { wholePanel } from "../../../kernels/plans/plan_wasm.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";

const buffer: WasmBuffer = { label: "x", bytes: 4096, address: 128 };

Deno.test("a matrix on the CPU is one panel, or none where it has no columns", () => {
  const panel = { firstCol: 0, cols: 6, stride: 8, buffer };
  assert.deepEqual(wholePanel({ rows: 3, cols: 6, panels: [panel] }), { address: 128, stride: 32 });
  assert.deepEqual(wholePanel({ rows: 3, cols: 6, panels: [panel], format: "bf16" }), {
    address: 128,
    stride: 16,
  });
  assert.deepEqual(wholePanel({ rows: 3, cols: 0, panels: [] }), { address: 0, stride: 0 });
});

Deno.test("a matrix that takes several panels is refused: kernels would compute on the first alone", () => {
  const panels = [0, 64].map((firstCol) => ({ firstCol, cols: 64, stride: 64, buffer }));
  assert.throws(
    () => wholePanel({ rows: 2 ** 24, cols: 128, panels }),
    (error) =>
      error instanceof OutOfMemoryError && /oom \(4 GiB an array\).*16777216 x 128/.test(error.message),
  );
});
