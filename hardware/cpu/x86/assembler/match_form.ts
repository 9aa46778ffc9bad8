/**
 * Choice of an instruction's form: the first whose operands fit and that has a prefix for them.
 *
 * @module
 */
import type { OperandAlternative, ParsedForm } from "./instruction_form.ts";
import { Label } from "./label.ts";
import type { Operand, VectorBits } from "./operand.ts";

/** A form that fits. */
export interface MatchedForm {
  /** The form. */
  readonly form: ParsedForm;
  /** Alternative that each operand is. */
  readonly alternatives: readonly OperandAlternative["name"][];
  /** Length of the operation's vectors, 128 where it has none. */
  readonly bits: VectorBits;
  /** Prefix. */
  readonly prefix: "legacy" | "vex" | "evex";
}

const FIXED_BITS = { x: 128, y: 256, z: 512 } as const;
/** Divisors of a vector's length; a register has 128 bits at least. */
const PART = { v: 1, h: 2 } as const;
/** Bytes of a short jump, whose distance counts from its end. */
const SHORT_JUMP = 2;

const within = (value: number | bigint, least: number, most: number) => value >= least && value <= most;

/** Length of the vectors that a form's operation would have. */
function lengthOf(form: ParsedForm, operands: readonly Operand[]): VectorBits {
  let most: VectorBits = 128;
  for (const [i, alternatives] of form.operands.entries()) {
    for (const { name } of alternatives) {
      const operand = operands[i];
      if (name === "v" && typeof operand === "object" && "kind" in operand && operand.kind === "vec") {
        return operand.bits;
      }
      if (name in FIXED_BITS) most = Math.max(most, FIXED_BITS[name as "x"]) as VectorBits;
    }
  }
  return most;
}

/** Whether an operand is an alternative of a form with vectors of `bits`, at byte `at` of the code. */
function fits({ name, masks }: OperandAlternative, operand: Operand, bits: VectorBits, at: number): boolean {
  if (typeof operand === "number" || typeof operand === "bigint") {
    if (typeof operand === "number" && !Number.isInteger(operand)) return false;
    switch (name) {
      case "imm8":
        return within(operand, 0, 255);
      case "simm8":
        return within(operand, -128, 127);
      case "imm32":
        return within(operand, -(2 ** 31), 2 ** 31 - 1);
      case "uimm32":
        return within(operand, -(2 ** 31), 2 ** 32 - 1);
      case "imm64":
        return BigInt(operand) >= -(2n ** 63n) && BigInt(operand) < 2n ** 64n;
      default:
        return false;
    }
  }
  if (operand instanceof Label) {
    if (name === "rel32") return true;
    return name === "rel8" && operand.at !== undefined && within(operand.at - (at + SHORT_JUMP), -128, 127);
  }
  if (operand.kind === "gpr") return name === `r${operand.bits}`;
  if (operand.mask !== undefined && (masks === "none" || (operand.zeroing && masks !== "any"))) return false;
  switch (operand.kind) {
    case "mask":
      return name === "k";
    case "vec":
      if (name in FIXED_BITS) return operand.bits === FIXED_BITS[name as "x"];
      return name in PART && operand.bits === Math.max(128, bits / PART[name as "v"]);
    case "memory":
      if ((operand.index?.register.kind === "vec") !== (name === "vm32")) return false;
      if (name === "vm32") return operand.index?.register.bits === bits;
      return operand.broadcast ? name === "b32" : name.startsWith("m");
  }
}

/** Whether a form has a VEX prefix for these operands. */
function takesVex(operands: readonly Operand[], bits: VectorBits): boolean {
  return bits < 512 && operands.every((operand) => {
    if (typeof operand !== "object" || operand instanceof Label) return true;
    if (operand.kind === "gpr") return true;
    if (operand.mask !== undefined) return false;
    if (operand.kind === "vec") return operand.n < 16;
    return operand.kind === "mask" || !operand.broadcast && (operand.index?.register.n ?? 0) < 16;
  });
}

/** Masks of EVEX gathers say which elements are still to come: the encoding requires one. */
function lacksMask(alternatives: readonly string[], operands: readonly Operand[]): boolean {
  return alternatives.includes("vm32") &&
    !operands.some((operand) =>
      typeof operand === "object" && "mask" in operand && operand.mask !== undefined
    );
}

/** Returns the first form that fits the operands of an instruction at byte `at` of the code. */
export function matchForm(
  forms: readonly ParsedForm[],
  operands: readonly Operand[],
  at: number,
): MatchedForm | undefined {
  for (const form of forms) {
    if (form.operands.length !== operands.length) continue;
    const bits = lengthOf(form, operands);
    const alternatives = form.operands.map((all, i) =>
      all.find((alternative) => fits(alternative, operands[i], bits, at))?.name
    );
    if (!alternatives.every((name) => name !== undefined)) continue;
    if (form.opcode.kind === "legacy") return { form, alternatives, bits, prefix: "legacy" };
    if (form.opcode.vex && takesVex(operands, bits)) return { form, alternatives, bits, prefix: "vex" };
    if (form.opcode.evex && !lacksMask(alternatives, operands)) {
      return { form, alternatives, bits, prefix: "evex" };
    }
  }
  return undefined;
}
