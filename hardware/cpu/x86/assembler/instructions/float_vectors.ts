/**
 * Arithmetic on vectors of floats, and conversions.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** Two sources, 32-bit lanes. */
const single = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Two sources, 64-bit lanes; VEX leaves W to the assembler, EVEX does not. */
const double = (opcode: string, byte: string) =>
  [
    ["v, v, v/mv", "RVM", `VEX.${opcode}.W0 ${byte} /r`],
    ["v{kz}, v, v/mv/b64", "RVM", `EVEX.${opcode}.W1 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** Two sources, the lowest lane as a float. */
const scalarSingle = (opcode: string) =>
  [["x{kz}, x, x/m32", "RVM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Two sources, the lowest lane as a double. */
const scalarDouble = (byte: string) =>
  [
    ["x, x, x/m64", "RVM", `VEX.F2.0F.W0 ${byte} /r`],
    ["x{kz}, x, x/m64", "RVM", `EVEX.F2.0F.W1 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** One source. */
const unary = (opcode: string) =>
  [["v{kz}, v/mv/b32", "RM", `VEX+EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Fused multiply-add of doubles: W distinguishes it from that of floats, under VEX too. */
const fusedDouble = (byte: string) =>
  [["v{kz}, v, v/mv/b64", "RVM", `VEX+EVEX.66.0F38.W1 ${byte} /r`]] as const satisfies InstructionForms;

/** AVX-512 only, two sources. */
const wide = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** AVX-512 only, one source. */
const wideUnary = (opcode: string) =>
  [["v{kz}, v/mv/b32", "RM", `EVEX.${opcode} /r`]] as const satisfies InstructionForms;

/** Forms of instructions on vectors of floats by mnemonic. */
export const FLOAT_VECTORS = {
  vaddps: single("NP.0F.W0 58"),
  vmulps: single("NP.0F.W0 59"),
  vsubps: single("NP.0F.W0 5C"),
  vminps: single("NP.0F.W0 5D"),
  vdivps: single("NP.0F.W0 5E"),
  vmaxps: single("NP.0F.W0 5F"),
  vandps: single("NP.0F.W0 54"),
  vandnps: single("NP.0F.W0 55"),
  vorps: single("NP.0F.W0 56"),
  vxorps: single("NP.0F.W0 57"),
  vsqrtps: unary("NP.0F.W0 51"),
  vrsqrtps: [["v, v/mv", "RM", "VEX.NP.0F.W0 52 /r"]],
  vrcpps: [["v, v/mv", "RM", "VEX.NP.0F.W0 53 /r"]],
  vhaddps: [["v, v, v/mv", "RVM", "VEX.F2.0F.W0 7C /r"]],
  vroundps: [["v, v/mv, imm8", "RMI", "VEX.66.0F3A.W0 08 /r ib"]],
  vroundss: [["x, x, x/m32, imm8", "RVMI", "VEX.66.0F3A.W0 0A /r ib"]],
  vaddss: scalarSingle("F3.0F.W0 58"),
  vmulss: scalarSingle("F3.0F.W0 59"),
  vsubss: scalarSingle("F3.0F.W0 5C"),
  vminss: scalarSingle("F3.0F.W0 5D"),
  vdivss: scalarSingle("F3.0F.W0 5E"),
  vmaxss: scalarSingle("F3.0F.W0 5F"),
  vsqrtss: scalarSingle("F3.0F.W0 51"),
  vaddpd: double("66.0F", "58"),
  vmulpd: double("66.0F", "59"),
  vsubpd: double("66.0F", "5C"),
  vdivpd: double("66.0F", "5E"),
  vmaxpd: double("66.0F", "5F"),
  vxorpd: double("66.0F", "57"),
  vaddsd: scalarDouble("58"),
  vmulsd: scalarDouble("59"),
  vsubsd: scalarDouble("5C"),
  vdivsd: scalarDouble("5E"),

  vfmadd132ps: single("66.0F38.W0 98"),
  vfmadd213ps: single("66.0F38.W0 A8"),
  vfmadd231ps: single("66.0F38.W0 B8"),
  vfmsub132ps: single("66.0F38.W0 9A"),
  vfmsub213ps: single("66.0F38.W0 AA"),
  vfmsub231ps: single("66.0F38.W0 BA"),
  vfnmadd132ps: single("66.0F38.W0 9C"),
  vfnmadd213ps: single("66.0F38.W0 AC"),
  vfnmadd231ps: single("66.0F38.W0 BC"),
  vfmadd132ss: scalarSingle("66.0F38.W0 99"),
  vfmadd213ss: scalarSingle("66.0F38.W0 A9"),
  vfmadd231ss: scalarSingle("66.0F38.W0 B9"),
  vfnmadd231ss: scalarSingle("66.0F38.W0 BD"),
  vfmadd213pd: fusedDouble("A8"),
  vfmadd231pd: fusedDouble("B8"),
  vfnmadd231pd: fusedDouble("BC"),

  vrcp14ps: wideUnary("66.0F38.W0 4C"),
  vrsqrt14ps: wideUnary("66.0F38.W0 4E"),
  vgetexpps: wideUnary("66.0F38.W0 42"),
  vscalefps: wide("66.0F38.W0 2C"),
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
  vcomiss: [["x, x/m32", "RM", "VEX+EVEX.NP.0F.W0 2F /r"]],

  vcvtdq2ps: unary("NP.0F.W0 5B"),
  vcvtps2dq: unary("66.0F.W0 5B"),
  vcvttps2dq: unary("F3.0F.W0 5B"),
  vcvtudq2ps: wideUnary("F2.0F.W0 7A"),
  vcvtps2udq: wideUnary("NP.0F.W0 79"),
  vcvttps2udq: wideUnary("NP.0F.W0 78"),
  vcvtps2pd: [["v{kz}, h/mh/b32", "RM", "VEX+EVEX.NP.0F.W0 5A /r"]],
  vcvtpd2ps: [["h, v", "RM", "VEX.66.0F.W0 5A /r"], ["h{kz}, v", "RM", "EVEX.66.0F.W1 5A /r"]],
  vcvtss2sd: scalarSingle("F3.0F.W0 5A"),
  vcvtsd2ss: scalarDouble("5A"),
  vcvtsi2ss: [
    ["x, x, r32/m32", "RVM", "VEX+EVEX.F3.0F.W0 2A /r"],
    ["x, x, r64", "RVM", "VEX+EVEX.F3.0F.W1 2A /r"],
  ],
  vcvttss2si: [
    ["r32, x/m32", "RM", "VEX+EVEX.F3.0F.W0 2C /r"],
    ["r64, x/m32", "RM", "VEX+EVEX.F3.0F.W1 2C /r"],
  ],
  vcvtph2ps: [["v{kz}, h/mh", "RM", "VEX+EVEX.66.0F38.W0 13 /r"]],
  vcvtps2ph: [["h{kz}/mh{k}, v, imm8", "MRI", "VEX+EVEX.66.0F3A.W0 1D /r ib"]],
  // AVX512_BF16, which instruction set "avx512" does not promise.
  vcvtneps2bf16: [["h{kz}, v", "RM", "EVEX.F3.0F38.W0 72 /r"]],
  vdpbf16ps: wide("F3.0F38.W0 52"),
} as const satisfies Record<string, InstructionForms>;
