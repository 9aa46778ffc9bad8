import assert from "node:assert/strict";
import { packBf16, roundNumbers } from "../../hardware/number_format.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { ScratchArrays } from "../../platform/scratch_arrays.ts";
import { whereFree } from "./free_memory.ts";

/** Bytes that are free. */
const FREE = 2 ** 25;

Deno.test("arrays that are not free are refused with their sizes, before the system ends the program", () => {
  const length = 2 ** 25, numbers = new Float32Array(length);
  const refused = (says: RegExp, work: () => unknown) =>
    assert.throws(work, (error) => error instanceof OutOfMemoryError && says.test(error.message));
  whereFree(FREE, () => {
    refused(/draw features.*65536 x 512.*128 MiB.*32 MiB/, () => randomFeatures(2 ** 16, 512, 1));
    refused(/pack numbers as bf16.*33554432.*64 MiB.*32 MiB/, () => packBf16(numbers));
    refused(/round numbers to bf16.*33554432.*128 MiB.*32 MiB/, () => roundNumbers("bf16", numbers));
    refused(/copy or draw numbers.*33554432.*128 MiB.*32 MiB/, () => new ScratchArrays().take(length));
    assert.equal(roundNumbers("f32", numbers), numbers);
  });
});

Deno.test("an array that was given back is lent where no memory is free", () => {
  const scratch = new ScratchArrays(), length = 2 ** 24;
  scratch.giveBack(scratch.take(length));
  whereFree(FREE, () => assert.equal(scratch.take(length).length, length));
});
