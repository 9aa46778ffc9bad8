import assert from "node:assert/strict";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";

Deno.test("the same numbers are pinned once, and not as a matrix of another shape", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 1 << 24 });
  const values = Float32Array.from({ length: 12 }, (_, i) => i);
  try {
    const first = device.pinned.pin({ rows: 4, width: 3, values });
    assert.ok(first !== undefined && first === device.pinned.pin({ rows: 4, width: 3, values }));
    assert.throws(() => device.pinned.pin({ rows: 3, width: 4, values }), UsageError);
    device.pinned.unpin(values);
    device.pinned.unpin(values);
    assert.equal(device.pinned.pin({ rows: 3, width: 4, values })?.rows, 3);
    device.pinned.unpin(values);
  } finally {
    device.close();
  }
});
