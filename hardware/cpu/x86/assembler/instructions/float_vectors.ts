/**
 * Arithmetic on vectors of floats, and conversions.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** Two sources, 32-bit lanes. */
const single = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Two sources, the lowest lane as a float. */
const scalarSingle = (opcode: string) =>
  [["x{kz}, x, x/m32", "RVM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** One source. */
const unary = (opcode: string) =>
  [["v{kz}, v/mv/b32", "RM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Forms of instructions on vectors of floats by mnemonic. */
export const FLOAT_VECTORS = {
  vaddps: single("NP.0F.W0 58"),
  vmulps: single("NP.0F.W0 59"),
  vsubps: single("NP.0F.W0 5C"),
  vminps: single("NP.0F.W0 5D"),
  vdivps: single("NP.0F.W0 5E"),
  vmaxps: single("NP.0F.W0 5F"),
  vandps: single("NP.0F.W0 54"),
  vorps: single("NP.0F.W0 56"),
  vxorps: single("NP.0F.W0 57"),
  vsqrtps: unary("NP.0F.W0 51"),
  vhaddps: [["v, v, v/mv", "RVM", "VEX.F2.0F.W0 7C /r"]],
  vroundps: [["v, v/mv, imm8", "RMI", "VEX.66.0F3A.W0 08 /r ib"]],
  vaddss: scalarSingle("F3.0F.W0 58"),
  vmulss: scalarSingle("F3.0F.W0 59"),
  vsubss: scalarSingle("F3.0F.W0 5C"),
  vfmadd231ps: single("66.0F38.W0 B8"),
  vrndscaleps: [["v{kz}, v/mv/b32, imm8", "RMI", "EVEX.66.0F3A.W0 08 /r ib"]],

  vcmpps: [
    ["v, v, v/mv, imm8", "RVMI", "VEX.NP.0F.W0 C2 /r ib"],
    ["k{k}, v, v/mv/b32, imm8", "RVMI", "EVEX.NP.0F.W0 C2 /r ib"],
  ],
  vcmpss: [
    ["x, x, x/m32, imm8", "RVMI", "VEX.F3.0F.W0 C2 /r ib"],
    ["k{k}, x, x/m32, imm8", "RVMI", "EVEX.F3.0F.W0 C2 /r ib"],
  ],
  vucomiss: [["x, x/m32", "RM", "VEX+EVEX.NP.0F.W0 2E /r"]],

  vcvtdq2ps: unary("NP.0F.W0 5B"),
  vcvtps2dq: unary("66.0F.W0 5B"),
  vcvttps2dq: unary("F3.0F.W0 5B"),
} as const satisfies Record<string, InstructionForms>;
