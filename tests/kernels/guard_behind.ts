/**
 * Guard behind the operands of a kernel on CPU threads, which share one memory: what is written past the end
 * of an operand would reach another one.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../hardware/device.ts";
import type { AnyOperandsOf, OperationDefinition } from "../../kernels/operation.ts";

/** Bytes of a guard: more than the gap that an allocation may leave. */
const GUARD_BYTES = 4096;

/**
 * Puts a pattern behind what is allocated; the result checks that it is still there, and frees it. Every
 * other word is a negative zero, which also changes where 0 is added to it.
 */
export function guardBehind(device: Device): () => Promise<void> {
  // An adapter drops what a kernel writes outside its bindings.
  if (device.backend === "webgpu") return () => Promise.resolve();
  const guard = device.allocate("guard", GUARD_BYTES);
  const pattern = Uint32Array.from(
    { length: GUARD_BYTES / 4 },
    (_, i) => i % 2 === 0 ? 0x80000000 : 0xa5a5a5a5,
  );
  device.write(guard, pattern);
  return async () => {
    const found = new Uint32Array(await device.read(guard));
    device.free(guard);
    assert.deepEqual(found, pattern, "bytes behind the operands");
  };
}

/** An operation that puts a guard behind its operands, and the check of all guards. */
export function guarded<Problem, OperandsOf extends AnyOperandsOf>(
  operation: OperationDefinition<Problem, OperandsOf>,
): {
  readonly operation: OperationDefinition<Problem, OperandsOf>;
  readonly assertGuarded: () => Promise<void>;
} {
  const checks: (() => Promise<void>)[] = [];
  return {
    operation: {
      ...operation,
      stage(device, problem, features) {
        const operands = operation.stage(device, problem, features);
        checks.push(guardBehind(device));
        return operands;
      },
    },
    assertGuarded: async () => {
      assert.ok(checks.length > 0, "nothing was staged");
      for (const check of checks) await check();
    },
  };
}
