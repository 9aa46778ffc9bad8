/**
 * Arguments of the exports of `uniform.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../../platform/wasm/bindings.ts";

const signatures = {
  count: { record: "usize" },
  draw: { record: "usize" },
  scan: { record: "usize" },
} as const;

/** Exports of `uniform.wasm`. */
export const uniformWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./uniform.wasm", import.meta.url),
  signatures,
);
