import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix, readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Dropout } from "../../../kernels/epilogue/epilogue.ts";
import { gatherEntries, type GatherEntriesProblem } from "../../../kernels/gather_scatter/mod.ts";
import { emitEntries, emitGatherEntries } from "../../../kernels/gather_scatter/entry_wise/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { DeviceError, UsageError } from "../../../platform/errors.ts";
import { randomPermutation, RandomStream, threefry2x32 } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

type EntryDropout = Dropout & { readonly step: number };

const DROPOUT: EntryDropout = { rate: 0.4, seed: 0xfedcba98, stream: 0x87654321, step: 7 };

/** Random index of `entries` elements below `sources`, unordered, with repetitions. */
function order(entries: number, sources: number): Uint32Array {
  const stream = new RandomStream(entries, "order");
  return Uint32Array.from({ length: entries }, () => stream.below(sources));
}

/** Whether dropout keeps entry `i`, by the definition in `kernels/epilogue/epilogue.ts`. */
function isKept(i: number, { rate, seed, stream, step }: EntryDropout): boolean {
  const words = new Uint32Array(2);
  threefry2x32(seed, stream, Math.floor(i / 4), step, words);
  const halves = [words[0] & 0xffff, words[0] >>> 16, words[1] & 0xffff, words[1] >>> 16];
  return halves[i % 4] >= Math.round(rate * 65536);
}

async function assertEntries(device: Device, problem: GatherEntriesProblem): Promise<Float32Array> {
  const { x, index, dropout } = problem;
  const { output } = await assertRight(device, gatherEntries, { problem });
  output.forEach((y, e) => {
    const from = index ? index[e] : e;
    const kept = !dropout || isKept(from, dropout);
    assert.equal(
      y,
      kept
        ? Math.fround(x[from] * Math.fround(1 / (1 - Math.round((dropout?.rate ?? 0) * 65536) / 65536)))
        : 0,
    );
  });
  return output;
}

testOnEveryBackend("random lengths, orders and rates are right bit by bit", async (device) => {
  const problems = fc.record({
    entries: fc.nat(200),
    sources: fc.integer({ min: 1, max: 200 }),
    indexed: fc.boolean(),
    dropped: fc.boolean(),
    rate: fc.constantFrom(0, 0.1, 0.5),
    seed: fc.nat(2 ** 32 - 1),
    stream: fc.nat(2 ** 32 - 1),
    step: fc.nat(2 ** 32 - 1),
  });
  await fc.assert(
    fc.asyncProperty(problems, async ({ entries, sources, indexed, dropped, ...dropout }) => {
      // With few entries all may be dropped, and a reference of zeros proves nothing.
      if (dropped) entries += 40, sources += 40;
      await assertEntries(device, {
        x: uniforms(indexed ? sources : entries, 1),
        ...(indexed ? { index: order(entries, sources) } : {}),
        ...(dropped ? { dropout } : {}),
      });
    }),
    { numRuns: 60, seed: 5 },
  );
});

testOnEveryBackend("every length around whole vectors and quads of them is right", async (device) => {
  for (let entries = 57; entries <= 81; entries++) {
    const x = uniforms(entries, 1),
      index = randomPermutation(entries, new RandomStream(entries, "permutation"));
    for (const dropout of [{}, { dropout: DROPOUT }]) {
      await assertEntries(device, { x, ...dropout });
      await assertEntries(device, { x, index, ...dropout });
    }
  }
});

testOnEveryBackend("dropout drops the same entries of a matrix and its transpose", async (device) => {
  const x = uniforms(500, 1);
  const index = randomPermutation(500, new RandomStream(2, "transpose"));
  const own = await assertEntries(device, { x, dropout: DROPOUT });
  const transposed = await assertEntries(device, { x, index, dropout: DROPOUT });
  index.forEach((from, to) => assert.equal(transposed[to], own[from]));
  const lost = own.filter((y) => y === 0).length / own.length;
  assert.ok(Math.abs(lost - DROPOUT.rate) < 0.1, `${lost} are lost`);
});

testOnEveryBackend("a plan draws anew when the training step on the device changes", async (device) => {
  const x = uniforms(300, 1);
  const operands = gatherEntries.stage(device, { x, dropout: DROPOUT });
  const kernel = gatherEntries.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 300);
  for (const step of [1, 2]) {
    device.write(operands.dropout!.step, Uint32Array.of(step));
    plan.run();
    const got = await readMatrix(device, operands.output);
    got.forEach((y, i) => assert.equal(y !== 0, isKept(i, { ...DROPOUT, step })));
  }
  plan.destroy();
  gatherEntries.release(device, operands);
});

Deno.test("the bytes of a gather of entries are those of the index, of x and of y", () => {
  const x = uniforms(50, 1);
  assert.deepEqual(gatherEntries.work({ x }), {
    multiplyAdds: 50,
    compulsoryBytes: 4 * (50 + 50),
    bytesWithoutReuse: 4 * (50 + 50),
  });
  // Without reuse, an entry of x is read for each entry of y.
  assert.deepEqual(gatherEntries.work({ x, index: order(70, 50) }), {
    multiplyAdds: 70,
    compulsoryBytes: 4 * (70 + 50 + 70),
    bytesWithoutReuse: 4 * (70 + 70 + 70),
  });
});

testOnAdapter("entries above the binding limit are gathered panel by panel", async (device) => {
  const sources = 3333;
  const x = uniforms(sources, 1);
  for (const dropout of [{}, { dropout: DROPOUT }]) {
    const { facts } = await assertRight(device, gatherEntries, { problem: { x, ...dropout } });
    assert.ok(facts.dispatches > 1, JSON.stringify(facts));
    await assertEntries(device, { x, ...dropout });
    await assertEntries(device, { x, index: order(101, sources), ...dropout });
    // The index is a single array, so it must itself stay within the limit.
    const long = { x: x.subarray(0, 90), index: order(3333, 90), ...dropout };
    await assert.rejects(() => assertEntries(device, long), DeviceError);
  }
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const parameters = { workgroup: 1 };
  const x = uniforms(4 * 66_000 + 1, 1), index = order(4 * 66_000 + 1, x.length);
  for (const dropout of [{}, { dropout: DROPOUT }]) {
    await assertRight(device, gatherEntries, { problem: { x, ...dropout }, parameters });
    await assertRight(device, gatherEntries, { problem: { x, index, ...dropout }, parameters });
  }
});

testOnEveryBackend(
  "invalid indices and rates are refused, with nothing left allocated",
  async (device) => {
    const x = uniforms(5, 1);
    assert.throws(
      () => gatherEntries.stage(device, { x, index: Uint32Array.of(1, 5) }),
      /found 5 at place 1/,
    );
    assert.throws(
      () => gatherEntries.stage(device, { x: x.subarray(0, 0), index: Uint32Array.of(0) }),
      UsageError,
    );
    assert.equal(device.ledger.live, 0);
    const kernel = gatherEntries.kernels.find(({ backend }) => backend === device.backend)!;
    for (const rate of [1, -0.1, NaN]) {
      const operands = gatherEntries.stage(device, { x, dropout: { ...DROPOUT, rate } });
      await assert.rejects(() => prepareKernel(kernel, device, operands, 5), UsageError);
      gatherEntries.release(device, operands);
    }
  },
);

testOnEveryBackend("an invalid index on the device accesses nothing outside x", async (device) => {
  const x = uniforms(6, 1);
  const operands = gatherEntries.stage(device, { x, index: Uint32Array.of(0, 1, 2) });
  device.write(operands.index!, Uint32Array.of(6, 2 ** 31, 2 ** 32 - 1));
  const kernel = gatherEntries.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 3);
  plan.run();
  assert.deepEqual(await readMatrix(device, operands.output), new Float32Array(3).fill(x[5]));
  plan.destroy();
  gatherEntries.release(device, operands);
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const row = (cols: number, rows = 1) => allocateMatrix(device, "m", rows, cols);
  const five = row(5), six = row(6), none = row(0), square = row(5, 5);
  const index = device.allocate("index", 20);
  const kernel = gatherEntries.kernels.find(({ backend }) => backend === device.backend)!;
  for (
    const operands of [
      { x: five, output: six },
      { x: square, output: five },
      { x: five, output: square, index },
      { x: five, output: six, index },
      { x: none, output: five, index },
    ]
  ) {
    const wrong = operands as ReturnType<typeof gatherEntries.stage>;
    await assert.rejects(() => prepareKernel(kernel, device, wrong, 5), UsageError);
  }
  for (const each of [five, six, none, square]) freeMatrix(device, each);
  device.free(index);
});

testMachineCode(gatherEntries, {
  *problems() {
    for (const dropout of [{}, { dropout: DROPOUT }, { dropout: { ...DROPOUT, rate: 0 } }]) {
      for (let entries = 0; entries <= 70; entries++) {
        const x = uniforms(entries, 1);
        yield { x, ...dropout };
        if (entries > 0) yield { x: uniforms(90, 2), index: order(entries, 90), ...dropout };
      }
      const x = uniforms(5003, 3);
      x.set([NaN, Infinity, -Infinity, -0]);
      yield { x, ...dropout };
      yield { x, index: order(7001, x.length), ...dropout };
    }
  },
  emitted: () =>
    [true, false].flatMap((drops) => [
      ...[0, 4, 60].map((last) => emitEntries("avx512", { floats: 64, last, drops })),
      ...[0, 1, 3, 4, 5, 15].map((last) => emitGatherEntries("avx512", { last, drops })),
    ]),
});
