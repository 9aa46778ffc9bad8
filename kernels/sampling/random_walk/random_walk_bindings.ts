/**
 * Arguments of the exports of `random_walk.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../../platform/wasm/bindings.ts";

const signatures = {
  walk: { record: "usize" },
  pack: { record: "usize" },
  scan: { record: "usize" },
} as const;

/** Exports of `random_walk.wasm`. */
export const randomWalkWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./random_walk.wasm", import.meta.url),
  signatures,
);
