/**
 * Plans of multiplications on the CPU: addresses of the operands and of the epilogue's parameters.
 *
 * @module
 */
import type { WasmBuffer, WasmDevice } from "../../../hardware/cpu/device.ts";
import { isIdentity } from "../../epilogue/epilogue.ts";
import { uploadEpilogue } from "../../epilogue/wasm.ts";
import type { Plan } from "../../kernel.ts";
import { type PlanArrays, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { GemmForm, GemmOperands } from "../gemm.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import { assertGemmOperands } from "../stored_shapes.ts";

/** Multiplication that a kernel plans; addresses and strides in bytes. */
export interface Multiplication {
  /** Device of the plan. */
  readonly device: WasmDevice;
  /** Arrays of the plan. */
  readonly arrays: PlanArrays;
  /** Form of the product. */
  readonly form: GemmForm;
  /** Rows of A and C. */
  readonly rows: number;
  /** Terms of each entry of C. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
  /** Left factor A, as stored. */
  readonly a: ReturnType<typeof wholePanel>;
  /** Right factor B, as stored. */
  readonly b: ReturnType<typeof wholePanel>;
  /** Result C. */
  readonly c: ReturnType<typeof wholePanel>;
  /** Address of the epilogue's parameters; 0 where it changes nothing. */
  readonly epilogue: number;
}

/**
 * Checks the operands and builds the plan of a multiplication.
 *
 * @throws {UsageError} where the operands do not fit each other.
 */
export function planMultiplication(
  device: WasmDevice,
  operands: GemmOperands<WasmBuffer>,
  build: (multiplication: Multiplication) => Omit<Plan, "destroy">,
): Promise<Plan> {
  return planOnWasm(device, gemmWasm, (arrays) => {
    assertGemmOperands(operands);
    const { form = "nn", rows, inner, cols, epilogue } = operands;
    const [a, b, c] = [operands.a, operands.b, operands.c].map(wholePanel);
    const end = epilogue && !isIdentity(epilogue) ? uploadEpilogue(arrays, epilogue) : 0;
    return build({ device, arrays, form, rows, inner, cols, a, b, c, epilogue: end });
  });
}
