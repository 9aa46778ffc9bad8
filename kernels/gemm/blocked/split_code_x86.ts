/**
 * Machine code of the blocked GEMM for form `tn`: parts of the terms times stripes of the rows of C.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { clearMemory } from "../../../hardware/cpu/x86/kernel/memory_range.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { multiply, type ProductLayout, tileRows } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { packTerms, panelTerm } from "./pack_x86.ts";
import { CHUNK } from "./term_division.ts";

/** A work item, as 64-bit numbers in this order. */
const ITEM = ["a", "b", "terms", "result", "resultEnd", "packed"] as const;
const ITEM_BYTES = 8 * ITEM.length;

/**
 * A part of the terms times a stripe of the rows of C: addresses of its first term in A, in B, of its rows in
 * the partial sums and of CHUNK packed terms, and the number of terms.
 */
export type SplitItem = Readonly<Record<typeof ITEM[number], bigint>>;

/** Returns the items as the kernel reads them. */
export function splitItems(items: readonly SplitItem[]): Uint8Array<ArrayBuffer> {
  const words = items.flatMap((item) => ITEM.map((name) => item[name]));
  return new Uint8Array(BigUint64Array.from(words).buffer);
}

/** Address of the work items. */
export const SPLIT_LAYOUT = new ArgumentLayout({ items: "u64" });

/** Shape that code is emitted for. */
export interface SplitShape {
  /** Rows of C. */
  readonly rows: number;
  /** Columns of C, padding included: a multiple of 4. */
  readonly columns: number;
  /** Bytes from one term of A to the next. */
  readonly term: number;
}

/** Emits the kernel; an item packs the terms of B that it uses, CHUNK at a time, and reads A in place. */
export function emitSplit(isa: InstructionSet, { rows, columns, term }: SplitShape): MachineCode {
  const panel = CHUNK * panelTerm(isa), row = 4 * columns;
  const height = tileRows(isa), rest = rows % height;
  const product: ProductLayout = {
    columns,
    leftRow: 4,
    leftTerm: term,
    rightTerm: panelTerm(isa),
    rightPanel: panel,
    adds: true,
    heights: rest > 0 ? [height, rest] : [height],
  };
  return emitKernel(isa, SPLIT_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel;
    const tail = new TailMask(kernel, columnVectors(columns, kernel.lanes, "mask"));
    const items = kernel.argument("items");
    kernel.multiply(end, ITEM_BYTES);
    a.add(end, items);
    kernel.moveToBegin(items, ITEM_BYTES);
    kernel.release(begin);
    const field = (name: typeof ITEM[number]) => {
      const register = kernel.general(name);
      a.mov(register, mem(items, 8 * ITEM.indexOf(name)));
      return register;
    };
    loop(kernel, { name: "item", at: items, end, step: ITEM_BYTES }, () => {
      const [left, b, terms, result, resultEnd, right] = ITEM.map(field);
      kernel.onStack([items, end], () => {
        const chunk = a.label("chunk"), done = a.label("item_done");
        clearMemory(kernel, result, resultEnd);
        a.bind(chunk);
        a.cmp(terms, 0);
        a.jle(done);
        const leftTerms = kernel.general("bytes of the chunk's terms in A");
        const chunkEnd = kernel.general("end of the chunk in B"), packed = kernel.general("packed term");
        a.mov(leftTerms, CHUNK);
        a.cmp(terms, leftTerms);
        a.cmovl(leftTerms, terms);
        a.sub(terms, leftTerms);
        a.mov(chunkEnd, leftTerms);
        kernel.multiply(chunkEnd, row);
        a.add(chunkEnd, b);
        kernel.multiply(leftTerms, term);
        a.mov(packed, right);
        packTerms(kernel, tail, { columns, row, panel }, { from: b, end: chunkEnd, to: packed });
        kernel.release(packed, chunkEnd);
        kernel.onStack([b, terms], () => {
          const advanced = [right, result, resultEnd];
          for (const register of advanced) a.push(register);
          multiply(kernel, tail, product, { left, leftTerms, right, result, resultEnd });
          for (const register of advanced.toReversed()) a.pop(register);
        });
        a.add(left, leftTerms);
        kernel.release(leftTerms);
        a.jmp(chunk);
        a.bind(done);
      });
      kernel.release(left, b, terms, result, resultEnd, right);
    });
  });
}
