/**
 * Plans of multiplications in machine code: operands as for WebAssembly, and the epilogue behind the product.
 *
 * @module
 */
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { planActivation } from "../../activation/entry_wise/activation_plan_x86.ts";
import { type EpilogueOperands, isIdentity } from "../../epilogue/epilogue.ts";
import type { Plan } from "../../kernel.ts";
import { planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import type { GemmOperands } from "../gemm.ts";
import { assertGemmOperands } from "../stored_shapes.ts";
import type { Multiplication } from "./multiplication_wasm.ts";

/** Multiplication on a device of machine code. */
export interface MultiplicationX86 extends Omit<Multiplication, "epilogue"> {
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
export function planMultiplicationX86(
  device: X86Device,
  operands: GemmOperands<WasmBuffer>,
  build: (multiplication: MultiplicationX86) => Omit<Plan, "destroy">,
): Promise<Plan> {
  return planInArena(device, (arrays) => {
    assertGemmOperands(operands);
    const { form = "nn", rows, inner, cols, epilogue } = operands;
    const [a, b, c] = [operands.a, operands.b, operands.c].map(wholePanel);
    const ending = epilogue && !isIdentity(epilogue) ? { ending: epilogue } : {};
    return build({ device, arrays, form, rows, inner, cols, a, b, c, ...ending });
  });
}

/** Prepares the pass that applies the epilogue to C in place; absent where there is nothing to apply. */
export function endRows(
  { device, arrays, rows, c, ending: epilogue }: MultiplicationX86,
): Omit<Plan, "destroy"> | undefined {
  if (epilogue === undefined) return undefined;
  const { address } = c;
  return planActivation(device, arrays, { x: address, y: address, rows, floats: c.stride / 4, epilogue });
}
