/**
 * Arguments of the exports of `gather_scatter.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  gather_rows: { x: "usize", rows: "usize", index: "usize", y: "usize", stride: "usize" },
  scatter_rows: { x: "usize", rows: "usize", index: "usize", y: "usize", stride: "usize" },
  clear_rows: { y: "usize", stride: "usize" },
  assemble_rows: {
    cache: "usize",
    cacheRows: "usize",
    previous: "usize",
    previousRows: "usize",
    place: "usize",
    y: "usize",
    firstStaged: "usize",
    rows: "usize",
    stride: "usize",
  },
  copy_entries: { x: "usize", y: "usize" },
  drop_entries: {
    x: "usize",
    y: "usize",
    vectors: "usize",
    step: "usize",
    seed: "u32",
    stream: "u32",
    threshold: "u32",
    scale: "f32",
  },
  gather_entries: { x: "usize", y: "usize", index: "usize", last: "usize", lastSource: "u32" },
  gather_drop_entries: {
    x: "usize",
    y: "usize",
    index: "usize",
    last: "usize",
    lastSource: "u32",
    step: "usize",
    seed: "u32",
    stream: "u32",
    threshold: "u32",
    scale: "f32",
  },
} as const;

/** Exports of `gather_scatter.wasm`. */
export const gatherScatterWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./gather_scatter.wasm", import.meta.url),
  signatures,
);
