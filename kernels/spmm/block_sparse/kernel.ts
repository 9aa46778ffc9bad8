/**
 * Kernel `block-sparse` of spmm: dense tiles as dense products, others by their entries.
 *
 * @module
 */
import type { KernelIdentity, Parameter } from "../../kernel.ts";

/** Rows and columns of a tile. */
export const TILE = 32;

/** Density above which a tile is dense. */
export const THRESHOLD: Parameter = {
  meaning: "share of a tile's 1,024 places, in percent, above which it is treated as dense",
  default: 5,
  range: [0, 100],
  continuous: true,
};

/** Kernel `block-sparse`: tile-adaptive SpMM. The result has the same bits in every run. */
export const blockSparse: KernelIdentity = {
  id: "block-sparse",
  origin: { paper: "hetu-gnn", section: "Algorithm 3" },
  mapping: {
    wasm:
      "a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix " +
      "times 32 rows of X in register tiles of 4 x 8, a sparse one goes entry by entry (a thread stands " +
      "for many warps)",
    x86:
      "a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix " +
      "times 32 rows of X in register tiles of 6 x 16 (14 x 32 with AVX-512), a sparse one goes entry by " +
      "entry (a thread stands for many warps)",
    webgpu: "a workgroup takes a tile-row and up to 64 columns; dense tiles go through workgroup memory",
  },
};
