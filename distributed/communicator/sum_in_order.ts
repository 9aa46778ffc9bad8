/**
 * Sums over ranks with the same bits on every engine.
 *
 * @module
 */
import type { Payload } from "./communicator.ts";
import { MessageError } from "./rank_error.ts";
import { plural } from "../../platform/text/plural.ts";

/** Words summed as one block, so that the float64 sums stay in the L1 cache. */
const SUM_BLOCK = 2048;

/**
 * Checks the length of a rank's summand.
 *
 * @throws {MessageError} where it differs from the expected length.
 */
export function checkLength(
  part: Payload,
  expected: { readonly length: number; readonly from: number },
): void {
  if (part.length === expected.length) return;
  throw new MessageError({
    action: `add up the array of rank ${expected.from}`,
    current: plural(part.length, "word"),
    wanted: `${expected.length}`,
    next: "give arrays of one length on all ranks",
  });
}

/**
 * Adds the parts into `sum`, which may be one of them: in float64, in the order of ranks, rounded once.
 *
 * @throws {MessageError} where the length of a part differs.
 */
export function sumInOrder(parts: readonly Payload[], sum: Payload): void {
  for (const [from, part] of parts.entries()) checkLength(part, { length: sum.length, from });
  const block = new Float64Array(Math.min(SUM_BLOCK, sum.length));
  for (let begin = 0; begin < sum.length; begin += SUM_BLOCK) {
    const end = Math.min(sum.length, begin + SUM_BLOCK);
    const wide = block.subarray(0, end - begin);
    wide.set(parts[0].subarray(begin, end));
    for (let r = 1; r < parts.length; r++) add(wide, parts[r].subarray(begin, end));
    sum.set(wide, begin);
  }
}

function add(sum: Float64Array, part: Payload): void {
  for (let i = 0; i < sum.length; i++) sum[i] += part[i];
}
