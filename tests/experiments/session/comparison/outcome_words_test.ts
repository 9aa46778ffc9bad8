/** Words of a progress line for cells that did not end well. @module */
import assert from "node:assert/strict";
import { statusOf } from "../../../../experiments/session/comparison/cell_rows.ts";
import { outcomeWords } from "../../../../experiments/session/comparison/outcome_words.ts";

const skipped = (reason: string) => ({ status: "skipped", reason }) as const;

Deno.test("cells that end for several reasons are counted by reason, the most frequent first, without numbers", () => {
  assert.equal(
    outcomeWords([
      skipped("an implementation on webgpu only; use --device webgpu"),
      skipped("unstable: the first takes 1.3 times as long as the second"),
      { status: "failed", reason: "it ended by SIGSEGV" },
      skipped("unstable: the first takes 2.4 times as long as the second"),
    ]),
    "1 failed (it ended by SIGSEGV), 3 skipped (2 × unstable, 1 × an implementation on webgpu only)",
  );
});

Deno.test("one reason is printed with its details", () => {
  const reason = "an implementation on webgpu only; use --device webgpu";
  assert.equal(outcomeWords([skipped(reason), skipped(reason)]), `2 skipped (${reason})`);
});

Deno.test("an array that is too large is a lack of memory, not a defect", () => {
  let thrown: unknown;
  try {
    new Float32Array(2 ** 50);
  } catch (error) {
    thrown = error;
  }
  assert.deepEqual([statusOf(thrown).status, statusOf(new RangeError("x")).status], ["oom", "failed"]);
  assert.match(statusOf(thrown).reason, /smaller dataset, width or profile/);
});
