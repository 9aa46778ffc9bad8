/**
 * Arguments of the exports of `probes.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  triad: { a: "usize", b: "usize", c: "usize" },
  multiplyAdd: { factor: "f32", out: "usize" },
  sweep: { base: "usize", bytes: "usize", repeats: "u32", out: "usize" },
} as const;

/** Exports of `probes.wasm`. */
export const probesWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./probes.wasm", import.meta.url),
  signatures,
);
