/**
 * Arguments of the exports of `activation.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  activation: { x: "usize", y: "usize", stride: "usize", epilogue: "usize" },
  activation_gradient: { gradient: "usize", y: "usize", to: "usize", stride: "usize", epilogue: "usize" },
} as const;

/** Exports of `activation.wasm`. */
export const activationWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./activation.wasm", import.meta.url),
  signatures,
);
