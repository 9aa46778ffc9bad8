/**
 * Dropout masks in machine code, drawn for groups of up to four vectors of neighbouring columns at once.
 * Dropout is defined in `kernels/epilogue/epilogue.ts`: a block of random numbers has two words, and each of
 * four columns takes 16 bits of the words.
 *
 * @module
 */
import { low, mem, type Vec, vec } from "../../hardware/cpu/x86/assembler/operand.ts";
import type { ArgumentTypes } from "../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { ColumnVector } from "../../hardware/cpu/x86/kernel/column_vectors.ts";
import { assign, once } from "../../hardware/cpu/x86/kernel/evaluation.ts";
import {
  binary,
  Formula,
  held,
  type LaneCondition,
  pattern,
  repeated,
  words,
} from "../../hardware/cpu/x86/kernel/formula.ts";
import type { KernelBuilder } from "../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { threefry, threefryKey } from "./threefry.ts";

/** Columns of a block of random numbers. */
const BLOCK_COLUMNS = 4;

/** Arguments of dropout: the address of the training step, the key, and the largest 16 bits that drop. */
export const DROPOUT_TYPES = {
  step: "u64",
  seed: "u64",
  stream: "u64",
  dropped: "u64",
  scale: "f32",
} as const;

type DropoutTypes = ArgumentTypes & typeof DROPOUT_TYPES;

/** Words that a half of a vector holds as 16 bits each. */
function wordsOfHalf(vector: Formula, upper: boolean): Formula {
  return new Formula([vector], ({ a, bits }, to, [from]) => {
    const [half, source] = [to, from].map((register) => vec(bits === 512 ? 256 : 128, (register as Vec).n));
    if (upper) a.emit(bits === 512 ? "vextracti64x4" : "vextracti128", half, from, 1);
    a.emit("vpmovzxwd", to, upper ? half : source);
  });
}

/**
 * Block whose random numbers a lane draws. Interleaving the words of all lanes, which acts on quarters of a
 * vector, then brings the columns into their order.
 */
function blockOfLane(lane: number, lanes: number): number {
  const quarter = lane >> 2, place = lane & 3;
  return 2 * quarter + (place & 1) + (place >> 1) * lanes / 2;
}

/** Registers that all draws share. */
export interface DropoutRegisters {
  /** Random numbers of some blocks. */
  readonly draw: (blocks: Formula) => readonly [first: Formula, second: Formula];
  /** Condition on which an entry with 16 random bits, as a word, is kept. */
  readonly keeps: (bits: Formula) => LaneCondition;
}

/** Loads the arguments of dropout into registers. */
export function dropoutRegisters<Types extends DropoutTypes>(kernel: KernelBuilder<Types>): DropoutRegisters {
  // TypeScript does not see that the arguments of `Types` include those of dropout.
  const own = kernel as unknown as KernelBuilder<typeof DROPOUT_TYPES>;
  const key = threefryKey(kernel, repeated(own.slot("seed")), repeated(own.slot("stream")));
  const dropped = once(kernel, "largest bits that drop", repeated(own.slot("dropped")));
  const step = own.argument("step");
  const high = once(kernel, "step and stream", repeated(mem(step)).plusWords(key[1]));
  kernel.release(step);
  return {
    draw: (blocks) => threefry(blocks, high, key),
    keeps: (bits) => bits.isAboveWords(dropped),
  };
}

/**
 * Prepares the drawing of masks for columns that follow each other from item `begin` on, where an item has
 * `itemColumns`. Returns a function that moves on by the columns of some vectors, and gives the conditions on
 * which their entries are kept.
 */
export function dropout<Types extends DropoutTypes>(
  kernel: KernelBuilder<Types>,
  itemColumns: number,
): (vectors: readonly ColumnVector[]) => readonly LaneCondition[] {
  const { a, lanes } = kernel, { draw, keeps } = dropoutRegisters(kernel);
  const first = kernel.general("first block"), next = kernel.vector("next block");
  a.mov(first, kernel.begin);
  kernel.multiply(first, itemColumns / BLOCK_COLUMNS);
  a.vmovd(vec(128, next.n), low(first));
  a.vpbroadcastd(next, vec(128, next.n));
  kernel.release(first);

  return (vectors) => {
    const columns = sumOf(vectors, (vector) => vector.columns),
      blocks = columns / BLOCK_COLUMNS;
    assign(kernel, next, held(next).plusWords(words(blocks)));
    // The register is ahead of these vectors by now.
    const [one, other] = draw(held(next).plusWords(pattern((lane) => blockOfLane(lane, lanes) - blocks)));
    const halves = [binary("vpunpckldq", one, other), binary("vpunpckhdq", one, other)];
    return vectors.map((_, i) => keeps(wordsOfHalf(halves[i >> 1], i % 2 === 1)));
  };
}
