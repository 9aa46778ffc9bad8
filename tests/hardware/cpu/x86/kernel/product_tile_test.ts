import assert from "node:assert/strict";
import { vec } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { clearMemory, testFinite } from "../../../../../hardware/cpu/x86/kernel/memory_range.ts";
import { multiply, tileRows } from "../../../../../hardware/cpu/x86/kernel/product_tile.ts";
import { RegisterFile } from "../../../../../hardware/cpu/x86/kernel/register_file.ts";
import { TailMask } from "../../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { assertReadsBack, NO_OBJDUMP } from "../assembler/objdump.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { fused } from "./fused.ts";
import { guarded } from "./guarded.ts";

const LAYOUT = new ArgumentLayout({ a: "u64", terms: "u64", b: "u64", c: "u64", end: "u64" });

/** Emits the product of a matrix of `inner` columns and one of `columns`, added to C. */
function emitProduct(isa: "avx2" | "avx512", inner: number, columns: number) {
  const width = isa === "avx512" ? 32 : 16;
  return emitKernel(isa, LAYOUT, (kernel) => {
    const tail = new TailMask(kernel, columnVectors(columns, kernel.lanes, "mask"));
    const [left, leftTerms, right, result, resultEnd] = (["a", "terms", "b", "c", "end"] as const).map((
      name,
    ) => kernel.argument(name));
    // Two registers less than a product may take beside its own.
    kernel.onStack([kernel.begin, kernel.end], () =>
      multiply(kernel, tail, {
        columns,
        leftRow: 4 * inner,
        leftTerm: 4,
        rightTerm: 4 * columns,
        rightPanel: 4 * width,
        adds: true,
        heights: [tileRows(isa), 4, 1],
      }, { left, leftTerms, right, result, resultEnd }));
  });
}

Deno.test({
  name: "a product of unpacked matrices is added with the bits of the same sums, between inaccessible pages",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { isa } = instructionSet();
    if (isa === "none") return;
    const stream = new RandomStream(5, "product"), call = openMachineCaller();
    const random = (length: number) => Float32Array.from({ length }, () => stream.normal());
    for (
      const [rows, inner, columns] of [[1, 1, 4], [6, 3, 8], [11, 9, 12], [32, 32, 36], [17, 5, 64], [
        29,
        2,
        76,
      ]]
    ) {
      const a = random(rows * inner), b = random(inner * columns), before = random(rows * columns);
      using held = new DisposableStack();
      const [regionA, regionB, regionC] = [a, b, before].map((data) => held.use(guarded(data)));
      const block = held.use(guarded(LAYOUT.pack({
        a: regionA.address,
        terms: 4 * inner,
        b: regionB.address,
        c: regionC.address,
        end: regionC.address + BigInt(before.byteLength),
      })));
      const code = held.use(new ExecutableMemory(emitProduct(isa, inner, columns).bytes));
      call(code.address, block.address, 0, 1);
      const got = regionC.read(new Float32Array(rows * columns));
      for (let at = 0; at < got.length; at++) {
        const row = Math.floor(at / columns);
        let sum = before[at];
        for (let k = 0; k < inner; k++) sum = fused(a[row * inner + k], b[k * columns + at % columns], sum);
        assert.equal(got[at], sum, `${[rows, inner, columns]}: ${at}`);
      }
      assert.ok([regionA, regionB, regionC].every(({ isSlackIntact }) => isSlackIntact));
    }
  },
});

Deno.test({
  name: "products for AVX2 and AVX-512 are listed as objdump reads them",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    for (const isa of ["avx2", "avx512"] as const) {
      assert.ok(await assertReadsBack(emitProduct(isa, 7, 76), isa) > 200);
    }
  },
});

Deno.test({
  name: "ranges of floats are cleared, and one float that is not finite is found anywhere",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { isa } = instructionSet();
    if (isa === "none") return;
    const call = openMachineCaller();
    const layout = new ArgumentLayout({ from: "u64", end: "u64" });
    const code = new ExecutableMemory(
      emitKernel(isa, layout, (kernel) => {
        const from = kernel.argument("from"), end = kernel.argument("end"), broken = kernel.a.label("broken");
        testFinite(kernel, from, end);
        kernel.a.jp(broken);
        clearMemory(kernel, from, end);
        kernel.a.bind(broken);
      }).bytes,
    );
    for (const length of [0, 4, 8, 12, 16, 20, 52]) {
      for (const broken of [undefined, NaN, Infinity, -Infinity]) {
        for (let at = 0; at < Math.max(1, broken === undefined ? 1 : length); at++) {
          const data = new Float32Array(length).fill(-3e38);
          if (broken !== undefined && length > 0) data[at] = broken;
          using held = new DisposableStack();
          const region = held.use(guarded(data));
          const end = region.address + BigInt(data.byteLength);
          const block = held.use(guarded(layout.pack({ from: region.address, end })));
          call(code.address, block.address, 0, 1);
          const got = region.read(new Float32Array(length));
          assert.deepEqual(got, broken === undefined ? new Float32Array(length) : data);
          assert.ok(region.isSlackIntact);
        }
      }
    }
    code[Symbol.dispose]();
  },
});

Deno.test("a register from the stack is taken back, unless another value holds it", () => {
  const registers = new RegisterFile("vector", [vec(256, 0), vec(256, 1)]);
  const first = registers.take("first");
  registers.release(first);
  registers.reclaim(first, "first again");
  assert.equal(registers.take("second").n, 1);
  assert.throws(() => registers.reclaim(first, "other"), /vector register 0: first again holds it/);
});
