/**
 * Measurements of several contenders together during which the driver held the GPU's clocks down: taken once
 * more, then marked, and never shared with another suite.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import { SessionMemo } from "../../../experiments/session/session_memo.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { GpuState } from "../../../hardware/gpu_state.ts";
import { GpuLooks } from "../../../hardware/measuring/gpu_looks.ts";
import { testContext, testLab } from "../lab.ts";
import { jointRows, jointSuite } from "./joint_suite.ts";

const COOL: GpuState = { name: "NVIDIA H200", driver: "580.159.04", clockMHz: 1980, throttleReasons: 0 };
const HOT: GpuState = { ...COOL, throttleReasons: 0x40 };

/**
 * Median time of each of two suites that share a measurement, while the GPU is in these states, and the mark of
 * it and of a value beside it.
 */
async function sharedUnder(states: readonly GpuState[]): Promise<readonly (readonly [number, string])[]> {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo(), left = [...states];
  const lab: Lab = { ...testLab(device), once: (...asked) => memo.get(lab, ...asked) };
  const gpuLooks = new GpuLooks(() => Promise.resolve(left.shift()));
  let measured = 0;
  const shared = () => ++measured;
  const measure = async (lab: Lab) => {
    const ms = [await lab.once(shared, NO_DATASET, {}, lab.profile)];
    return { ms, value: [1, 2] };
  };
  try {
    const found: (readonly [number, string])[] = [];
    for (const id of ["first", "second"]) {
      const context = { ...testContext(), gpuLooks, memo };
      const [{ median, reason }, value] = await jointRows(jointSuite(id, measure), { lab, context });
      assert.equal(value.reason, reason);
      found.push([median!, reason]);
    }
    assert.deepEqual(left, []);
    return found;
  } finally {
    device.close();
  }
}

Deno.test("contenders that are measured together are measured again where the GPU was throttled", async () => {
  assert.deepEqual(await sharedUnder([COOL, COOL, COOL, COOL]), [[1, ""], [1, ""]]);
  assert.deepEqual(await sharedUnder([COOL, HOT, COOL, COOL, COOL, COOL]), [[2, ""], [2, ""]]);
  assert.deepEqual(await sharedUnder([COOL, COOL, HOT, COOL, COOL, COOL]), [[1, ""], [1, ""]]);
});

Deno.test("what was throttled twice is marked, and a later suite measures for itself", async () => {
  const [[first, reason], second] = await sharedUnder([COOL, HOT, HOT, HOT, COOL, COOL]);
  assert.equal(first, 2);
  assert.match(reason, /^throttled: hardware thermal slowdown \(1980 MHz\)$/);
  assert.deepEqual(second, [3, ""]);
});
