/**
 * Number of vectors of columns that machine code of a sparse product computes in one pass over a row's
 * entries, where it is not the default.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";

/** The panel of a shape: the one that is given, else the device's tuned number; nothing for the default. */
export function panelOf(
  { tuning }: Pick<X86Device, "tuning">,
  { cols }: Pick<CsrMatrix, "cols">,
  { columns }: { readonly columns: number },
  given = 0,
): { readonly panel?: number } {
  const panel = given || tuning?.panel({ columns, bytes: 4 * columns * cols });
  return panel ? { panel } : {};
}
