/**
 * Measurements of several contenders together during which the driver held the GPU's clocks down: taken once
 * more, then marked, and never shared with another suite.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import { KeptResults } from "../../../experiments/session/kept_results.ts";
import { sessionLab } from "../../../experiments/session/session_lab.ts";
import { SessionMemo } from "../../../experiments/session/session_memo.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { GpuState } from "../../../hardware/gpu_state.ts";
import { GpuLooks } from "../../../hardware/measuring/gpu_looks.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { inFolder } from "../../in_folder.ts";
import { testContext, testLab } from "../lab.ts";
import { jointOutcome, jointSuite } from "./joint_suite.ts";

const COOL: GpuState = { name: "NVIDIA H200", driver: "580.159.04", clockMHz: 1980, throttleReasons: 0 };
const HOT: GpuState = { ...COOL, throttleReasons: 0x40 };

/**
 * Time of each of two suites that share a measurement, while the GPU is in these states, and the mark of
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
      const { time, value, ms } = await jointOutcome(jointSuite(id, measure), { lab, context });
      assert.equal(value.reason, time.reason);
      found.push([ms[0], time.reason]);
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

/**
 * Results of two comparisons that keep two each in the session's folder, while the GPU is in these states:
 * each is the number of its training, of which one is interrupted, and its comparison with it. The second
 * comparison is that of another run.
 */
async function keptUnder(states: readonly GpuState[], interrupted?: number): Promise<readonly number[][]> {
  return await inFolder(async (folder) => {
    const device = openWasmDevice({ threads: 1 }), left = [...states], found: number[][] = [];
    let trained = 0;
    const train = (_lab: Lab, _dataset: unknown, _seed: number) => {
      if (++trained === interrupted) throw new Interrupted("a test");
      return trained;
    };
    const gpuLooks = new GpuLooks(() => Promise.resolve(left.shift()));
    try {
      for (const id of ["first", "second"]) {
        const memo = new SessionMemo(), plain = testLab(device);
        const lab = sessionLab({
          ...plain,
          datasets: plain,
          computed: { get: plain.cached, getWithCost: plain.cachedWithCost },
          earlier: { times: () => Promise.resolve(new Map()), othersLoad: () => undefined },
          readProcessors: () => undefined,
          kept: new KeptResults(folder),
          memo,
          signal: new AbortController().signal,
        });
        const suite = jointSuite(id, async (lab) => {
          const ms: number[] = [];
          for (const seed of [1, 2]) ms.push(await lab.kept("own/trained", train, NO_DATASET, seed));
          return { ms, value: 0 };
        });
        const context = { ...testContext(), gpuLooks, memo };
        try {
          found.push([...(await jointOutcome(suite, { lab, context })).ms]);
        } catch (error) {
          if (!(error instanceof Interrupted)) throw error;
          found.push([]);
        }
      }
      assert.deepEqual(left, []);
      return found;
    } finally {
      device.close();
    }
  });
}

Deno.test("results in the session's folder are measured again, too, where the GPU was throttled", async () => {
  assert.deepEqual(await keptUnder([COOL, COOL, COOL, COOL]), [[1, 2], [1, 2]]);
  assert.deepEqual(await keptUnder([COOL, HOT, COOL, COOL, COOL, COOL]), [[3, 4], [3, 4]]);
  assert.deepEqual(await keptUnder([COOL, HOT, HOT, HOT, COOL, COOL]), [[3, 4], [5, 6]]);
});

Deno.test("results that were there before a throttled measurement stay", async () => {
  assert.deepEqual(await keptUnder([COOL, COOL, COOL, HOT, COOL, COOL]), [[1, 2], [1, 2]]);
});

Deno.test("a throttled measurement that is stopped leaves no result in the session's folder", async () => {
  assert.deepEqual(await keptUnder([COOL, COOL, COOL, COOL], 2), [[], [1, 3]]);
  assert.deepEqual(await keptUnder([COOL, HOT, COOL, COOL], 2), [[], [3, 4]]);
});
