import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, readMatrix, uploadMatrix, writeMatrix } from "../../../hardware/dense.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { EPS_F32 } from "../../../kernels/checks/error_bound.ts";
import { neighborGroupCasWebGpu } from "../../../kernels/spmm/neighbor_group_cas/webgpu.ts";
import { leastQuanta } from "../../../kernels/spmm/neighbor_group_fixed/shared_rows_webgpu.ts";
import { neighborGroupFixedWebGpu } from "../../../kernels/spmm/neighbor_group_fixed/webgpu.ts";
import { neighborGroupWebGpu } from "../../../kernels/spmm/neighbor_group/webgpu.ts";
import { CONTINUES, cutItems, SHARED_WORDS, UNFINISHED } from "../../../kernels/plans/work_items_webgpu.ts";
import { MissingError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkPlan, COMMON_CASES, matrixOf } from "./plan_checks_webgpu.ts";

const KERNELS = [neighborGroupWebGpu, neighborGroupCasWebGpu, neighborGroupFixedWebGpu];

for (const kernel of KERNELS) {
  for (const [criterion, check] of Object.entries(COMMON_CASES)) {
    testOnAdapter(`${kernel.id}: ${criterion}`, (device) => check(device, kernel));
  }
}

testOnAdapter("every group size, worker count and workgroup is right", async (device) => {
  const matrix = matrixOf(120, 300, (row) => row === 5 ? 300 : 10 + row % 60);
  for (const kernel of KERNELS) {
    for (
      const parameters of [
        { groupSize: 8, dimWorkers: 1 },
        { groupSize: 13, dimWorkers: 3, workgroup: 1 },
        { groupSize: 32, dimWorkers: 256 },
        { groupSize: 1024, dimWorkers: 5, workgroup: 100 },
      ]
    ) await checkPlan(device, kernel, { matrix, width: 40 }, { parameters });
  }
  // With one entry per group, there are as many partial sums, and as many atomics, as entries.
  for (const kernel of [neighborGroupWebGpu, neighborGroupCasWebGpu]) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 40 }, {
      parameters: { groupSize: 1 },
    });
    assert.equal(facts.groups, matrix.colIdx.length);
    assert.equal(facts.largest_group, 1);
    assert.equal(facts.atomics, kernel === neighborGroupWebGpu ? 0 : matrix.colIdx.length * 40);
  }
});

testOnAdapter("atomics are counted for rows with several groups only", async (device) => {
  // A row of 3 entries is one group of 4, a row of 9 is three groups.
  const matrix = matrixOf(20, 30, (row) => row % 2 === 0 ? 3 : 9);
  for (const kernel of KERNELS) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 6 }, { parameters: { groupSize: 4 } });
    assert.equal(facts.groups, 10 + 30);
    assert.equal(facts.shared_groups, 30);
    assert.equal(facts.atomics, kernel === neighborGroupWebGpu ? 0 : 30 * 8, "two vectors of four");
  }
});

testOnAdapter("two-phase and fixed point give the same bits every time", async (device) => {
  const matrix = matrixOf(60, 900, (row) => row === 7 ? 900 : 40 + row);
  for (const kernel of [neighborGroupWebGpu, neighborGroupFixedWebGpu]) {
    const once = await checkPlan(device, kernel, { matrix, width: 20 });
    for (let again = 0; again < 3; again++) {
      assert.deepEqual((await checkPlan(device, kernel, { matrix, width: 20 })).panels, once.panels);
    }
  }
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const matrix = matrixOf(70_001, 100, (row) => row % 3);
  const parameters = { dimWorkers: 1, workgroup: 1, groupSize: 2 };
  for (const kernel of KERNELS) await checkPlan(device, kernel, { matrix, width: 4 }, { parameters });
});

testOnAdapter("operands above the binding limit are cut into panels and chunks", async (device) => {
  const matrix = matrixOf(300, 400, (row) => row === 7 ? 400 : 30 + row % 50);
  for (const kernel of KERNELS) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 50 }, {
      parameters: { groupSize: 8 },
    });
    assert(facts.chunks > 1 && facts.dispatches > facts.chunks, JSON.stringify(facts));
    await checkPlan(device, kernel, { matrix: matrixOf(60, 250, () => 30), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(250, 60, () => 6, false), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(1000, 16, (row) => row % 2), width: 1 });
  }
}, { bindingBytes: 16_000 });

testOnAdapter("rows that continue in the next chunk are right", async (device) => {
  Object.assign(device, { dispatchWork: 1000 });
  const matrix = matrixOf(9, 700, (row) => row % 2 === 0 ? 600 + row : 3);
  for (const kernel of KERNELS) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 8 }, {
      parameters: { groupSize: 16 },
    });
    assert(facts.chunks > 20, JSON.stringify(facts));
  }
});

testOnAdapter("fixed point follows features of any size, column by column", async (device) => {
  const matrix = matrixOf(50, 200, (row) => 40 + row);
  const random = new RandomStream(3, "sizes");
  for (const size of [1e-20, 1e-3, 1e6, 1e18]) {
    const features = Float32Array.from(
      { length: 200 * 6 },
      (_, i) => (2 * random.uniform() - 1) * size * 10 ** (i % 6),
    );
    await checkPlan(device, neighborGroupFixedWebGpu, { matrix, width: 6 }, { features });
  }
  // A column of zeros has no scale.
  const zeros = Float32Array.from({ length: 200 * 2 }, (_, i) => i % 2 === 0 ? 0 : 1);
  await checkPlan(device, neighborGroupFixedWebGpu, { matrix, width: 2 }, { features: zeros });
});

testOnAdapter("fixed point scales by the features present when it runs", async (device) => {
  const matrix = matrixOf(40, 100, () => 100, false);
  const x = uploadMatrix(device, "x", 100, 4, new Float32Array(400).fill(0.5));
  const y = allocateMatrix(device, "y", 40, 4);
  const plan = await prepareKernel(neighborGroupFixedWebGpu, device, { matrix, x, y, output: y }, 4);
  for (const size of [3e12, 7e-9, 1]) {
    writeMatrix(device, x, new Float32Array(400).fill(size));
    plan.run();
    const got = await readMatrix(device, y);
    assert(got.every((sum) => Math.abs(sum - 100 * size) <= 1e-6 * 100 * size), `${got[0]} at ${size}`);
  }
  writeMatrix(device, x, new Float32Array(400).fill(Infinity));
  plan.run();
  assert((await readMatrix(device, y)).every(Number.isNaN));
});

testOnAdapter(
  "fixed point refuses features that it would resolve too coarsely, and infinite ones",
  async (device) => {
    const matrix = matrixOf(50, 200, () => 40);
    for (const outlier of [1e9, Infinity, NaN]) {
      const features = new Float32Array(200).fill(1);
      features[0] = outlier;
      await assert.rejects(
        () => checkPlan(device, neighborGroupFixedWebGpu, { matrix, width: 1 }, { features }),
        MissingError,
      );
      assert.equal(device.ledger.live, 0);
    }
  },
);

Deno.test("the least number of quanta keeps the rounding error within half of the check's bound", () => {
  for (const [groups, terms] of [[2, 33], [2, 2], [157, 5000], [1000, 1000]]) {
    const magnitude = leastQuanta(groups, terms) - groups;
    assert(groups / 2 <= (terms + 2) * EPS_F32 / 2 * magnitude);
  }
});

Deno.test("chunks cover every item once, in order, within the limits, and number the partial sums", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ items: fc.integer({ min: 0, max: 6 }), size: fc.integer({ min: 0, max: 5 }) }), {
        maxLength: 30,
        size: "max",
      }),
      fc.record({
        items: fc.integer({ min: 1, max: 9 }),
        partials: fc.integer({ min: 1, max: 9 }),
        limit: fc.integer({ min: 1, max: 12 }),
      }),
      (rows, { items, partials, limit }) => {
        const targetOf = Uint32Array.from(rows.flatMap((row, target) => Array(row.items).fill(target)));
        const sizes = rows.flatMap((row) => Array<number>(row.items).fill(row.size));
        const sums = new Uint32Array(sizes.length + 1);
        sizes.forEach((size, i) => sums[i + 1] = sums[i] + size);
        const count = sizes.length;
        const chunks = cutItems({ count, targetOf }, { items, partials, resources: [{ sums, limit }] });
        let at = 0;
        for (const chunk of chunks) {
          assert.equal(chunk.first, at);
          assert(chunk.count >= 1 && chunk.count <= items && chunk.partials <= partials);
          assert(chunk.count === 1 || sums[at + chunk.count] - sums[at] <= limit);
          const here = [...targetOf.subarray(at, at + chunk.count)];
          at += chunk.count;
          let partial = 0;
          for (let i = 0; i < chunk.shared.length; i += SHARED_WORDS) {
            const [target, begin, end, flags] = chunk.shared.subarray(i, i + SHARED_WORDS);
            assert.deepEqual([begin, end - begin], [partial, here.filter((each) => each === target).length]);
            partial = end;
            assert.equal((flags & CONTINUES) !== 0, targetOf[chunk.first - 1] === target);
            assert.equal((flags & UNFINISHED) !== 0, targetOf[at] === target);
          }
          assert.equal(partial, chunk.partials);
          const shared = here.filter((target) => rows[target].items > 1).length;
          assert.equal(shared, chunk.partials);
        }
        assert.equal(at, count);
      },
    ),
  );
});
