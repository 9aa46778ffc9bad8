/**
 * Checks of all SpMM kernels of a device on one problem, which is staged once for each format of features.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  allocateMatrix,
  type DeviceMatrix,
  freeMatrix,
  poisonMatrix,
  readMatrix,
} from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { type Kernel, type ParameterValues, type Plan, prepareKernel } from "../../../kernels/kernel.ts";
import { roundedProblem } from "../../../kernels/rounded_problem.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { MissingError } from "../../../platform/errors.ts";

type SpmmKernel = Kernel<SpmmOperandsOf>;

/**
 * Prepares a kernel, or returns nothing where fixed point refuses because its quanta would be too coarse: a
 * refusal is not a wrong product.
 */
async function unlessRefused(kernel: SpmmKernel, prepare: Promise<Plan>): Promise<Plan | undefined> {
  try {
    return await prepare;
  } catch (error) {
    if (error instanceof MissingError && kernel.id === "neighbor-group-fixed") return undefined;
    throw error;
  }
}

/**
 * Checks every kernel's product against the oracle, over poison, and the device's ledger for leaks. All
 * kernels run before any result is read, since reading from an adapter takes most of the time. Returns the
 * number of refusals by fixed point: 0 or 1.
 */
export async function checkEveryKernel(
  device: Device,
  problem: SpmmProblem,
  parametersOf: (kernel: string) => ParameterValues = () => ({}),
): Promise<number> {
  const { width, matrix: { rows } } = problem;
  const kernels = spmm.kernels.filter(({ backend }) => backend === device.backend);
  const byFormat = Map.groupBy(kernels, ({ features = "f32" }) => features);
  const staged = [...byFormat].map(([format, kernels]) => {
    const held = roundedProblem(spmm, problem, format);
    return { kernels, held, operands: spmm.stage(device, held, format) };
  });
  const products = staged.flatMap(({ kernels, ...of }) =>
    kernels.map((kernel) => ({ kernel, ...of, y: allocateMatrix(device, "Y", rows, width) }))
  );
  try {
    const ran: { readonly what: string; readonly held: SpmmProblem; readonly y: DeviceMatrix }[] = [];
    for (const { kernel, held, operands, y } of products) {
      const parameters = parametersOf(kernel.id);
      // The buffers belong to the backend of the device that allocated them, so the cast is safe.
      const own = { ...operands, y, output: y } as typeof operands;
      const plan = await unlessRefused(kernel, prepareKernel(kernel, device, own, width, { parameters }));
      if (plan === undefined) continue;
      poisonMatrix(device, y);
      plan.run();
      plan.destroy();
      ran.push({ what: `${kernel.id} ${JSON.stringify(parameters)}, ${rows} rows, width ${width}`, held, y });
    }
    const results = await Promise.all(ran.map(({ y }) => readMatrix(device, y)));
    for (const [i, result] of results.entries()) {
      const report = checkOutput(spmm, ran[i].held, result, { seed: 1 });
      assert.ok(report.ok, `${ran[i].what}: ${JSON.stringify(report)}`);
      assert.equal(report.checkedRows, rows);
    }
    return kernels.length - ran.length;
  } finally {
    for (const { y } of products) freeMatrix(device, y);
    for (const { operands } of staged) spmm.release(device, operands);
    assert.equal(device.ledger.live, 0, "memory that a plan kept");
  }
}
