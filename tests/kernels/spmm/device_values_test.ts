import assert from "node:assert/strict";
import { nnz } from "../../../graph/csr.ts";
import {
  allocateMatrix,
  type DeviceMatrix,
  freeMatrix,
  poisonMatrix,
  readMatrix,
  uploadMatrix,
  writeMatrix,
} from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { type Kernel, type Plan, prepareKernel } from "../../../kernels/kernel.ts";
import { roundedProblem } from "../../../kernels/rounded_problem.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { testOnEveryBackend } from "../every_backend.ts";
import { randomProblem } from "./spmm_problem.ts";

type SpmmKernel = Kernel<SpmmOperandsOf>;

/** Kernels that lay the matrix out anew; every other one reads values where the matrix has them. */
const REBLOCKING = ["block-sparse", "neighbor-group", "neighbor-group-cas", "neighbor-group-fixed"];

const kernelsOn = (device: Device) => spmm.kernels.filter(({ backend }) => backend === device.backend);
const rowKernels = (device: Device) => kernelsOn(device).filter(({ id }) => !REBLOCKING.includes(id));

/** Prepares a plan with values on the device, and destroys it when `work` ends. */
async function withPlan(
  device: Device,
  kernel: SpmmKernel,
  { problem, values }: { readonly problem: SpmmProblem; readonly values: DeviceMatrix },
  work: (plan: Plan, y: DeviceMatrix) => Promise<void>,
): Promise<Plan["facts"]> {
  const staged = spmm.stage(device, problem, kernel.features);
  try {
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    const operands = { ...staged, values } as typeof staged;
    const plan = await prepareKernel(kernel, device, operands, problem.width);
    try {
      await work(plan, staged.y);
    } finally {
      plan.destroy();
    }
    return plan.facts;
  } finally {
    spmm.release(device, staged);
  }
}

/** Runs a plan with two sets of values, one after the other; the matrix's own values must not be used. */
async function checkChangingValues(device: Device, kernel: SpmmKernel, given: SpmmProblem) {
  const problem = roundedProblem(spmm, given, kernel.features), { matrix, width } = problem;
  const random = new RandomStream(5, "values");
  const drawn = [0, 1].map(() => Float32Array.from({ length: nnz(matrix) }, () => 2 * random.uniform() - 1));
  const values = allocateMatrix(device, "values", 1, nnz(matrix));
  poisonMatrix(device, values);
  const facts = await withPlan(device, kernel, { problem, values }, async (plan, y) => {
    for (const numbers of drawn) {
      writeMatrix(device, values, numbers);
      poisonMatrix(device, y);
      plan.run();
      const exact = { ...problem, matrix: { ...matrix, values: numbers } };
      const report = checkOutput(spmm, exact, await readMatrix(device, y), { seed: 1 });
      assert.ok(report.ok, `${kernel.id}, width ${width}: ${JSON.stringify(report)}`);
    }
  });
  freeMatrix(device, values);
  assert.equal(device.ledger.live, 0);
  return facts;
}

testOnEveryBackend(
  "values on the device are read anew in every run, instead of the matrix's own values",
  async (device) => {
    for (const kernel of rowKernels(device)) {
      for (const weighted of [true, false]) {
        for (const width of [1, 4, 37, 130]) {
          const entries = (row: number) => row === 9 ? 300 : row % 12;
          const problem = randomProblem({ rows: 90, cols: 300, width, weighted, entries });
          await checkChangingValues(device, kernel, problem);
        }
      }
      await checkChangingValues(
        device,
        kernel,
        randomProblem({
          rows: 5,
          cols: 5,
          width: 3,
          entries: () => 0,
        }),
      );
    }
  },
);

testOnEveryBackend(
  "kernels that re-block the matrix refuse values on the device and name row-split",
  async (device) => {
    const problem = randomProblem({ rows: 40, cols: 40, width: 4, entries: () => 9 });
    const values = uploadMatrix(device, "values", 1, 360, new Float32Array(360).fill(1));
    const others = kernelsOn(device).filter(({ id }) => REBLOCKING.includes(id));
    const ids = others.map(({ id }) => id).sort();
    assert.deepEqual(ids, REBLOCKING);
    for (const kernel of others) {
      await assert.rejects(
        () => withPlan(device, kernel, { problem, values }, () => Promise.resolve()),
        (error) => error instanceof UsageError && error.message.includes('"row-split"'),
        kernel.id,
      );
    }
    freeMatrix(device, values);
    assert.equal(device.ledger.live, 0);
  },
);

testOnEveryBackend("values are refused unless there is one for each entry", async (device) => {
  const problem = randomProblem({ rows: 10, cols: 10, width: 4, entries: () => 3 });
  for (const [rows, cols] of [[1, 29], [1, 31], [30, 1], [2, 15]]) {
    const values = allocateMatrix(device, "values", rows, cols);
    for (const kernel of rowKernels(device)) {
      await assert.rejects(
        () => withPlan(device, kernel, { problem, values }, () => Promise.resolve()),
        UsageError,
      );
    }
    freeMatrix(device, values);
    assert.equal(device.ledger.live, 0);
  }
});

testOnAdapter("rows that several dispatches share find their values", async (device) => {
  Object.assign(device, { dispatchWork: 1000 });
  for (const kernel of rowKernels(device)) {
    const problem = randomProblem({
      rows: 40,
      cols: 800,
      width: 4,
      entries: (row) => row % 9 === 0 ? 700 : row,
    });
    const facts = await checkChangingValues(device, kernel, problem);
    assert.ok(facts!.dispatches > 10, JSON.stringify(facts));
  }
});

testOnAdapter("values that one binding cannot hold are refused", async (device) => {
  const problem = randomProblem({ rows: 10, cols: 500, width: 4, entries: () => 450 });
  const values = allocateMatrix(device, "values", 1, 4500);
  for (const kernel of rowKernels(device)) {
    await assert.rejects(
      () => withPlan(device, kernel, { problem, values }, () => Promise.resolve()),
      OutOfMemoryError,
    );
  }
  freeMatrix(device, values);
  assert.equal(device.ledger.live, 0);
}, { bindingBytes: 16_000 });
