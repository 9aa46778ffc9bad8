import assert from "node:assert/strict";
import { probesWasm } from "../../../hardware/cpu/probes_bindings.ts";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { smallProblems } from "../../../kernels/checks/small_problems.ts";
import { kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import { type PlanArrays, planInArena, planOnWasm } from "../../../kernels/plans/plan_wasm.ts";
import { operations } from "../../../kernels/registry.ts";
import { DeviceError } from "../../../platform/errors.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";

/** Runs a plan of every kernel of the device's backend, destroys it twice, and asks it to run again. */
async function assertRefusals(device: WasmDevice): Promise<void> {
  for (const operation of operations) {
    const [problem] = smallProblems[operation.id], width = operation.width(problem);
    for (const kernel of operation.kernels.filter(({ backend }) => backend === device.backend)) {
      const operands = operation.stage(device, problem, kernel.features);
      const plan = await prepareKernel(kernel, device, operands, width);
      plan.run();
      plan.destroy();
      plan.destroy();
      assert.throws(() => plan.run(), DeviceError, `${operation.id}/${kernelName(kernel)}`);
      operation.release(device, operands);
    }
  }
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(backend, `a destroyed plan of ${backend} refuses to run`, assertRefusals, [2]);
}

testOnCpu("wasm", "a plan that cannot be built leaves nothing allocated", async (device) => {
  const failure = new DeviceError({ action: "build", current: "none", wanted: "one", next: "mend it" });
  const build = ({ upload, reserve }: PlanArrays): never => {
    upload("data", Uint32Array.of(1, 2));
    reserve("scratch", 4096);
    assert.ok(device.ledger.live > 4096);
    throw failure;
  };
  const plans = [() => planInArena(device, build), () => planOnWasm(device, probesWasm, build)];
  for (const plan of plans) {
    await assert.rejects(plan, (error) => error === failure);
    assert.equal(device.ledger.live, 0);
  }
}, [1]);
