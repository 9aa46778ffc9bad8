/**
 * Operands between inaccessible pages.
 *
 * @module
 */
import { GuardedRegion } from "../guarded_region.ts";

/** Copies data into a region that ends `padding` bytes behind it. */
export function guarded(data: ArrayBufferView<ArrayBuffer>, padding = 0): GuardedRegion {
  const region = new GuardedRegion(data.byteLength + padding);
  region.write(data);
  return region;
}
