/**
 * Hash table of all ID maps in machine code: pairs (id + 1, value) as in `assembly/table.ts`, probed alike.
 * The slot of an id some places ahead is requested before it is needed: no later load passes an atomic, so
 * that without requests every miss of a cache is waited for by itself.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { Label } from "../../../hardware/cpu/x86/assembler/label.ts";
import {
  type Gpr,
  low,
  mem,
  type Memory,
  rdx,
  rsi,
  times,
} from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { takeCompared } from "../../../hardware/cpu/x86/kernel/compare_exchange.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import type { TableShape } from "../table.ts";

/** Addresses of a map's operands and of its plan's arrays. */
export const MAP_LAYOUT = new ArgumentLayout({
  sizes: "u64",
  ids: "u64",
  unique: "u64",
  local: "u64",
  counters: "u64",
  table: "u64",
  sums: "u64",
});

/** Names of the arrays. */
export type MapArray = keyof typeof MAP_LAYOUT.types;

/** Binary logarithm of the ids of a block. */
export const BLOCK_BITS = 10;

const GOLDEN = 0x9e3779b1;
/** Ids between the one whose slot is requested and the one whose slot is looked for. */
const AHEAD = 16;

/** Registers and code of a phase that uses the table. */
export class TableCode {
  readonly kernel: KernelBuilder<typeof MAP_LAYOUT.types>;
  /** First block of the call; the register is the phase's. */
  readonly first: Gpr;
  /** Block behind the last one; the register is the phase's. */
  readonly last: Gpr;
  /** Id whose slot is looked for. */
  readonly id: Gpr;
  /** Slot of {@linkcode id}, once the slot is found or taken. */
  readonly slot: Gpr;
  /** Register without a lasting content: insertions, searches and requests change it. */
  readonly spare: Gpr;
  /** Second register without a lasting content: insertions and searches change it. */
  readonly tried: Gpr;
  /** End of the phase. */
  readonly finish: Label;
  readonly #shape: TableShape;
  readonly #compared: Gpr;
  readonly #table: Gpr;
  readonly #key: Gpr;
  readonly #probes: Gpr;

  constructor(kernel: KernelBuilder<typeof MAP_LAYOUT.types>, shape: TableShape) {
    const { a, begin, end } = kernel;
    this.kernel = kernel;
    this.#shape = shape;
    // A division leaves the remainder there.
    this.spare = kernel.general("spare");
    if (this.spare.n !== rdx.n) throw new RangeError("Cannot emit a division: rdx is in use");
    this.first = kernel.general("first block");
    this.last = end;
    a.mov(this.first, begin);
    kernel.release(begin);
    this.#compared = takeCompared(kernel);
    this.#table = kernel.argument("table");
    this.#key = kernel.general("key");
    this.slot = kernel.general("slot");
    this.tried = kernel.general("tried");
    this.#probes = kernel.general("probes");
    this.id = kernel.general("id");
    a.xor(low(this.#probes), low(this.#probes));
    this.finish = a.label("finish");
  }

  /** Key of the slot: its id and 1. */
  get pair(): Memory {
    return mem(this.#table, 0, times(this.slot, 8));
  }

  /** Value of the slot. */
  get value(): Memory {
    return mem(this.#table, 4, times(this.slot, 8));
  }

  /** Loads the address of an array. */
  load(to: Gpr, array: MapArray): void {
    this.kernel.a.mov(to, mem(rsi, MAP_LAYOUT.offsetOf(array)));
  }

  /** Loads the number of kept ids. */
  loadKept(to: Gpr): void {
    this.load(to, "sizes");
    this.kernel.a.mov(low(to), mem(to));
  }

  /** Ends the phase at once where the table was full before. */
  leaveIfFull(): void {
    const { a } = this.kernel;
    this.load(this.tried, "counters");
    a.mov(low(this.tried), mem(this.tried, 4));
    a.test(low(this.tried), low(this.tried));
    a.jne(this.finish);
  }

  /** Requests the slot of the id `AHEAD` places behind the one at `at`, which an insertion will write. */
  request(at: Gpr, end: Gpr, writes: boolean): void {
    const { shift } = this.#shape, { a } = this.kernel, { spare } = this;
    if (shift === 0) return;
    a.lea(spare, mem(at, 4 * AHEAD));
    a.cmp(spare, end);
    a.cmovae(spare, at);
    a.imul(low(spare), mem(spare), GOLDEN);
    a.shr(low(spare), shift);
    const pair = mem(this.#table, 0, times(spare, 8));
    if (writes) a.prefetchw(pair);
    else a.prefetcht0(pair);
  }

  /** Enters the id at hand and jumps to `taken` where this call took the slot; falls through where not. */
  insert(taken: Label): void {
    const { a } = this.kernel, present = a.label("present");
    this.#probe("insert", (key) => {
      a.xor(this.#compared, this.#compared);
      a.lock_cmpxchg(this.pair, key);
      a.je(taken);
      a.cmp(this.#compared, key);
      a.je(present);
    });
    a.mov(low(this.spare), 1);
    this.load(this.tried, "counters");
    a.mov(mem(this.tried, 4), low(this.spare));
    a.jmp(this.finish);
    a.bind(present);
  }

  /** Searches the id at hand; jumps to `absent` where it is not there. */
  find(absent: Label): void {
    const { a } = this.kernel, found = a.label("found");
    this.#probe("find", (key) => {
      a.mov(this.#compared, this.pair);
      a.cmp(this.#compared, key);
      a.je(found);
      a.test(this.#compared, this.#compared);
      a.je(absent);
    });
    a.jmp(absent);
    a.bind(found);
  }

  /** Emits `look` for one slot after the other, as many as there are; it jumps out. */
  #probe(name: string, look: (key: Gpr) => void): void {
    const { a } = this.kernel, { slots, shift } = this.#shape, top = a.label(name);
    const slot = low(this.slot), tried = low(this.tried);
    a.lea(low(this.#key), mem(this.id, 1));
    a.mov(tried, slots);
    if (shift === 0) {
      a.mov(this.#compared, low(this.id));
      a.xor(low(this.spare), low(this.spare));
      a.div(tried);
      a.mov(slot, low(this.spare));
    } else {
      a.imul(slot, low(this.id), GOLDEN);
      a.shr(slot, shift);
    }
    a.bind(top);
    a.inc(low(this.#probes));
    look(low(this.#key));
    a.inc(slot);
    const within = a.label("within");
    a.cmp(slot, slots);
    a.jne(within);
    a.xor(slot, slot);
    a.bind(within);
    a.dec(tried);
    a.jne(top);
  }

  /** Emits the end of the phase: adds to the counters. Insertions are atomics, beside `others`. */
  count({ inserts, others }: { readonly inserts: boolean; readonly others?: Gpr }): void {
    const { a } = this.kernel;
    this.load(this.tried, "counters");
    a.lock_add(mem(this.tried, 12), low(this.#probes));
    if (others) a.add(low(this.#probes), low(others));
    if (inserts) a.lock_add(mem(this.tried, 8), low(this.#probes));
  }
}

/** Emits a phase, whose work items are blocks of 1024 ids. */
export function emitPhase(
  isa: InstructionSet,
  shape: TableShape,
  write: (table: TableCode) => void,
): MachineCode {
  return emitKernel(isa, MAP_LAYOUT, (kernel) => write(new TableCode(kernel, shape)));
}

/** Function that emits a step of a map. */
export type EmitStep = (isa: InstructionSet, shape: TableShape) => MachineCode;
