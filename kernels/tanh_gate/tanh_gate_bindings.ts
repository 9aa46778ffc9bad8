/**
 * Arguments of the exports of `tanh_gate.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  tanh_gate: { x: "usize", stride: "usize", scores: "usize", y: "usize" },
  tanh_gate_gradient: { x: "usize", stride: "usize", scores: "usize", gradient: "usize", to: "usize" },
} as const;

/** Exports of `tanh_gate.wasm`. */
export const tanhGateWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./tanh_gate.wasm", import.meta.url),
  signatures,
);
