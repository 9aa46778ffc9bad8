import assert from "node:assert/strict";
import { kernelListing } from "../../experiments/kernel_listing.ts";
import { fixedChoices } from "../kernels/tuning/fixed_tuning.ts";
import { allKernels } from "../../experiments/named_kernels.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { assertReadsBack, NO_OBJDUMP } from "../hardware/cpu/x86/assembler/objdump.ts";

const ISAS: readonly InstructionSet[] = ["avx2", "avx512"];
const listed = allKernels().filter(({ kernel }) => kernel.phases !== undefined);

/** Bytes that a listing shows; each line begins at the offset behind the line before. */
function shownBytes(listing: string): Uint8Array {
  const bytes: number[] = [];
  for (const [, at, shown] of listing.matchAll(/^ *([0-9a-f]+) {2}((?:[0-9a-f]{2} ?)+)(?: {2}|$)/gm)) {
    assert.equal(parseInt(at, 16), bytes.length, `offset ${at}`);
    bytes.push(...shown.trim().split(" ").map((byte) => parseInt(byte, 16)));
  }
  return Uint8Array.from(bytes);
}

Deno.test("every kernel of machine code can be listed, and no other", () => {
  assert.ok(listed.length > 20);
  for (const { name, kernel } of allKernels()) {
    assert.equal(kernel.phases !== undefined, kernel.backend === "x86", name);
  }
});

Deno.test("a listing shows every byte of every phase, on each instruction set", () => {
  for (const { name, kernel } of listed) {
    for (const isa of ISAS) {
      for (const width of [1, 20, 64, 130]) {
        const codes = Object.values(kernel.phases!).map((emit) => emit(isa, width));
        const texts = kernelListing(name, { isa, width }).split("\n\n");
        assert.equal(texts.length, codes.length);
        for (const [i, text] of texts.entries()) {
          assert.match(
            text,
            new RegExp(`^; ${name}: .+, ${isa}, width ${width}, ${codes[i].bytes.length} bytes\n`),
          );
          assert.deepEqual(shownBytes(text), codes[i].bytes, `${name}, ${isa}, width ${width}`);
        }
      }
    }
  }
});

Deno.test("a listing is that of the wanted instruction set and width", () => {
  const list = (isa: InstructionSet, width: number) => kernelListing("spmm/row-split", { isa, width });
  assert.match(list("avx2", 8), /vfmadd231ps ymm1,ymm0,YMMWORD PTR/);
  assert.doesNotMatch(list("avx2", 64), /zmm/);
  assert.match(list("avx512", 64), /zmm/);
  // The eighth vector of a row.
  assert.match(list("avx2", 64), /YMMWORD PTR \[[^\]]*\+0xe0\]/);
  assert.doesNotMatch(list("avx2", 8), /YMMWORD PTR \[[^\]]*\+0x[2-9a-f]0\]/);
  // Another operation has a kernel of that name, too.
  assert.ok(kernelListing("row-split", { isa: "avx2", width: 8 }).includes(list("avx2", 8)));
});

Deno.test("a kernel without machine code, and a name that is no kernel's, are errors that list those with it", () => {
  const shape = { isa: "avx2", width: 64 } as const;
  for (const [name, kind] of [["spmm/row-split@webgpu", MissingError], ["row-spilt", UsageError]] as const) {
    assert.throws(() => kernelListing(name, shape), (error) => {
      assert.ok(error instanceof kind);
      for (const each of ["gemm/blocked", "spmm/row-split", "spmm/neighbor-group-cas"]) {
        assert.ok(error.message.includes(each), error.message);
      }
      return true;
    });
  }
});

Deno.test({
  name: "objdump reads the instructions of every phase where the listing has them",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    for (const { name, kernel } of listed) {
      for (const isa of ISAS) {
        for (const [phase, emit] of Object.entries(kernel.phases!)) {
          const what = `${name}: ${phase}, ${isa}`;
          assert.ok(await assertReadsBack(emit(isa, 52), what) > 20, what);
        }
      }
    }
  },
});

Deno.test("a listing has the code of tuned numbers too, behind their evidence, where a phase has such a number", () => {
  const tuned = fixedChoices([128], { panel: 2, tile: 4 });
  const listing = kernelListing("gemm/blocked", { isa: "avx512", width: 128, tuned });
  assert.equal(
    listing.match(/: tile 4 in place of 2$/gm)?.length,
    3,
    "packings and tiles, not parts of terms",
  );
  assert.equal(listing.match(/^; gemm\/blocked@x86: .*, tuned, \d+ bytes$/gm)?.length, 3);
  assert.ok(!listing.includes("panel 2"));
  const sums = kernelListing("spmm/row-split", { isa: "avx2", width: 128, tuned });
  assert.equal(sums.match(/: panel 2 in place of 16$/gm)?.length, 2);
  assert.ok(!sums.includes("tile 4"));
  const kept = fixedChoices([128], { panel: 16 });
  const plain = kernelListing("spmm/row-split", { isa: "avx512", width: 128, tuned: kept });
  assert.match(plain, /: panel 16, the default$/m);
  assert.doesNotMatch(plain, /, tuned, /);
});
