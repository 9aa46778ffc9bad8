/**
 * Instances of WebAssembly modules: every thread of a pool makes its own around the shared memory.
 *
 * @module
 */
import type { RangeFunction } from "./thread_control.ts";

/** Instantiates a module; returns its exported functions by name, in the module's order. */
export function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Map<string, RangeFunction> {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const functions = new Map<string, RangeFunction>();
  for (const [name, value] of Object.entries(exports)) {
    if (typeof value === "function") functions.set(name, value as RangeFunction);
  }
  return functions;
}
