/**
 * Text of emitted code in Intel's syntax, as `objdump -M intel` writes it.
 *
 * @module
 */
import { COMPARISONS } from "./comparison.ts";
import { memoryBytes } from "./encoding.ts";
import { Label } from "./label.ts";
import type { MatchedForm } from "./match_form.ts";
import type { Gpr, Memory, Operand, Vec } from "./operand.ts";

const NAMES_64 = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"];
const NAMES_32 = ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"];
const VECTOR_LETTER = { 128: "x", 256: "y", 512: "z" } as const;
const SIZE_NAMES: Readonly<Record<number, string>> = {
  1: "BYTE",
  2: "WORD",
  4: "DWORD",
  8: "QWORD",
  16: "XMMWORD",
  32: "YMMWORD",
  64: "ZMMWORD",
};

/** Name of a register: `rax`, `r8d`, `ymm3`. */
export function registerName(register: Gpr | Vec): string {
  if (register.kind === "vec") return `${VECTOR_LETTER[register.bits]}mm${register.n}`;
  if (register.n > 7) return `r${register.n}${register.bits === 32 ? "d" : ""}`;
  return (register.bits === 64 ? NAMES_64 : NAMES_32)[register.n];
}

const hex = (value: number | bigint) => `0x${value.toString(16)}`;

function signed(displacement: number): string {
  return displacement < 0 ? `-${hex(-displacement)}` : `+${hex(displacement)}`;
}

/** An address in brackets. Where an encoding has a displacement, a listing shows it, even of 0. */
function address({ base, index, displacement }: Memory): string {
  if (base instanceof Label) return `[rip+${base.name}${displacement === 0 ? "" : signed(displacement)}]`;
  const scaled = index ? `+${registerName(index.register)}*${index.scale}` : "";
  const hasDisplacement = displacement !== 0 || (base.n & 7) === 5;
  return `[${registerName(base)}${scaled}${hasDisplacement ? signed(displacement) : ""}]`;
}

/** Text of an operand on its own: without the size of memory. */
export function operandText(operand: Operand): string {
  if (typeof operand === "number" || typeof operand === "bigint") return hex(operand);
  if (operand instanceof Label) return operand.name;
  if (operand.kind === "gpr") return registerName(operand);
  const text = operand.kind === "memory"
    ? address(operand)
    : operand.kind === "mask"
    ? `k${operand.n}`
    : registerName(operand);
  return operand.mask === undefined ? text : `${text}{k${operand.mask}}${operand.zeroing ? "{z}" : ""}`;
}

/** Text of an operand within an instruction whose first operand is `first`. */
function textWithin(operand: Operand, alternative: string, bits: number, first: Operand): string {
  if (typeof operand === "number" || typeof operand === "bigint") {
    if (alternative === "imm8") return hex(operand);
    // Shown as the instruction sees it: sign-extended to the width of its first operand.
    const isWide = typeof first === "object" && "bits" in first && first.bits === 64;
    return hex(BigInt.asUintN(isWide ? 64 : 32, BigInt(operand)));
  }
  const text = operandText(operand);
  if (operand instanceof Label || operand.kind !== "memory" || alternative === "m") return text;
  return `${SIZE_NAMES[memoryBytes(alternative, bits)]} ${operand.broadcast ? "BCST" : "PTR"} ${text}`;
}

/** Text of an instruction, the constants of comparisons of floats as part of the mnemonic. */
export function instructionText(
  mnemonic: string,
  operands: readonly Operand[],
  matched: MatchedForm,
): string {
  const compares = mnemonic === "vcmpps" || mnemonic === "vcmpss";
  const shown = compares ? operands.slice(0, -1) : operands;
  const name = compares
    ? `vcmp${COMPARISONS[Number(operands.at(-1))]}${mnemonic.slice(4)}`
    : mnemonic.replace("lock_", "lock ");
  const { alternatives, bits } = matched;
  const list = shown.map((operand, i) => textWithin(operand, alternatives[i], bits, operands[0])).join(",");
  return list === "" ? name : `${name} ${list}`;
}
