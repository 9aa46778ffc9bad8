/**
 * Last step of all ID maps in machine code: translates every id by a lookup in the table.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import type { TableShape } from "../table.ts";
import { forIds, wordsOfCall } from "./id_range_x86.ts";
import { emitPhase } from "./table_x86.ts";

/** Emits the step; an id that is not in the table gets the number 2^32 - 1. */
export function emitTranslate(isa: InstructionSet, shape: TableShape): MachineCode {
  return emitPhase(isa, shape, (table) => {
    const { kernel } = table, { a } = kernel;
    const ids = kernel.argument("ids"), local = kernel.argument("local");
    // Local ids are addressed by their distance from the ids.
    a.sub(local, ids);
    const range = wordsOfCall(table, ids, "ids");
    forIds(table, range, false, () => {
      const absent = a.label("absent"), store = a.label("store");
      table.find(absent);
      a.mov(low(table.tried), table.value);
      a.jmp(store);
      a.bind(absent);
      a.mov(low(table.tried), 0xffffffff);
      a.bind(store);
      a.mov(mem(range.at, 0, local), low(table.tried));
    });
    a.bind(table.finish);
    table.count({ inserts: false });
  });
}
