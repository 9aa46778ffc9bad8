/**
 * Ranges of ids that a phase of an ID map goes through in machine code.
 *
 * @module
 */
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { BLOCK_BITS, type TableCode } from "./table_x86.ts";

/** Range of words in memory. */
export interface WordRange {
  /** Address of the word at hand. */
  readonly at: Gpr;
  /** Address behind the last word. */
  readonly end: Gpr;
}

/** Emits a loop over ids: each is loaded, and the slot of a later one requested. */
export function forIds(
  table: TableCode,
  { at, end }: WordRange,
  writes: boolean,
  body: () => void,
): void {
  loop(table.kernel, { name: "id", at, end, step: 4 }, () => {
    table.request(at, end, writes);
    table.kernel.a.mov(low(table.id), mem(at));
    body();
  });
}

/** Makes addresses out of the blocks of a call: those of the words of `array`, which begins at `base`. */
export function wordsOfCall(table: TableCode, base: Gpr, counted: "ids" | "kept"): WordRange {
  const { a } = table.kernel, { first: at, last: end, tried } = table;
  table.load(tried, "sizes");
  a.mov(low(tried), mem(tried, counted === "ids" ? 4 : 0));
  a.shl(at, BLOCK_BITS);
  a.shl(end, BLOCK_BITS);
  a.cmp(end, tried);
  a.cmova(end, tried);
  a.lea(at, mem(base, 0, times(at, 4)));
  a.lea(end, mem(base, 0, times(end, 4)));
  return { at, end };
}

/**
 * Emits loops over the kept ids and then the others, whose places follow those of the kept ones.
 *
 * @param places Puts the first place into the range's `at`, and the last one's successor into its `end`.
 * @param base Register for the address that the word at place 0 would have.
 */
export function forPlaces(
  table: TableCode,
  { range, base, places, writes }: {
    readonly range: WordRange;
    readonly base: Gpr;
    readonly places: () => void;
    readonly writes: boolean;
  },
  body: () => void,
): void {
  const { a } = table.kernel, { at, end } = range, { id } = table;
  const addresses = () => {
    a.lea(at, mem(base, 0, times(at, 4)));
    a.lea(end, mem(base, 0, times(end, 4)));
  };
  places();
  table.loadKept(id);
  table.load(base, "unique");
  a.cmp(end, id);
  a.cmova(end, id);
  addresses();
  forIds(table, range, writes, body);
  places();
  table.loadKept(id);
  table.load(base, "ids");
  a.cmp(at, id);
  a.cmovb(at, id);
  a.shl(id, 2);
  a.sub(base, id);
  addresses();
  forIds(table, range, writes, body);
}

/** Reduces a place in `to` to the number of all ids. */
export function limitToAll(table: TableCode, to: Gpr): void {
  const { a } = table.kernel, { id, spare } = table;
  table.load(id, "sizes");
  a.mov(low(spare), mem(id));
  a.add(low(spare), mem(id, 4));
  a.cmp(to, spare);
  a.cmova(to, spare);
}

/** Puts the complement of the place of the word at `at` into the spare register. */
export function complementOfPlace(table: TableCode, at: Gpr, base: Gpr): void {
  const { a } = table.kernel, { spare } = table;
  a.mov(spare, at);
  a.sub(spare, base);
  a.shr(spare, 2);
  a.not(low(spare));
}
