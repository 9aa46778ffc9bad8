/**
 * Plans of multiplications in machine code: operands as for WebAssembly, and the epilogue behind the product.
 *
 * @module
 */
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { activationWasm } from "../../activation/activation_bindings.ts";
import { type EpilogueOperands, isIdentity } from "../../epilogue/epilogue.ts";
import type { Plan } from "../../kernel.ts";
import { itemsPerBlock } from "../../plan_wasm.ts";
import type { GemmOperands } from "../gemm.ts";
import { type Multiplication, planMultiplication } from "./multiplication_wasm.ts";

/** Multiplication on a device of machine code. */
export interface MultiplicationX86 extends Multiplication {
  /** Device of the plan. */
  readonly device: X86Device;
  /** Epilogue of the product; absent where it changes nothing. */
  readonly ending?: EpilogueOperands<WasmBuffer>;
}

/**
 * Checks the operands and builds the plan of a multiplication.
 *
 * @throws {UsageError} where the operands do not fit each other.
 */
export async function planMultiplicationX86(
  device: X86Device,
  operands: GemmOperands<WasmBuffer>,
  build: (multiplication: MultiplicationX86) => Omit<Plan, "destroy">,
): Promise<Plan> {
  await device.load(activationWasm);
  const { epilogue: ending } = operands;
  return await planMultiplication(
    device,
    operands,
    (multiplication) => build({ ...multiplication, device, ...(isIdentity(ending) ? {} : { ending }) }),
  );
}

/** Approximate cost of ending one entry, in multiply-adds. */
const ENTRY_WORK = 8;

/** Prepares the pass that applies the epilogue to C in place; it does nothing where there is no epilogue. */
export function endRows({ device, rows, cols, c, epilogue }: MultiplicationX86): () => void {
  if (epilogue === 0 || rows === 0 || cols === 0) return () => {};
  const block = itemsPerBlock(rows, rows * c.stride / 4 * ENTRY_WORK, device.threads);
  const { address, stride } = c;
  const args = { x: address, y: address, stride, epilogue };
  const call = activationWasm.call("activation", { items: rows, block }, args);
  return () => device.parallel(call);
}
