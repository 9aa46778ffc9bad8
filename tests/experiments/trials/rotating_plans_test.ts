import assert from "node:assert/strict";
import { RotatingPlans } from "../../../experiments/trials/rotating_plans.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { type StagedKernel, stageKernel } from "../../../kernels/staged_kernel.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { randomProblem } from "../../kernels/spmm/spmm_problem.ts";

const problem = randomProblem({ rows: 60, cols: 40, width: 8, entries: (row) => 1 + row % 5 });

type Set = StagedKernel<SpmmProblem, SpmmOperandsOf, typeof spmm>;

/** Three sets, with the number of calls of each; `altered` may replace the plan of a set. */
async function rotating(device: WasmDevice, altered: (set: Set, place: number) => Set = (set) => set) {
  const calls = [0, 0, 0], sets: Set[] = [];
  for (const place of calls.keys()) {
    const set = altered(await stageKernel(device, problem, { operation: spmm, kernel: rowSplitWasm }), place);
    sets.push({
      ...set,
      run() {
        calls[place]++;
        set.run();
      },
    });
  }
  return { calls, plans: new RotatingPlans(device, sets.map((set) => [set])) };
}

Deno.test("sets take turns, and those that a sample has not reached run before they are checked", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { calls, plans } = await rotating(device);
    for (let call = 0; call < 4; call++) plans.run();
    assert.deepEqual(calls, [2, 1, 1]);
    const check = await plans.renew(7);
    plans.run();
    await check();
    assert.deepEqual(calls, [3, 2, 2]);
    // A sample of more calls than sets has reached all of them.
    const again = await plans.renew(8);
    for (let call = 0; call < 5; call++) plans.run();
    await again();
    assert.equal(calls.reduce((sum, own) => sum + own), 12);
    await plans.recheck(9);
  } finally {
    device.close();
  }
});

Deno.test("one set that does nothing is wrong, whether or not a sample has reached it", async () => {
  for (const wrong of [0, 1, 2]) {
    const device = openWasmDevice({ threads: 1 });
    try {
      const { plans } = await rotating(
        device,
        (set, place) => place === wrong ? { ...set, run: () => {} } : set,
      );
      const check = await plans.renew(7);
      plans.run();
      await assert.rejects(check(), WrongResultError);
    } finally {
      device.close();
    }
  }
});
