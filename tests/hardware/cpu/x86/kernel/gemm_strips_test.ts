import assert from "node:assert/strict";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { assertReadsBack, NO_OBJDUMP } from "../assembler/objdump.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { fused } from "./fused.ts";
import { emitGemm, GEMM_ARGUMENTS, type GemmShape } from "./gemm_strips.ts";
import { guarded } from "./guarded.ts";

const ALPHA = Math.fround(0.3);

function random(stream: RandomStream, length: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length }, () => stream.normal());
}

Deno.test({
  name: "GEMM has the bits of the same sums, for rows, columns and terms that fill no vector",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { isa } = instructionSet();
    if (isa === "none") return;
    const stream = new RandomStream(7, "gemm"), call = openMachineCaller();
    for (const cols of [1, 5, 8, 13, 16, 24, 33, 64]) {
      for (
        const [inner, height, panel, strips] of [[1, 1, 1, 3], [17, 6, 1, 2], [40, 3, 2, 4], [9, 2, 4, 5]]
      ) {
        const rows = height * strips;
        const a = random(stream, rows * inner), b = random(stream, inner * cols);
        using held = new DisposableStack();
        const operands = [a, b, new Float32Array(rows * cols).fill(NaN)].map((data) =>
          held.use(guarded(data))
        );
        const [addressA, addressB, addressC] = operands.map(({ address }) => address);
        const block = held.use(
          guarded(GEMM_ARGUMENTS.pack({ a: addressA, b: addressB, alpha: ALPHA, c: addressC })),
        );
        const code = held.use(new ExecutableMemory(emitGemm({ isa, inner, cols, height, panel }).bytes));
        call(code.address, block.address, 1, strips);
        call(code.address, block.address, 0, 1);
        const got = operands[2].read(new Float32Array(rows * cols));
        for (let row = 0; row < rows; row++) {
          for (let col = 0; col < cols; col++) {
            let sum = 0;
            for (let k = 0; k < inner; k++) {
              sum = fused(Math.fround(a[row * inner + k] * ALPHA), b[k * cols + col], sum);
            }
            assert.equal(
              got[row * cols + col],
              sum,
              `${[inner, cols, height, panel]}: row ${row}, column ${col}`,
            );
          }
        }
        assert.ok(operands.every(({ isSlackIntact }) => isSlackIntact));
      }
    }
  },
});

Deno.test({
  name: "tiles of AVX-512 use all its registers, and are listed as objdump reads them",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    const shape: GemmShape = { isa: "avx512", inner: 602, cols: 41, height: 8, panel: 3 };
    const code = emitGemm(shape);
    assert.ok(code.needsAvx512);
    assert.ok(await assertReadsBack(code, "GEMM") > 80);
    const text = code.listing.map((line) => line.text).join("\n");
    // The last nine columns, which leave seven lanes alone.
    assert.match(text, /mov (e\w+),0x1ff\nkmovw k1,\1\n/);
    assert.match(text, /vmovups zmm\d+\{k1\}\{z\},ZMMWORD PTR \[/);
    assert.match(text, /vmovups ZMMWORD PTR \[[^\]]*\]\{k1\},zmm/);
    assert.throws(() => emitGemm({ ...shape, height: 10 }), /in a vector register: all are held/);
  },
});
