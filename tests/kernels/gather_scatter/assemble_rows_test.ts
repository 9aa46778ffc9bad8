import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { emitAssembleRows } from "../../../kernels/gather_scatter/assemble_rows/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { assembleRows, type AssembleRowsProblem } from "../../../kernels/gather_scatter/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

interface Sizes {
  readonly rows: number;
  readonly staged: number;
  readonly cache: number;
  readonly previous: number;
  readonly cols: number;
}

/**
 * Random assembly: which rows are staged is drawn; staged rows of the last rows of Y are in place, the others
 * occupy the remaining last rows in random order.
 */
function assembly({ rows, staged, cache, previous, cols }: Sizes): AssembleRowsProblem {
  const stream = new RandomStream(rows + 100 * staged, "assembly");
  const resident = cache + previous, stagedRows = resident === 0 ? rows : Math.min(rows, staged);
  const firstStaged = rows - stagedRows;
  const missing = [...randomPermutation(rows, stream).subarray(0, stagedRows)];
  const place = Uint32Array.from({ length: rows }, () => resident === 0 ? 0 : stream.below(resident));
  const inPlace = missing.filter((row) => row >= firstStaged),
    away = missing.filter((row) => row < firstStaged);
  for (const row of inPlace) place[row] = resident + row - firstStaged;
  for (let last = firstStaged; last < rows; last++) {
    if (!inPlace.includes(last)) place[away.pop()!] = resident + last - firstStaged;
  }
  return {
    cache: uniforms(cache * cols, 1),
    cacheRows: cache,
    previous: uniforms(previous * cols, 2),
    previousRows: previous,
    staged: uniforms(stagedRows * cols, 3),
    stagedRows,
    cols,
    place,
  };
}

testOnEveryBackend("batches of random shapes are assembled right, with zero padding", async (device) => {
  const count = fc.nat(40);
  const sizes = fc.record({ rows: count, staged: count, cache: count, previous: count, cols: fc.nat(21) });
  await fc.assert(
    fc.asyncProperty(sizes, async (sizes) => {
      await assertRight(device, assembleRows, { problem: assembly(sizes) });
    }),
    { numRuns: 50, seed: 5 },
  );
});

testOnEveryBackend("arbitrary bits of a float are copied unchanged", async (device) => {
  const bits = Uint32Array.of(
    1,
    0x80000000,
    0x007fffff,
    0x7fc12345,
    0xff800000,
    0x7f812345,
    0x3f800000,
    0x80000001,
  );
  const odd = new Float32Array(bits.buffer);
  // Row 0 comes from the cache, row 1 exchanges with row 3, row 2 comes from the previous batch.
  const place = Uint32Array.of(0, 2, 1, 0);
  const problem = {
    cache: odd,
    cacheRows: 1,
    previous: odd,
    previousRows: 1,
    staged: odd,
    stagedRows: 1,
    cols: 8,
    place,
  };
  const operands = assembleRows.stage(device, problem);
  const kernel = assembleRows.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 8);
  plan.run();
  const got = new Uint32Array(await device.read(operands.output.panels[0].buffer));
  for (let row = 0; row < 4; row++) assert.deepEqual(got.subarray(8 * row, 8 * row + 8), bits);
  plan.destroy();
  assembleRows.release(device, operands);
});

testOnAdapter(
  "matrices that are cut at different columns are put together panel by panel",
  async (device) => {
    const problem = assembly({ rows: 150, staged: 60, cache: 40, previous: 100, cols: 70 });
    assert.ok((await assertRight(device, assembleRows, { problem })).facts.dispatches > 2);
    await assertRight(device, assembleRows, {
      problem: assembly({ rows: 30, staged: 10, cache: 300, previous: 7, cols: 45 }),
    });
  },
  { bindingBytes: 12_000 },
);

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const problem = assembly({ rows: 80_001, staged: 6_000, cache: 50, previous: 50, cols: 3 });
  await assertRight(device, assembleRows, { problem, parameters: { workgroup: 1 } });
});

testOnEveryBackend(
  "places that are not rows, and misplaced staged rows, are refused",
  (device) => {
    const sources = {
      cache: uniforms(2, 1),
      cacheRows: 1,
      previous: uniforms(2, 2),
      previousRows: 1,
      cols: 2,
    };
    const staged = { staged: uniforms(4, 3), stagedRows: 2 };
    const places = {
      "no row": [0, 1, 4],
      "no row, before the staged ones": [9, 0, 2, 3],
      "the first staged row twice, the second never": [2, 0, 2],
      "one staged row never": [0, 1, 3],
      "the last two exchanged, where each should lie in its place": [0, 3, 2],
      "a staged row in the place of the one before": [2, 3, 0],
      "more staged rows than rows": [2],
    };
    for (const [fault, place] of Object.entries(places)) {
      const problem = { ...sources, ...staged, place: Uint32Array.from(place) };
      assert.throws(() => assembleRows.stage(device, problem), UsageError, fault);
    }
    assert.equal(device.ledger.live, 0);
    return Promise.resolve();
  },
);

testOnEveryBackend("invalid places on the device skip rows and access nothing else", async (device) => {
  const problem = assembly({ rows: 6, staged: 2, cache: 3, previous: 3, cols: 4 });
  const operands = assembleRows.stage(device, problem);
  const staged = uniforms(8, 5), before = new Float32Array(24).fill(7);
  before.set(staged, 16);
  // Row 0 takes the first staged row, in whose place there is then nothing to put.
  const places = [[8, 2 ** 32 - 1, 2 ** 31, 0, 9, 2 ** 32 - 1], [6, 2 ** 31, 8, 0, 9, 8]];
  const kernel = assembleRows.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 4);
  for (const place of places) {
    device.write(operands.output.panels[0].buffer, before);
    device.write(operands.place, Uint32Array.from(place));
    plan.run();
    const got = new Float32Array(await device.read(operands.output.panels[0].buffer));
    const wanted = before.slice();
    wanted.set(problem.cache.subarray(0, 4), 12);
    if (place[0] === 6) wanted.set(staged.subarray(0, 4));
    assert.deepEqual(got, wanted);
  }
  plan.destroy();
  assembleRows.release(device, operands);
});

Deno.test("the bytes of an assembly are the rows before the staged ones, and those that these exchange with", () => {
  const problem = {
    cache: uniforms(14, 1),
    cacheRows: 2,
    previous: uniforms(7, 2),
    previousRows: 1,
    staged: uniforms(14, 3),
    stagedRows: 2,
    cols: 7,
    // Row 1 exchanges with row 3; row 4 is staged in its place.
    place: Uint32Array.of(0, 3, 2, 1, 4),
  };
  // Three rows and one more, each read and written once in vectors of four floats, and their places.
  const bytes = 4 * (4 + 2 * 4 * 8);
  const work = { multiplyAdds: 35, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  assert.deepEqual(assembleRows.work(problem), work);
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const cache = matrix(2, 8), narrow = matrix(2, 7), previous = matrix(3, 8), output = matrix(4, 8);
  const three = device.allocate("place", 12), four = device.allocate("place", 16);
  const kernel = assembleRows.kernels.find(({ backend }) => backend === device.backend)!;
  const right = { cache, previous, place: four, firstStaged: 3, output };
  const wrong = [{ cache: narrow }, { previous: narrow }, { place: three }, { firstStaged: 5 }, {
    firstStaged: -1,
  }];
  for (const fault of wrong) {
    const operands = { ...right, ...fault } as ReturnType<typeof assembleRows.stage>;
    await assert.rejects(() => prepareKernel(kernel, device, operands, 8), UsageError);
  }
  for (const each of [cache, narrow, previous, output]) freeMatrix(device, each);
  for (const each of [three, four]) device.free(each);
});

testMachineCode(assembleRows, {
  *problems() {
    for (const cols of [0, 1, 4, 5, 8, 12, 16, 17, 32, 60, 64, 100, 128, 131, 256, 300, 602]) {
      yield assembly({ rows: 40, staged: cols % 41, cache: 11, previous: 7, cols });
    }
    yield assembly({ rows: 700, staged: 300, cache: 200, previous: 100, cols: 9 });
    yield assembly({ rows: 20, staged: 5, cache: 0, previous: 3, cols: 9 });
    yield assembly({ rows: 20, staged: 5, cache: 3, previous: 0, cols: 9 });
    yield assembly({ rows: 9, staged: 9, cache: 0, previous: 0, cols: 9 });
  },
  emitted: () => [4, 8, 12, 16, 20, 64, 300].map((columns) => emitAssembleRows("avx512", { columns })),
});
