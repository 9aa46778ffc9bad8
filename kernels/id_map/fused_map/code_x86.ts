/**
 * Phases of Fused-Map in machine code; see `assembly.ts`, whose steps they take.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { forIds, wordsOfCall } from "../plans/id_range_x86.ts";
import { BLOCK_BITS, emitPhase } from "../plans/table_x86.ts";
import type { TableShape } from "../table.ts";

/** Emits the phase that enters the kept ids with their positions as values. */
export function emitKeep(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel, spare } = table, { a } = kernel;
    const unique = kernel.argument("unique"), range = wordsOfCall(table, unique, "kept");
    forIds(table, range, true, () => {
      const entered = a.label("entered");
      table.insert(entered);
      a.bind(entered);
      a.mov(spare, range.at);
      a.sub(spare, unique);
      a.shr(spare, 2);
      a.mov(table.value, low(spare));
    });
    a.bind(table.finish);
    table.count({ inserts: true });
  });
}

/** Emits the phase that enters ids; the thread that takes a slot numbers its id. */
export function emitFused(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel, tried: number } = table, { a } = kernel;
    const additions = kernel.general("additions"), counters = kernel.argument("counters");
    const kept = kernel.general("kept");
    a.xor(low(additions), low(additions));
    table.leaveIfFull();
    table.load(kept, "ids");
    const range = wordsOfCall(table, kept, "ids"), unique = kernel.argument("unique");
    table.loadKept(kept);
    forIds(table, range, true, () => {
      const taken = a.label("taken"), next = a.label("next");
      table.insert(taken);
      a.jmp(next);
      a.bind(taken);
      a.mov(low(number), 1);
      a.lock_xadd(mem(counters), low(number));
      a.inc(low(additions));
      a.add(low(number), low(kept));
      a.mov(table.value, low(number));
      a.mov(mem(unique, 0, times(number, 4)), low(table.id));
      a.bind(next);
    });
    a.bind(table.finish);
    table.count({ inserts: true, others: additions });
  });
}

/**
 * Emits the phase that advances the counter once a block: `local` of the block lists the slots taken until
 * they get numbers.
 */
export function emitFusedGrouped(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel, first: block, last, id, slot, spare, tried } = table, { a } = kernel;
    const additions = kernel.general("additions"), list = kernel.general("list");
    const at = kernel.general("at"), end = kernel.general("end of the block");
    a.xor(low(additions), low(additions));
    table.leaveIfFull();
    const beginningOf = (array: "ids" | "local", to: typeof at) => {
      table.load(tried, array);
      a.mov(to, block);
      a.shl(to, BLOCK_BITS + 2);
      a.add(to, tried);
    };
    loop(kernel, { name: "block", at: block, end: last, step: 1 }, () => {
      beginningOf("local", list);
      beginningOf("ids", at);
      table.load(end, "sizes");
      a.mov(low(end), mem(end, 4));
      a.lea(end, mem(tried, 0, times(end, 4)));
      a.lea(tried, mem(at, 4 << BLOCK_BITS));
      a.cmp(end, tried);
      a.cmova(end, tried);
      forIds(table, { at, end }, true, () => {
        const taken = a.label("taken"), next = a.label("next");
        table.insert(taken);
        a.jmp(next);
        a.bind(taken);
        a.mov(mem(list), low(slot));
        a.add(list, 4);
        a.bind(next);
      });
      // The list is read from its beginning, and numbers follow from a single addition.
      const none = a.label("none"), number = end;
      beginningOf("local", at);
      a.mov(number, list);
      a.sub(number, at);
      a.je(none);
      a.shr(number, 2);
      table.load(tried, "counters");
      a.lock_xadd(mem(tried), low(number));
      a.inc(low(additions));
      table.load(tried, "sizes");
      a.add(low(number), mem(tried));
      table.load(spare, "unique");
      loop(kernel, { name: "number", at, end: list, step: 4, along: [[number, 1]] }, () => {
        a.mov(low(slot), mem(at));
        a.mov(table.value, low(number));
        a.mov(low(id), table.pair);
        a.dec(low(id));
        a.mov(mem(spare, 0, times(number, 4)), low(id));
      });
      a.bind(none);
    });
    a.bind(table.finish);
    table.count({ inserts: true, others: additions });
  });
}
