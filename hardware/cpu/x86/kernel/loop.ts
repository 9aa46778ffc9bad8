/**
 * Loop of a kernel over items at a fixed distance.
 *
 * @module
 */
import type { Gpr } from "../assembler/operand.ts";
import { mem } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/** Bytes to whose multiples loops are aligned: a line of the cache of decoded instructions. */
const ALIGNMENT = 32;

/** Range and shape of a loop. */
export interface LoopShape {
  /** Name in the listing. */
  readonly name: string;
  /** Place of the item at hand, an address or a count; `end` or more when the loop ends. */
  readonly at: Gpr;
  /** Place behind the last item. */
  readonly end: Gpr;
  /** Distance between items. */
  readonly step: number;
  /** Items that a pass of the loop's body computes; those left over are computed one by one. */
  readonly unroll?: number;
}

/**
 * Emits a loop. `body` emits the work on the item `u * step` behind `at`: for `u` from 0 to `unroll - 1`, and
 * once more for the items left over, with `u` 0.
 */
export function loop(
  kernel: KernelBuilder,
  { name, at, end, step, unroll = 1 }: LoopShape,
  body: (u: number) => void,
): void {
  const { a } = kernel, done = a.label(`${name}_end`);
  // Comparisons are signed: a count less the unrolled steps may be below 0, and addresses have 47 bits.
  if (unroll > 1) {
    const rest = a.label(`${name}_rest`),
      top = a.label(`${name}_unrolled`),
      limit = kernel.general(`${name} limit`);
    a.lea(limit, mem(end, -unroll * step));
    a.cmp(at, limit);
    a.jg(rest);
    a.align(ALIGNMENT);
    a.bind(top);
    for (let u = 0; u < unroll; u++) body(u);
    a.add(at, unroll * step);
    a.cmp(at, limit);
    a.jle(top);
    a.bind(rest);
    kernel.release(limit);
  }
  const top = a.label(name);
  a.cmp(at, end);
  a.jge(done);
  a.align(ALIGNMENT);
  a.bind(top);
  body(0);
  a.add(at, step);
  a.cmp(at, end);
  a.jl(top);
  a.bind(done);
}
