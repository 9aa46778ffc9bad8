/**
 * Number of vectors of columns that machine code of a sparse product computes in one pass over a row's
 * entries, where it is not the default.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { NUMBER_BYTES, type NumberFormat } from "../../../hardware/number_format.ts";

/** The panel of a shape: the one that is given, else the device's tuned number; nothing for the default. */
export function panelOf(
  { tuning }: Pick<X86Device, "tuning">,
  { cols }: Pick<CsrMatrix, "cols">,
  { columns, features = "f32" }: { readonly columns: number; readonly features?: NumberFormat },
  given = 0,
): { readonly panel?: number } {
  const panel = given || tuning?.panel({ columns, bytes: NUMBER_BYTES[features] * columns * cols });
  return panel ? { panel } : {};
}
