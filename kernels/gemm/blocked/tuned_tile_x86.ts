/**
 * Number of vectors of columns of a register tile, where it is not the default.
 *
 * @module
 */
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { tileVectors } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { UsageError } from "../../../platform/errors.ts";

/**
 * Vectors of a tile: those that are given, else the device's tuned number; `undefined` for the default.
 *
 * @param columns Columns of C, padding included.
 * @throws {UsageError} for a number of which there are no tiles.
 */
export function tileOf(
  { isa, tuning }: Pick<X86Device, "isa" | "tuning">,
  columns: number,
  given = 0,
): number | undefined {
  if (given === 0) return tuning?.tile(columns);
  const known = tileVectors(isa);
  if (known.includes(given)) return given;
  throw new UsageError({
    action: 'set parameter "tile" of kernel "blocked@x86"',
    current: `${given} with ${isa}`,
    wanted: known.join(" or "),
    next: "leave it out for the tuned number, or 2",
  });
}
