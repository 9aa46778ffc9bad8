/**
 * Arguments of the exports of `id_map.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  clear: { record: "usize" },
  keep: { record: "usize" },
  fused: { record: "usize" },
  fusedGrouped: { record: "usize" },
  enter: { record: "usize" },
  flag: { record: "usize" },
  scan: { record: "usize" },
  assign: { record: "usize" },
  translate: { record: "usize" },
} as const;

/** Exports of `id_map.wasm`. */
export const idMapWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./id_map.wasm", import.meta.url),
  signatures,
);
