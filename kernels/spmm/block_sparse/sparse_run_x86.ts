/**
 * Machine code of a run: entries of sparse tiles that share a row.
 *
 * @module
 */
import { type Gpr, low, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import type { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Vectors of columns that a pass over the entries computes unless a tuned number is smaller. */
const PANEL = 8;
/** Entries between the one that is computed and the one whose row of X is asked for. */
export const RUN_AHEAD = 16;

/** Registers of a run. */
export interface RunRegisters {
  /** Address of the first entry's source. */
  readonly first: Gpr;
  /** Address behind the last entry's source. */
  readonly last: Gpr;
  /** Distance of the values from the sources. */
  readonly values: Gpr;
  /** Address of X. */
  readonly x: Gpr;
  /** Address of the row of Y. */
  readonly y: Gpr;
}

/** Adds the entries' products to the row. {@linkcode RUN_AHEAD} sources behind the run are read, too. */
export function addRun(
  kernel: KernelBuilder,
  tail: TailMask,
  all: readonly ColumnVector[],
  { first, last, values, x, y }: RunRegisters,
  tuned = PANEL,
): void {
  const panel = Math.min(PANEL, tuned);
  const { a } = kernel, entry = kernel.general("entry"), source = kernel.general("source");
  const value = kernel.vector("value");
  for (let i = 0; i < all.length; i += panel) {
    using sums = new Panel(kernel, all.slice(i, i + panel), tail);
    sums.clear();
    a.mov(entry, first);
    loop(kernel, { name: "entry", at: entry, end: last, step: 4 }, () => {
      a.mov(low(source), mem(entry, 4 * RUN_AHEAD));
      sums.prefetch({ base: x, offset: source });
      a.mov(low(source), mem(entry));
      a.vbroadcastss(value, mem(entry, 0, values));
      sums.accumulate(0, { base: x, offset: source }, value);
    });
    sums.accumulate(0, { base: y });
    sums.store({ base: y });
  }
  kernel.release(entry, source, value);
}
