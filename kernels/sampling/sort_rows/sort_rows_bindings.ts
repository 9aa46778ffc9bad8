/**
 * Arguments of the exports of `sort_rows.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../../platform/wasm/bindings.ts";

const signatures = {
  sort: { record: "usize" },
  sortValued: { record: "usize" },
} as const;

/** Exports of `sort_rows.wasm`. */
export const sortRowsWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./sort_rows.wasm", import.meta.url),
  signatures,
);
