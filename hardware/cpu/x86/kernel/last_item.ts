/**
 * Loop over items of which the last one may be shorter than all others.
 *
 * @module
 */
import type { Gpr } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import { loop } from "./loop.ts";

/**
 * Emits a loop over the items of a call: `body` for those before item `whole`, whose register is used up, and
 * `last` for the one there.
 */
export function loopWithLast(
  kernel: KernelBuilder,
  { name, whole }: { readonly name: string; readonly whole: Gpr },
  body: () => void,
  last: () => void,
): void {
  const { a, begin, end } = kernel, done = a.label(`${name}_last_end`);
  a.cmp(end, whole);
  a.cmovl(whole, end);
  loop(kernel, { name, at: begin, end: whole, step: 1 }, body);
  a.cmp(begin, end);
  a.jge(done);
  last();
  a.bind(done);
}
