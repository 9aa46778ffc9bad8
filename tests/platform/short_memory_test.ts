import assert from "node:assert/strict";
import { packBf16, roundNumbers } from "../../hardware/number_format.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { ScratchArrays } from "../../platform/scratch_arrays.ts";

/** Runs work on a machine where 32 MiB are free beside the 256 MiB that large arrays leave. */
function whereMemoryIsShort(work: () => void): void {
  const { systemMemoryInfo } = Deno, free = 2 ** 25 + 2 ** 28;
  Deno.systemMemoryInfo = () => ({ ...systemMemoryInfo(), available: free, free });
  try {
    work();
  } finally {
    Deno.systemMemoryInfo = systemMemoryInfo;
  }
}

Deno.test("arrays that are not free are refused with their sizes, before the system ends the program", () => {
  const length = 2 ** 25, numbers = new Float32Array(length);
  const refused = (says: RegExp, work: () => unknown) =>
    assert.throws(work, (error) => error instanceof OutOfMemoryError && says.test(error.message));
  whereMemoryIsShort(() => {
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
  whereMemoryIsShort(() => assert.equal(scratch.take(length).length, length));
});
