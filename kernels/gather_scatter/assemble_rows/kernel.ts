/**
 * Kernel `row-copy` of assemble-rows.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel that copies each row before the staged ones once. */
export const assembleCopy: KernelIdentity = {
  id: "row-copy",
  origin: { paper: "fastgl", section: "4.1" },
  mapping: {
    wasm: "a thread takes blocks of the rows of Y before the staged ones and copies each from where it lies",
    x86: "a thread takes blocks of the rows of Y before the staged ones and copies each from where it lies",
    webgpu:
      "one invocation copies a vector of four entries of a row of Y before the staged ones from where it lies",
  },
};
