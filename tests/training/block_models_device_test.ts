/**
 * Tests of the models of mini-batches on devices: every step against its oracle, and a whole training against
 * the oracle executor.
 *
 * @module
 */
import assert from "node:assert/strict";
import { rowMean } from "../../graph/normalization.ts";
import type { Device } from "../../hardware/device.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { openX86Device } from "../../hardware/cpu/x86/device.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { gat } from "../../training/models/gat.ts";
import { gin } from "../../training/models/gin.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import { residualGcn } from "../../training/models/residual_gcn.ts";
import { NO_MACHINE_CODE } from "../hardware/cpu/x86/machine_code.ts";
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import { writeParameters } from "./plain_program.ts";
import { randomBlock, stagedProgram } from "./staged_program.ts";

const shape = { classes: 3, hidden: 10, layers: 3, dropout: 0.3 };

const MODELS: Readonly<Record<string, readonly Layer[]>> = {
  "gat": gat({ classes: 3, heads: 3, headWidth: 5, layers: 3, dropout: 0.3 }),
  "gin": gin(shape),
  "graphSage": graphSage(shape),
  "residualGcn": residualGcn(shape),
};

const SIZES: Readonly<Record<string, readonly number[]>> = {
  "a square graph": [61, 61, 61, 61],
  "three blocks": [131, 70, 33, 9],
};

/** Models that a software adapter runs, whose aggregations differ; its pipelines take seconds to compile. */
const ON_ADAPTER = ["gat on three blocks", "gin on three blocks"];

function onAll(what: string, test: (device: Device) => Promise<void>): void {
  const onCpu = async (device: Device) => {
    try {
      await test(device);
    } finally {
      device.close();
    }
  };
  const options = { threads: 2, memoryBytes: 2 ** 24 };
  Deno.test(`every step of ${what} is right on wasm, and it learns`, () => onCpu(openWasmDevice(options)));
  Deno.test({
    name: `every step of ${what} is right on x86, and it learns`,
    ignore: NO_MACHINE_CODE !== undefined,
    fn: () => onCpu(openX86Device(options)),
  });
  if (!ON_ADAPTER.includes(what)) return;
  testOnAdapter(`every step of ${what} is right on webgpu, and it learns`, test);
}

for (const [name, layers] of Object.entries(MODELS)) {
  for (const [where, sizes] of Object.entries(SIZES)) {
    onAll(`${name} on ${where}`, async (device) => {
      const own = name !== "graphSage";
      const adjacencies = [0, 1, 2].map((at) => {
        const matrix = randomBlock({ rows: sizes[at + 1], cols: sizes[at], degree: 6, own, seed: 4 + at });
        return { matrix: own ? matrix : rowMean(matrix) };
      });
      const { program, bindings } = stagedProgram(layers, adjacencies, { width: 21 });
      const executor = await DeviceExecutor.open(device, program, bindings);
      const oracle = new OracleExecutor(program, bindings);
      for (const each of [oracle, executor]) writeParameters(each, program);

      const plans = executor.trainPlans;
      assert.ok(plans.length > 0 && plans.every(({ kernel }) => kernel.endsWith(`@${device.backend}`)));

      const report = await checkSteps(executor, { seed: 1 });
      assert.ok(report.ok, JSON.stringify(report));
      assert.equal(report.steps, program.train.length + program.evaluate.length);

      const losses: number[] = [];
      for (let step = 1; step <= 30; step++) {
        for (const each of [oracle, executor]) each.train(step);
        const [wanted] = await oracle.read(program.loss), [got] = await executor.read(program.loss);
        assert.ok(Math.abs(got - wanted) <= 1e-3 * Math.abs(wanted), `step ${step}: ${got}, not ${wanted}`);
        losses.push(got);
      }
      // Dropout masks make single losses jump, so sums are compared.
      const sum = (some: readonly number[]) => some.reduce((total, loss) => total + loss);
      assert.ok(sum(losses.slice(-8)) < 0.95 * sum(losses.slice(0, 8)), `nothing was learned: ${losses}`);
      executor.close();
      assert.equal(device.ledger.live, 0);
    });
  }
}
