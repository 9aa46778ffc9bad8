/**
 * Arguments of the exports of `segment_max.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  segment_max: { offsets: "usize", rows: "usize", x: "usize", stride: "usize", y: "usize" },
  segment_max_gradient: {
    offsets: "usize",
    rows: "usize",
    x: "usize",
    stride: "usize",
    gradient: "usize",
    to: "usize",
  },
} as const;

/** Exports of `segment_max.wasm`. */
export const segmentMaxWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./segment_max.wasm", import.meta.url),
  signatures,
);
