/**
 * Kernel `row-wise` of head-sddmm.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel that goes over the entries of a row. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm:
      "a thread takes blocks of rows; four heads of an entry go side by side through vectors of four columns",
    x86:
      "a thread takes blocks of rows; up to eight heads of an entry go side by side through vectors of eight or " +
      "sixteen columns, with requests ahead for rows of B",
    webgpu:
      "neighbouring lanes share a row, or up to 256 entries of a longer one, and a head; each multiplies at entries " +
      "of its own",
  },
};
