/**
 * Machine code of gathers of entries with dropout.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, masked, mem, times, type Vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitEntryRows, type EntryRows } from "../../../hardware/cpu/x86/kernel/entry_rows.ts";
import { once, storeValues } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import {
  columnsAt,
  Formula,
  held,
  type LaneCondition,
  repeated,
  words,
} from "../../../hardware/cpu/x86/kernel/formula.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loopWithLast } from "../../../hardware/cpu/x86/kernel/last_item.ts";
import { tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";
import { dropout, DROPOUT_TYPES, dropoutRegisters } from "../../formulas/dropout.ts";

/** Addresses of x and y, whole rows, arguments of dropout. */
export const ENTRIES_LAYOUT = new ArgumentLayout({ x: "u64", y: "u64", wholeRows: "u64", ...DROPOUT_TYPES });

/** Addresses of x, y and the index, whole vectors of y, the last entry of x, arguments of dropout. */
export const GATHER_LAYOUT = new ArgumentLayout({
  x: "u64",
  y: "u64",
  index: "u64",
  wholeVectors: "u64",
  lastSource: "u64",
  ...DROPOUT_TYPES,
});

/** Shape that code without an index is emitted for. */
export interface EntriesShape extends EntryRows {
  /** Whether entries are dropped. */
  readonly drops: boolean;
}

/** Emits `y = x`, or `y = dropout(x)`. */
export function emitEntries(isa: InstructionSet, { drops, ...rows }: EntriesShape): MachineCode {
  return emitEntryRows(isa, ENTRIES_LAYOUT, { ...rows, matrices: ["x", "y"] }, (kernel) => {
    if (!drops) return (group) => group.map(({ x }) => ({ y: x }));
    const scale = held(kernel.scalar("scale")), draw = dropout(kernel, rows.floats);
    return (group) => {
      const kept = draw(group.map(({ vector }) => vector));
      return group.map(({ x }, i) => ({ y: kept[i].keep(x.times(scale)) }));
    };
  });
}

/** Shape that code of a gather is emitted for. */
export interface GatherShape {
  /** Entries of the last vector of y where it is not whole, else 0. */
  readonly last: number;
  /** Whether entries are dropped. */
  readonly drops: boolean;
}

/** Floats at `indices` behind an address, and 0 in the lanes beyond `columns`. */
function gathered(x: Gpr, indices: Formula, columns: number): Formula {
  return new Formula([indices], (kernel, to, [from]) => {
    const { a, isa, lanes } = kernel, entries = mem(x, 0, times(from as Vec, 4));
    a.emit("vxorps", to, to, to);
    if (isa === "avx512") {
      const mask = kernel.mask("entries"), bits = kernel.general("bits of the entries");
      a.mov(low(bits), 2 ** columns - 1);
      a.kmovw(mask, low(bits));
      a.emit("vgatherdps", masked(to as Vec, mask), entries);
      kernel.release(mask, bits);
    } else {
      const mask = kernel.vector("entries");
      a.vmovups(
        mask,
        a.words(...Array.from({ length: lanes }, (_, lane) => lane < columns ? 0xffff_ffff : 0)),
      );
      a.emit("vgatherdps", to, entries, mask);
      kernel.release(mask);
    }
  }, { apart: true });
}

/** Condition on which the entries at some indices of x are kept. */
function keptAt(kernel: KernelBuilder<typeof GATHER_LAYOUT.types>): (indices: Formula) => LaneCondition {
  const { draw, keeps } = dropoutRegisters(kernel);
  return (indices) => {
    const [first, second] = draw(indices.shifted(-2));
    // Bit 1 of an index selects the word of the block, bit 0 the half of the word.
    const isSet = (bit: number) => indices.and(words(bit)).isAboveWords(words(0));
    const word = isSet(2).choose(second, first);
    return keeps(isSet(1).choose(word.shifted(-16), word.and(words(0xffff))));
  };
}

/**
 * Emits `y[e] = dropout(x)[index[e]]`; work items are vectors of y. An invalid index, which the host
 * refuses, counts as the last entry of x.
 */
export function emitGatherEntries(isa: InstructionSet, { last, drops }: GatherShape): MachineCode {
  return emitKernel(isa, GATHER_LAYOUT, (kernel) => {
    const { a, lanes } = kernel, padded = Math.ceil(last / 4) * 4;
    const entries = tailOf(kernel, last), stored = tailOf(kernel, padded);
    const lastSource = once(kernel, "last source", repeated(kernel.slot("lastSource")));
    const scale = drops ? held(kernel.scalar("scale")) : undefined;
    const kept = drops ? keptAt(kernel) : undefined;
    const x = kernel.argument("x"), y = kernel.argument("y"), index = kernel.argument("index");
    for (const address of [y, index]) kernel.moveToBegin(address, 4 * lanes);
    const gather = (columns: number) => {
      const indices = columnsAt(mem(index), { at: 0, columns }, entries).minWords(lastSource);
      const value = gathered(x, indices, columns);
      const result = scale && kept ? kept(indices).keep(value.times(scale)) : value;
      const vector = { at: 0, columns: Math.ceil(columns / 4) * 4 };
      storeValues(kernel, stored, [{ vector, stores: [{ value: result, to: mem(y) }] }]);
    };
    const whole = kernel.argument("wholeVectors");
    loopWithLast(kernel, { name: "vector", whole }, () => {
      gather(lanes);
      a.add(y, 4 * lanes);
      a.add(index, 4 * lanes);
    }, () => last > 0 && gather(last));
  });
}
