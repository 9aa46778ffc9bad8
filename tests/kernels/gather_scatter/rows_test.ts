import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix, readMatrix } from "../../../hardware/dense.ts";
import {
  emitClear,
  emitGatherRows,
  emitScatterRows,
} from "../../../kernels/gather_scatter/row_copy/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import {
  gatherRows,
  type GatherRowsProblem,
  scatterRows,
  type ScatterRowsProblem,
} from "../../../kernels/gather_scatter/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

/** Random gather, whose indices repeat and are unordered. */
function gather(sourceRows: number, cols: number, picked: number): GatherRowsProblem {
  const stream = new RandomStream(picked, "gather");
  const index = Uint32Array.from({ length: picked }, () => stream.below(sourceRows));
  return { x: uniforms(sourceRows * cols, 3), sourceRows, cols, index };
}

/** Random scatter, whose indices are distinct and unordered. */
function scatter(targetRows: number, cols: number, placed: number): ScatterRowsProblem {
  const index = randomPermutation(targetRows, new RandomStream(placed, "scatter")).subarray(0, placed);
  return { x: uniforms(placed * cols, 4), targetRows, cols, index };
}

testOnEveryBackend("gathers of random shapes are right, with zero padding", async (device) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.nat(21), fc.nat(90), async (rows, cols, picked) => {
      await assertRight(device, gatherRows, { problem: gather(rows, cols, picked) });
    }),
    { numRuns: 40, seed: 5 },
  );
});

testOnEveryBackend(
  "scatters of random shapes are right, all other rows and the padding zero",
  async (device) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.nat(21), fc.nat(60), async (rows, cols, placed) => {
        await assertRight(device, scatterRows, { problem: scatter(rows, cols, Math.min(rows, placed)) });
      }),
      { numRuns: 40, seed: 5 },
    );
  },
);

testOnEveryBackend("a scatter inverts a gather of distinct rows", async (device) => {
  const index = randomPermutation(50, new RandomStream(1, "index"));
  const x = uniforms(50 * 6, 1);
  const { output } = await assertRight(device, gatherRows, {
    problem: { x, sourceRows: 50, cols: 6, index },
  });
  const back = await assertRight(device, scatterRows, {
    problem: { x: output, targetRows: 50, cols: 6, index },
  });
  assert.deepEqual(back.output, x);
});

testOnAdapter("matrices above the binding limit are copied panel by panel", async (device) => {
  // X and Y differ in rows, so they are divided into panels at different columns.
  for (const problem of [gather(150, 70, 40), gather(40, 70, 150), gather(300, 90, 299)]) {
    assert.ok((await assertRight(device, gatherRows, { problem })).facts.dispatches > 1);
  }
  for (const problem of [scatter(150, 70, 40), scatter(300, 45, 299)]) {
    assert.ok((await assertRight(device, scatterRows, { problem })).facts.dispatches > 2);
  }
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const parameters = { workgroup: 1 };
  await assertRight(device, gatherRows, { problem: gather(100, 3, 70_001), parameters });
  await assertRight(device, scatterRows, { problem: scatter(70_100, 3, 70_001), parameters });
});

testOnEveryBackend("invalid indices are refused before anything is allocated", (device) => {
  const x = uniforms(12, 1);
  for (const index of [Uint32Array.of(0, 4), Uint32Array.of(2 ** 32 - 1)]) {
    assert.throws(() => gatherRows.stage(device, { x, sourceRows: 4, cols: 3, index }), UsageError);
    assert.throws(
      () => scatterRows.stage(device, { x: x.subarray(0, 3 * index.length), targetRows: 4, cols: 3, index }),
      UsageError,
    );
  }
  const none = { x: new Float32Array(), cols: 3, index: Uint32Array.of(0) };
  assert.throws(() => gatherRows.stage(device, { ...none, sourceRows: 0 }), UsageError);
  assert.equal(device.ledger.live, 0);
  return Promise.resolve();
});

testOnEveryBackend(
  "a scatter to one row twice is refused, a gather from one row twice is not",
  async (device) => {
    const index = Uint32Array.of(2, 0, 2);
    const x = uniforms(9, 1);
    assert.throws(
      () => scatterRows.stage(device, { x, targetRows: 3, cols: 3, index }),
      /2 a second time, at place 2/,
    );
    await assertRight(device, gatherRows, { problem: { x, sourceRows: 3, cols: 3, index } });
  },
);

testOnEveryBackend("an invalid index on the device accesses nothing outside the matrix", async (device) => {
  const problem = gather(7, 5, 4);
  const operands = gatherRows.stage(device, problem);
  device.write(operands.index, Uint32Array.of(6, 7, 2 ** 31, 2 ** 32 - 1));
  const kernel = gatherRows.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 5);
  plan.run();
  const got = new Float32Array(await device.read(operands.output.panels[0].buffer));
  for (let row = 0; row < 4; row++) {
    assert.deepEqual(got.subarray(8 * row, 8 * row + 5), problem.x.subarray(30, 35));
  }
  plan.destroy();
  gatherRows.release(device, operands);
});

testOnEveryBackend("an invalid index of a scatter writes nothing but the last row", async (device) => {
  const problem = scatter(7, 5, 4);
  const operands = scatterRows.stage(device, problem);
  // What lies behind Y must stay.
  const behind = device.allocate("behind", 4096), pattern = new Uint32Array(1024).fill(0xa5a5a5a5);
  device.write(behind, pattern);
  const kernel = scatterRows.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 5);
  for (const invalid of [7, 8, 11, 2 ** 31, 2 ** 32 - 1]) {
    device.write(operands.index, Uint32Array.of(3, invalid, 0, 5));
    plan.run();
    const wanted = new Float32Array(7 * 5);
    for (const [row, to] of [3, 6, 0, 5].entries()) {
      wanted.set(problem.x.slice(5 * row, 5 * row + 5), 5 * to);
    }
    assert.deepEqual(await readMatrix(device, operands.output), wanted, `${invalid}`);
    assert.deepEqual(new Uint32Array(await device.read(behind)), pattern);
  }
  plan.destroy();
  device.free(behind);
  scatterRows.release(device, operands);
});

Deno.test("the bytes of a copy are those of the index, of the rows read and of those written", () => {
  const bytes = 4 * (9 + 6 * (9 + 9));
  assert.deepEqual(gatherRows.work(gather(4, 6, 9)), {
    multiplyAdds: 54,
    compulsoryBytes: bytes,
    bytesWithoutReuse: bytes,
  });
  const scattered = 4 * (9 + 6 * (9 + 20));
  assert.deepEqual(scatterRows.work(scatter(20, 6, 9)), {
    multiplyAdds: 120,
    compulsoryBytes: scattered,
    bytesWithoutReuse: scattered,
  });
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const large = matrix(6, 8), small = matrix(3, 8), narrow = matrix(3, 7), empty = matrix(0, 8);
  const two = device.allocate("index", 8), three = device.allocate("index", 12);
  for (const operation of [gatherRows, scatterRows]) {
    const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
    for (const [whole, part, index] of [[large, narrow, three], [large, small, two], [empty, small, three]]) {
      const [x, output] = operation === gatherRows ? [whole, part] : [part, whole];
      const operands = { x, index, output } as ReturnType<typeof gatherRows.stage>;
      await assert.rejects(() => prepareKernel(kernel, device, operands, 8), UsageError);
    }
  }
  for (const each of [large, small, narrow, empty]) freeMatrix(device, each);
  for (const each of [two, three]) device.free(each);
});

const WIDTHS = [0, 1, 4, 5, 8, 12, 16, 17, 28, 32, 33, 60, 64, 100, 128, 131, 256, 300, 602];
const PADDED = [4, 8, 12, 16, 20, 28, 32, 60, 64, 128, 300].map((columns) => ({ columns }));
const GROUPS = [0, 4, 60].map((last) => ({ floats: 64, last }));

testMachineCode(gatherRows, {
  *problems() {
    for (const cols of WIDTHS) yield gather(31, cols, cols % 50);
    yield gather(1, 3, 200);
  },
  emitted: () => PADDED.map((shape) => emitGatherRows("avx512", shape)),
});

testMachineCode(scatterRows, {
  *problems() {
    for (const cols of WIDTHS) yield scatter(41, cols, cols % 41);
    yield scatter(0, 5, 0);
    yield scatter(1000, 3, 1000);
  },
  emitted: () => [
    ...PADDED.map((shape) => emitScatterRows("avx512", shape)),
    ...GROUPS.map((rows) => emitClear("avx512", rows)),
  ],
});
