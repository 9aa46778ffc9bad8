/**
 * Random numbers in machine code, one block a lane: the Threefry of `platform/random.ts`.
 *
 * @module
 */
import type { KernelBuilder } from "../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { once } from "../../hardware/cpu/x86/kernel/evaluation.ts";
import { type Formula, words } from "../../hardware/cpu/x86/kernel/formula.ts";

/** Rotations of four rounds and of the next four (Salmon et al., SC 2011). */
const ROTATIONS = [[13, 15, 26, 6], [17, 29, 16, 24]];
const PARITY = 0x1bd1_1bda;
const INJECTIONS = 5;

/** Key of a stream of random numbers, in registers. */
export type ThreefryKey = readonly [seed: Formula, stream: Formula, parity: Formula];

/** Keeps a key in registers. */
export function threefryKey(kernel: KernelBuilder, seed: Formula, stream: Formula): ThreefryKey {
  const [key0, key1] = [once(kernel, "seed", seed), once(kernel, "stream", stream)];
  return [key0, key1, once(kernel, "parity of the key", key0.xor(key1).xor(words(PARITY)))];
}

/**
 * Both words of a block, Threefry-2x32-20, of the counters whose words are `low` and `high`; the key's
 * stream has been added to `high`, which many blocks share.
 */
export function threefry(
  low: Formula,
  high: Formula,
  key: ThreefryKey,
): readonly [first: Formula, second: Formula] {
  let x = low.plusWords(key[0]), y = high;
  for (let injection = 1; injection <= INJECTIONS; injection++) {
    for (const bits of ROTATIONS[(injection - 1) % 2]) {
      x = x.plusWords(y);
      y = y.rotated(bits).xor(x);
    }
    x = x.plusWords(key[injection % 3]);
    y = y.plusWords(key[(injection + 1) % 3]).plusWords(words(injection));
  }
  return [x, y];
}
