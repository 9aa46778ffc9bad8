/**
 * Arguments of the exports of `layer_importance.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../../platform/wasm/bindings.ts";

const signatures = {
  clear: { record: "usize" },
  pick: { record: "usize" },
  count: { record: "usize" },
  restrict: { record: "usize" },
  scan: { record: "usize" },
} as const;

/** Exports of `layer_importance.wasm`. */
export const layerImportanceWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./layer_importance.wasm", import.meta.url),
  signatures,
);
