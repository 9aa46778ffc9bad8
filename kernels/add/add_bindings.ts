/**
 * Arguments of the exports of `add.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  add: { x: "usize", y: "usize", z: "usize", alpha: "f32", beta: "f32" },
} as const;

/** Exports of `add.wasm`. */
export const addWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./add.wasm", import.meta.url),
  signatures,
);
