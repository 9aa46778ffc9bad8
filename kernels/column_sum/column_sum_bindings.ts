/**
 * Arguments of the exports of `column_sum.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  column_sum: { rows: "usize", blockRows: "usize", x: "usize", stride: "usize", y: "usize" },
} as const;

/** Exports of `column_sum.wasm`. */
export const columnSumWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./column_sum.wasm", import.meta.url),
  signatures,
);
