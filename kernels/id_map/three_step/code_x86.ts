/**
 * Phases of the three-step map in machine code; see `assembly.ts`, whose steps they take.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, rax, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { complementOfPlace, forPlaces, limitToAll } from "../plans/id_range_x86.ts";
import { BLOCK_BITS, emitPhase, type TableCode } from "../plans/table_x86.ts";
import type { TableShape } from "../table.ts";

/** Emits the phase that enters every id; values become the largest complement of its positions. */
export function emitEnter(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel, first, last, spare } = table, { a } = kernel;
    const exchanges = kernel.general("exchanges"), base = kernel.general("base");
    const range = { at: kernel.general("at"), end: kernel.general("end of the ids") };
    a.xor(low(exchanges), low(exchanges));
    table.leaveIfFull();
    a.shl(first, BLOCK_BITS);
    a.shl(last, BLOCK_BITS);
    limitToAll(table, last);
    const places = () => {
      a.mov(range.at, first);
      a.mov(range.end, last);
    };
    forPlaces(table, { range, base, places, writes: true }, () => {
      const entered = a.label("entered"), again = a.label("again"), done = a.label("done");
      table.insert(entered);
      a.bind(entered);
      complementOfPlace(table, range.at, base);
      a.mov(low(rax), table.value);
      a.bind(again);
      a.cmp(low(rax), low(spare));
      a.jae(done);
      a.inc(low(exchanges));
      a.lock_cmpxchg(table.value, low(spare));
      a.jne(again);
      a.bind(done);
    });
    a.bind(table.finish);
    table.count({ inserts: true, others: exchanges });
  });
}

/** Emits a phase that goes through the first occurrences, block by block. */
function emitFirsts(
  isa: InstructionSet,
  shape: TableShape,
  { begin, each, end }: {
    readonly begin: (table: TableCode, number: Gpr) => void;
    readonly each: (table: TableCode, number: Gpr) => void;
    readonly end: (table: TableCode, number: Gpr) => void;
  },
): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel, first: block, last, spare } = table, { a } = kernel;
    const number = kernel.general("number"), base = kernel.general("base");
    const range = { at: kernel.general("at"), end: kernel.general("end of the ids") };
    const places = () => {
      a.mov(range.at, block);
      a.shl(range.at, BLOCK_BITS);
      a.lea(range.end, mem(range.at, 1 << BLOCK_BITS));
      limitToAll(table, range.end);
    };
    table.leaveIfFull();
    loop(kernel, { name: "block", at: block, end: last, step: 1 }, () => {
      begin(table, number);
      forPlaces(table, { range, base, places, writes: false }, () => {
        const later = a.label("later");
        table.find(later);
        complementOfPlace(table, range.at, base);
        a.cmp(low(spare), table.value);
        a.jne(later);
        each(table, number);
        a.inc(low(number));
        a.bind(later);
      });
      end(table, number);
    });
    a.bind(table.finish);
    table.count({ inserts: false });
  });
}

/** Memory with the sum of the block at hand. */
function sumOfBlock(table: TableCode) {
  table.load(table.tried, "sums");
  return mem(table.tried, 0, times(table.first, 4));
}

/** Emits the phase that counts the first occurrences in each block. */
export function emitFlag(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitFirsts(isa, shape, {
    begin: ({ kernel: { a } }, number) => a.xor(low(number), low(number)),
    each: () => {},
    end: (table, number) => table.kernel.a.mov(sumOfBlock(table), low(number)),
  });
}

/** Emits the phase that numbers the first occurrences in their order. */
export function emitAssign(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitFirsts(isa, shape, {
    begin: (table, number) => table.kernel.a.mov(low(number), sumOfBlock(table)),
    each: (table, number) => {
      const { kernel: { a }, tried, id } = table;
      a.mov(table.value, low(number));
      table.load(tried, "unique");
      a.mov(mem(tried, 0, times(number, 4)), low(id));
    },
    end: () => {},
  });
}
