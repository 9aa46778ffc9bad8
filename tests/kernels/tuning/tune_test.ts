import assert from "node:assert/strict";
import { tileVectors } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { assertCsr } from "../../../graph/csr.ts";
import { chooseValue, tune, TUNED_WIDTHS } from "../../../kernels/tuning/tune.ts";
import { tunedNumbers } from "../../../kernels/tuning/tuned_numbers.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { tunedChoiceSchema } from "../../../results/store/tuned_choice.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";

const candidate = (value: number, lo: number, hi: number) => ({
  value,
  ms: [1],
  lo,
  hi,
  ratio: (lo + hi) / 2,
});

Deno.test("a value replaces the default only where it is better by more than two copies of it differ", () => {
  const choose = (
    copy: readonly [number, number],
    ...others: readonly (readonly [number, number, number])[]
  ) => chooseValue([candidate(8, 1, 1), candidate(8, ...copy), ...others.map((each) => candidate(...each))]);
  assert.deepEqual(choose([0.99, 1.01], [4, 1.05, 1.1]).chosen, 4);
  assert.deepEqual(choose([0.9, 1.01], [4, 1.05, 1.1]).chosen, 8, "a copy that looked slower counts alike");
  assert.deepEqual(choose([0.99, 1.06], [4, 1.05, 1.1]).chosen, 8);
  assert.deepEqual(choose([1, 1], [4, 1.004, 1.1]).chosen, 8, "no band is below the floor");
  assert.deepEqual(choose([0.99, 1.01], [4, 1.05, 1.1], [2, 1.06, 1.2]).chosen, 2, "the fastest of all");
  assert.deepEqual(choose([0.99, 1.01], [4, 0.7, 3]).chosen, 8, "a median alone does not count");
  assert.deepEqual(choose([0.99, 1.01]).chosen, 8);
  assert.ok(Math.abs(choose([0.8, 1.1]).band - 0.25) < 1e-12);
});

Deno.test("widths with something to try have it on either side of the last cache; others have nothing", () => {
  const names = (isa: InstructionSet, widths: readonly number[], cacheBytes = 2 ** 25) =>
    tunedNumbers({ isa, cacheBytes }, widths).map(({ name, values }) => `${name}: ${values}`);
  assert.deepEqual(names("avx512", [128]), [
    "entry sums, 128 columns, X within the last cache: 8,4,2",
    "entry sums, 128 columns, X beyond the last cache: 8,4,2",
    "dense product, 128 columns: 2,4",
  ]);
  assert.deepEqual(names("avx2", [128]), [
    "entry sums, 128 columns, X within the last cache: 8,4,2",
    "entry sums, 128 columns, X beyond the last cache: 8,4,2",
  ]);
  assert.deepEqual(names("avx2", [8, 16]), []);
  assert.equal(names("avx512", [128], 2 ** 30).length, 2, "no gigabytes for a cache of one");
});

Deno.test("products that code is tuned on exceed the last cache or lie within it, and touch all of that", () => {
  const cacheBytes = 2 ** 18;
  for (const isa of ["avx2", "avx512"] as const) {
    for (const { name, parameter, problem } of tunedNumbers({ isa, cacheBytes }, TUNED_WIDTHS.x86)) {
      if (parameter === "tile") continue;
      const { matrix, width } = problem(1) as SpmmProblem;
      assertCsr(matrix);
      const bytes = 4 * width * matrix.cols, named = 4 * width * new Set(matrix.colIdx).size;
      if (name.includes("beyond")) assert.ok(bytes > 3 * cacheBytes && named > 1.5 * cacheBytes, `${named}`);
      else assert.ok(bytes < cacheBytes / 2, name);
    }
  }
});

testOnX86(
  "tuning tells each value's samples, of the same number of rounds, and checks every one",
  async (device) => {
    const seen: string[] = [];
    const choices = await tune(device, { widths: [68], rounds: 3, onChoice: ({ name }) => seen.push(name) });
    const tiles = tileVectors(device.isa).length - 1;
    assert.deepEqual(seen, choices.map(({ name }) => name));
    assert.equal(choices.length, 2 + tiles);
    for (const choice of choices) {
      tunedChoiceSchema.parse(choice);
      const rounds = choice.candidates.map(({ ms }) => ms.length);
      assert.ok(rounds.every((each) => each === rounds[0]) && rounds[0] > 0, `${rounds}`);
      const [standard, copy, ...others] = choice.candidates;
      assert.deepEqual([standard.value, copy.value], [choice.standard, choice.standard]);
      assert.ok(others.length > 0 && others.every(({ value }) => value !== choice.standard));
      assert.equal(standard.ratio, 1);
      assert.equal(choice.columns, 68);
    }
  },
  [1],
);

testOnX86("an interrupted tuning ends with the round in progress, and leaves no memory", async (device) => {
  const controller = new AbortController();
  controller.abort(new Interrupted("SIGINT"));
  await assert.rejects(tune(device, { widths: [128], signal: controller.signal }), Interrupted);
}, [1]);
