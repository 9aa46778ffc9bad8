/**
 * Test of the rule by which features stay in a device's memory.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadingInPlace } from "../../../training/feature_loading/mod.ts";

Deno.test("features stay in a CPU device's memory where a quarter of it has room for them", () => {
  // Rows of 5 columns are padded to 8: 100 of them take 3,200 bytes.
  const features = { rows: 100, width: 5 };
  const chosen = (backend: "wasm" | "x86" | "webgpu", memoryBytes: number, bindingBytes = memoryBytes) =>
    loadingInPlace({ backend, limits: { memoryBytes, bindingBytes } }, features);
  for (const backend of ["wasm", "x86"] as const) {
    const { cached, match } = chosen(backend, 4 * 3_200)!;
    assert.equal(match, false);
    assert.deepEqual([cached!.length, cached![0], cached![99]], [100, 0, 99]);
    assert.equal(chosen(backend, 4 * 3_200 - 1), undefined);
    assert.equal(chosen(backend, 2 ** 40, 3_200)!.cached!.length, 100);
    assert.equal(chosen(backend, 2 ** 40, 3_199), undefined);
  }
  assert.equal(chosen("webgpu", 2 ** 40), undefined);
});
